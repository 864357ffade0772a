package resolve

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

var SystemLibraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

// addLibraries makes the user's libraries and the interpreter's library readable. In a virtual
// environment, the library is next to the link to the interpreter.
func (p *Program) addLibraries() {
	for _, dir := range LibraryPath() {
		if f, err := p.Keep(Pin(dir)); err == nil && !isSharedFolder(f.Info) {
			p.Read = append(p.Read, f)
		}
	}
	p.addInstallation()
}

func (p *Program) addInstallation() {
	if p.Interpreter == "" {
		return
	}
	p.addLibraryOf(p.Interpreter, false)
	real, err := filepath.EvalSymlinks(p.Interpreter)
	if err != nil || real == p.Interpreter {
		return
	}
	typed := p.onPath
	if path := onPath(real); path != "" && !p.onPath {
		real, typed = path, true
	}
	// Otherwise the link may be untrusted, so only Python's own library becomes readable.
	p.addLibraryOf(real, !typed)
}

// addLibraryOf makes the library of an interpreter readable, if the interpreter is in a folder
// called bin. Symbolic links must stay in the installation or lead to a system library.
func (p *Program) addLibraryOf(path string, onlyPython bool) {
	bin, name := filepath.Split(path)
	if filepath.Base(bin) != "bin" || onlyPython && !strings.HasPrefix(name, "python") {
		return
	}
	root, err := os.OpenRoot(filepath.Dir(filepath.Clean(bin)))
	if err != nil {
		return
	}
	defer root.Close()
	info, err := root.Stat(".")
	isDotLocal := func(home string) bool { // also contains user data
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	}
	if err != nil || isSharedFolder(info) || slices.ContainsFunc(homes(), isDotLocal) {
		return
	}
	names := []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"}
	if onlyPython {
		names = pythonLibrary(root.FS())
	}
	for _, name := range names {
		f, err := p.Keep(PinIn(root, filepath.FromSlash(name)))
		if err != nil {
			real, rerr := filepath.EvalSymlinks(filepath.Join(root.Name(), name))
			if rerr == nil && inSystemLibrary(real) {
				f, err = p.Keep(Pin(real))
			}
		}
		if err == nil {
			p.Read = append(p.Read, f)
		}
	}
}

func inSystemLibrary(path string) bool {
	return slices.ContainsFunc(SystemLibraries, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

func pythonLibrary(root fs.FS) (names []string) {
	for _, lib := range []string{"lib", "lib64"} {
		modules, _ := fs.Glob(root, lib+"/python[23].*/os.py")
		for _, module := range modules {
			names = append(names, path.Dir(module))
		}
		shared, _ := fs.Glob(root, lib+"/libpython[23].*")
		names = append(names, shared...)
	}
	return names
}

const LibraryPathVariable = "LD_LIBRARY_PATH"

// LibraryPath returns the user's library folders. It ignores relative paths, which would depend on
// the player's folder.
func LibraryPath() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(LibraryPathVariable)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isSharedFolder(info) {
			list = append(list, dir)
		}
	}
	return list
}
