package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wine runs programs for Windows. Its drive C is in the folder prefix.
type wine struct{ program, prefix string }

const (
	compiler = "x86_64-w64-mingw32-gcc"
	install  = "apt-get -q update && apt-get -qy --no-install-recommends install wine64 gcc-mingw-w64-x86-64"
)

//go:embed stub/prng.c
var prng []byte

// newWine returns Wine with a new drive C. As root on Debian it installs Wine and the compiler if they are missing.
// Callers end its processes with stop.
func newWine(folder string) (*wine, error) {
	w := &wine{findWine(), filepath.Join(folder, "prefix")}
	if _, err := exec.LookPath("apt-get"); w.program == "" && err == nil && os.Geteuid() == 0 {
		if _, err := run(exec.Command("sh", "-c", install)); err != nil {
			return nil, err
		}
		w.program = findWine()
	}
	if w.program == "" {
		return nil, errors.New("install Wine for 64 bits and gcc of MinGW-w64; on Debian, as root: " + install)
	}
	source, library := filepath.Join(folder, "prng.c"), filepath.Join(w.prefix, "drive_c/windows/system32/bcryptprimitives.dll")
	if err := errors.Join(os.MkdirAll(w.prefix, 0o755), os.WriteFile(source, prng, 0o644)); err != nil {
		return nil, err
	}
	_, err := run(w.command("wineboot", "-i"))
	if _, missing := os.Stat(library); err == nil && missing != nil { // in Wine 8
		_, err = run(exec.Command(compiler, "-shared", "-o", library, source, "-ladvapi32"))
	}
	if err != nil {
		w.stop()
		return nil, err
	}
	return w, nil
}

func (w *wine) stop() { _, _ = run(w.command("wineboot", "-k")) }

// findWine returns the path of Wine, or "" if it or the compiler is missing.
func findWine() string {
	_, err := exec.LookPath(compiler)
	for _, name := range []string{"wine64", "/usr/lib/wine/wine64", "wine"} {
		if path, missing := exec.LookPath(name); err == nil && missing == nil {
			return path
		}
	}
	return ""
}

// command returns the command for a program for Windows and its arguments.
func (w *wine) command(args ...string) *exec.Cmd {
	cmd := exec.Command(w.program, args...)
	cmd.Env = append(os.Environ(), "WINEPREFIX="+w.prefix, "WINEDEBUG=-all")
	return cmd
}

// overlay returns a flag for the Go command. With it programs remove files as Go does on old
// versions of Windows. The newer call fails on Wine 8 ("Invalid function") and would hide files
// left open.
func overlay(folder string) (string, error) {
	root, err := run(exec.Command("go", "env", "GOROOT"))
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(root), "src/internal/syscall/windows/at_windows.go")
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	changed := strings.Replace(string(text), "\nvar TestDeleteatFallback bool\n", "\nvar TestDeleteatFallback = true\n", 1)
	file, list := filepath.Join(folder, "at_windows.go"), filepath.Join(folder, "overlay.json")
	replace := fmt.Appendf(nil, `{"Replace": {%q: %q}}`, source, file)
	return "-overlay=" + list, errors.Join(os.WriteFile(file, []byte(changed), 0o644), os.WriteFile(list, replace, 0o644))
}

// run executes a program and returns its output, which is also in the error.
func run(cmd *exec.Cmd) (string, error) {
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return string(out), err
}
