package process

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHint asks what players that are files are told when a file beside them is
// refused, and when their words only look like it.
func TestHint(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main.py", "walk.py", "helper.py", "libx.so", "weights.txt", "lib/x.py"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folder := dir + "/"
	script := func(name string) *program {
		return &program{path: "/usr/bin/python3", script: filepath.Join(dir, name), runner: "/usr/bin/python3"}
	}
	for _, c := range []struct {
		prog       *program
		last, want string
	}{
		{script("main.py"), "ModuleNotFoundError: No module named 'helper'", "; name the folder: " + folder},
		{script("main.py"), "ModuleNotFoundError: No module named 'lib.x'", "; name the folder: " + folder},
		{script("walk.py"), "ModuleNotFoundError: No module named 'helper'", "; call it main.py and name the folder: " + folder},
		{script("main.py"), "PermissionError: [Errno 13] Permission denied: 'weights.txt'", "; name the folder: " + folder},
		{script("main.py"), "x.sh: 2: .: cannot open weights.txt: Permission denied", "; name the folder: " + folder},
		{&program{path: filepath.Join(dir, "AIMine.exe")},
			"AIMine.exe: error while loading shared libraries: libx.so: cannot open shared object file", "; call it player and name the folder: " + folder},
		{script("main.py"), "ModuleNotFoundError: No module named 'numpy'", ""},
		{script("main.py"), "ModuleNotFoundError: No module named '../helper'", ""},
		{script("main.py"), "ModuleNotFoundError: No module named ''", ""},
		{script("main.py"), "PermissionError: [Errno 13] Permission denied: '..'", ""},
		{script("main.py"), "", ""},
		{&program{path: filepath.Join(dir, "main.py"), command: Foreign(nil).With(nil)}, "ModuleNotFoundError: No module named 'helper'", ""},
		{&program{path: "/usr/bin/python3", folder: dir}, "ModuleNotFoundError: No module named 'helper'", ""},
	} {
		if got := c.prog.hint(c.last); got != c.want {
			t.Errorf("%q: %q, want %q", c.last, got, c.want)
		}
	}
	t.Setenv("HOME", dir)
	if got := script("main.py").hint("No module named 'helper'"); got != "; move it and its files to a folder of their own, and name that" {
		t.Errorf("at home: %q", got)
	}
}
