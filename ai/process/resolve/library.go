package resolve

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// SystemLibraries are the folders of the system's libraries. All programs may read them.
var SystemLibraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

// addLibraries adds the library folders of the user and of the interpreter to what the program may read.
func (p *Program) addLibraries() {
	for _, dir := range LibraryPath() {
		if f, err := p.Keep(Pin(dir)); err == nil && !isSharedFolder(f.Info) {
			p.Read = append(p.Read, f)
		}
	}
	p.addInstallation()
}

// addInstallation adds the library of the interpreter. In a virtual environment it lies beside the link that is the
// interpreter, otherwise beside the file itself.
func (p *Program) addInstallation() {
	if p.Interpreter == "" {
		return
	}
	p.addLibraryOf(p.Interpreter)
	real, err := filepath.EvalSymlinks(p.Interpreter)
	switch {
	case err != nil || real == p.Interpreter:
	case p.onPath:
		p.addLibraryOf(real)
	case onPath(real) != "":
		p.addLibraryOf(onPath(real))
	default:
		// The user typed a link, which somebody else may have made. Only the library of Python is readable there.
		p.addPythonLibrary(real)
	}
}

// installationRoot opens the folder above the "bin" of a program. It returns nil if there is none, or if that folder holds
// files of the user.
func installationRoot(path string) *os.Root {
	bin := filepath.Dir(path)
	if filepath.Base(bin) != "bin" {
		return nil
	}
	root, err := os.OpenRoot(filepath.Dir(bin))
	if err != nil {
		return nil
	}
	info, err := root.Stat(".")
	if err != nil || isSharedFolder(info) || isDotLocal(info) {
		root.Close()
		return nil
	}
	return root
}

// isDotLocal reports whether a folder is ~/.local, which has a bin, but also the data of the user.
func isDotLocal(info os.FileInfo) bool {
	return slices.ContainsFunc(homes(), func(home string) bool {
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	})
}

// addLibraryOf adds the folders that an interpreter at a path reads. Links must stay in its installation or lead to a
// library of the system.
func (p *Program) addLibraryOf(path string) {
	root := installationRoot(path)
	if root == nil {
		return
	}
	defer root.Close()
	for _, name := range []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"} {
		f, err := p.Keep(PinIn(root, name))
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

// inSystemLibrary reports whether a path without links is in a library folder of the system.
func inSystemLibrary(path string) bool {
	return slices.ContainsFunc(SystemLibraries, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// addPythonLibrary adds the standard library of a Python, which has a file os.py, and its shared library.
func (p *Program) addPythonLibrary(python string) {
	root := installationRoot(python)
	if root == nil {
		return
	}
	defer root.Close()
	if !strings.HasPrefix(filepath.Base(python), "python") {
		return
	}
	for _, lib := range []string{"lib", "lib64"} {
		found, _ := fs.Glob(root.FS(), lib+"/python[23].*/os.py")
		shared, _ := fs.Glob(root.FS(), lib+"/libpython[23].*")
		for i := range found {
			found[i] = path.Dir(found[i])
		}
		for _, name := range append(found, shared...) {
			if f, err := p.Keep(PinIn(root, filepath.FromSlash(name))); err == nil {
				p.Read = append(p.Read, f)
			}
		}
	}
}

// LibraryPathVariable is the name of the environment variable of LibraryPath.
const LibraryPathVariable = "LD_LIBRARY_PATH"

// LibraryPath returns the user's folders of libraries. Relative paths are left out, since they would mean the working
// directory of the player.
func LibraryPath() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(LibraryPathVariable)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isSharedFolder(info) {
			list = append(list, dir)
		}
	}
	return list
}
