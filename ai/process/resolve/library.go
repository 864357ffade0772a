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

func (p *Program) addLibraries() {
	for _, dir := range LibraryPath() {
		if f, err := p.Keep(Pin(dir)); err == nil && !isSharedFolder(f.Info) {
			p.Read = append(p.Read, f)
		}
	}
	p.addInstallation()
}

// addInstallation makes the interpreter's library readable. In a virtual environment, the library
// is next to the link to the interpreter.
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
		// The link may be untrusted, so only Python's own library becomes readable.
		p.addPythonLibrary(real)
	}
}

// installationRoot opens the parent of the "bin" folder that contains a program, if any.
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

// isDotLocal reports whether a folder is ~/.local, which also contains user data.
func isDotLocal(info os.FileInfo) bool {
	return slices.ContainsFunc(homes(), func(home string) bool {
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	})
}

// addLibraryOf makes the library of an interpreter readable. Symbolic links must stay in the
// installation or lead to a system library.
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

func inSystemLibrary(path string) bool {
	return slices.ContainsFunc(SystemLibraries, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

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
