package resolve

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHintNamesTheMissingFile looks at the hint for players that are files when a file beside them is
// refused, and when their words only look like it.
func TestHintNamesTheMissingFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main.py", "walk.py", "helper.py", "libx.so", "weights.txt", "lib/x.py"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const rest = ": put both into a folder of their own and name that folder"
	script := func(name string) *Program {
		return &Program{Path: "/usr/bin/python3", Script: filepath.Join(dir, name), Interpreter: "/usr/bin/python3"}
	}
	for _, c := range []struct {
		prog       *Program
		last, want string
	}{
		{script("main.py"), "ModuleNotFoundError: No module named 'helper'", "; name the folder: " + dir + string(filepath.Separator)},
		{script("main.py"), "ModuleNotFoundError: No module named 'lib.x'", "; name the folder: " + dir + string(filepath.Separator)},
		{script("walk.py"), "ModuleNotFoundError: No module named 'helper'", "; it may not read helper.py" + rest},
		{script("main.py"), "PermissionError: [Errno 13] Permission denied: 'weights.txt'", "; name the folder: " + dir + string(filepath.Separator)},
		{script("main.py"), "x.sh: 2: .: cannot open weights.txt: Permission denied", "; name the folder: " + dir + string(filepath.Separator)},
		{&Program{Path: filepath.Join(dir, "AIMine.exe")},
			"AIMine.exe: error while loading shared libraries: libx.so: cannot open shared object file", "; it may not read libx.so" + rest},
		{script("main.py"), "ModuleNotFoundError: No module named 'numpy'", ""},
		{script("main.py"), "ModuleNotFoundError: No module named '../helper'", ""},
		{script("main.py"), "ModuleNotFoundError: No module named ''", ""},
		{script("main.py"), "PermissionError: [Errno 13] Permission denied: '..'", ""},
		{script("main.py"), "", ""},
		{&Program{Path: filepath.Join(dir, "main.py"), copied: true}, "ModuleNotFoundError: No module named 'helper'", ""},
		{&Program{Path: "/usr/bin/python3", Folder: dir}, "ModuleNotFoundError: No module named 'helper'", ""},
	} {
		if got := c.prog.Hint(c.last); got != c.want {
			t.Errorf("%q: %q, want %q", c.last, got, c.want)
		}
	}
}
