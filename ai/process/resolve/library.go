package resolve

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// libraries are the system's library folders. They are for everybody to read.
var SystemLibraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

// findLibrary finds what the program reads besides the system's libraries and
// what is its own: the user's folders of libraries, and that of its interpreter. A
// virtual environment has it beside the link that is its interpreter, others
// beside the file itself.
func (p *Program) findLibrary() {
	for _, dir := range LibraryPath() {
		if f, err := p.Keep(Pin(dir)); err == nil && !isSharedFolder(f.Info) {
			p.Read = append(p.Read, f)
		}
	}
	p.findInstallation()
}

// findInstallation finds what belongs to the interpreter.
func (p *Program) findInstallation() {
	if p.Interpreter == "" {
		return
	}
	p.addInstallation(p.Interpreter)
	real, err := filepath.EvalSymlinks(p.Interpreter)
	switch {
	case err != nil || real == p.Interpreter:
	case p.onPath:
		p.addInstallation(real)
	case onPath(real) != "":
		p.addInstallation(onPath(real))
	default:
		// The link was typed and may lie in a folder of somebody else, who chose
		// where it leads: nothing there is readable but a library of Python.
		p.pythonLibrary(real)
	}
}

// prefix opens the folder of a program's installation, whose programs are in
// "bin"; nil where that is a folder of more than programs.
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

// isDotLocal says whether a folder is the one in a home that has a bin, but in whose
// share lie the user's own data.
func isDotLocal(info os.FileInfo) bool {
	return slices.ContainsFunc(homes(), func(home string) bool {
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	})
}

// beside adds the folders of an interpreter's installation that it reads. Links
// among them that lead out of it are left out, unless it is to a library of the
// system.
func (p *Program) addInstallation(path string) {
	root := installationRoot(path)
	if root == nil {
		return
	}
	defer root.Close()
	for _, name := range []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"} {
		f, err := p.Keep(PinIn(root, name))
		if err != nil {
			real, rerr := filepath.EvalSymlinks(filepath.Join(root.Name(), name))
			if rerr == nil && inSystem(real) {
				f, err = p.Keep(Pin(real))
			}
		}
		if err == nil {
			p.Read = append(p.Read, f)
		}
	}
}

// inSystem says whether a path without links lies in a library folder.
func inSystem(path string) bool {
	return slices.ContainsFunc(SystemLibraries, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// pythonLibrary adds the standard library of a Python, told by a file that each
// has, and Python itself where it is a library.
func (p *Program) pythonLibrary(python string) {
	root := installationRoot(python)
	if root == nil {
		return
	}
	defer root.Close()
	if !strings.HasPrefix(filepath.Base(python), "python") {
		return
	}
	for _, lib := range []string{"lib", "lib64"} {
		found, _ := fs.Glob(root.FS(), lib+"/python[23].*/os.py") // the pattern is well formed
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

// LibraryPath lists the user's own folders of libraries. Others than whole paths
// would mean the folder that the launcher runs in, which may be a player's.
func LibraryPath() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(LibraryPathVariable)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isSharedFolder(info) {
			list = append(list, dir)
		}
	}
	return list
}
