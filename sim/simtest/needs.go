package simtest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func NeedsUnix(t testing.TB, what string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs " + what)
	}
}

func NeedsProgram(t testing.TB, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skip("needs " + name)
	}
}

// Symlink creates a symbolic link, or skips the test if the system does not support symbolic links.
// Under Wine 8, os.Symlink returns no error but creates no link.
func Symlink(t testing.TB, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip("needs symbolic links:", err)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Skip("needs symbolic links")
	}
}

// NeedsReplace skips the test if open files cannot be replaced, as under Wine 8. Windows can
// replace files opened through an os.Root.
func NeedsReplace(t testing.TB) {
	t.Helper()
	folder, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	if err := errors.Join(folder.WriteFile("old", nil, 0o600), folder.WriteFile("new", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	reader, err := folder.Open("old")
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := folder.Rename("new", "old"); err != nil {
		t.Skip("needs files that can be replaced while they are read:", err)
	}
}

// HostileNames lists file names that terminals or shells may misinterpret.
var HostileNames = []string{
	"anna", "a b", " ", "  a  b ", "-x", "--", "a\nb", "a\tb", "a\x1b[2Jb", "a\u202eb", "\u200b", "\u00a0", "\u2028", "\ufeff", "\ufffd", "\x7f", "a\rb",
	strings.Repeat("ñ", 120), strings.Repeat("x", 255), strings.Repeat("-", 100), "'", `"`, `a'b"c`, "`id`", "$(id)", "$x", "\\", "a\\nb", "=x", "~", "^", "!!", "*", "#", "cmd:sh x", "a=b", "Demo",
}
