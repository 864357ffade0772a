package process

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// libraries are the system's library folders. They are for everybody to read.
var libraries = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

// findLibrary finds what the program reads besides the system's libraries and
// what is its own: the user's folders of libraries, and that of its interpreter. A
// virtual environment has it beside the link that is its interpreter, others
// beside the file itself.
func (p *program) findLibrary() {
	for _, dir := range libraryPath() {
		if f, err := p.keep(pin(dir)); err == nil && !isCommon(f.info) {
			p.read = append(p.read, f)
		}
	}
	p.findInstallation()
}

// findInstallation finds what belongs to the interpreter.
func (p *program) findInstallation() {
	if p.runner == "" {
		return
	}
	p.beside(p.runner)
	real, err := filepath.EvalSymlinks(p.runner)
	switch {
	case err != nil || real == p.runner:
	case p.onPath:
		p.beside(real)
	case onPath(real) != "":
		p.beside(onPath(real))
	default:
		// The link was typed and may lie in a folder of somebody else, who chose
		// where it leads: nothing there is readable but a library of Python.
		p.pythonLibrary(real)
	}
}

// prefix opens the folder of a program's installation, whose programs are in
// "bin"; nil where that is a folder of more than programs.
func prefix(path string) *os.Root {
	bin := filepath.Dir(path)
	if filepath.Base(bin) != "bin" {
		return nil
	}
	root, err := os.OpenRoot(filepath.Dir(bin))
	if err != nil {
		return nil
	}
	info, err := root.Stat(".")
	if err != nil || isCommon(info) || isLocal(info) {
		root.Close()
		return nil
	}
	return root
}

// isLocal says whether a folder is the one in a home that has a bin, but in whose
// share lie the user's own data.
func isLocal(info os.FileInfo) bool {
	return slices.ContainsFunc(homes(), func(home string) bool {
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	})
}

// beside adds the folders of an interpreter's installation that it reads. Links
// among them that lead out of it are left out, unless it is to a library of the
// system.
func (p *program) beside(path string) {
	root := prefix(path)
	if root == nil {
		return
	}
	defer root.Close()
	for _, name := range []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"} {
		f, err := p.keep(pinIn(root, name))
		if err != nil {
			real, rerr := filepath.EvalSymlinks(filepath.Join(root.Name(), name))
			if rerr == nil && inSystem(real) {
				f, err = p.keep(pin(real))
			}
		}
		if err == nil {
			p.read = append(p.read, f)
		}
	}
}

// inSystem says whether a path without links lies in a library folder.
func inSystem(path string) bool {
	return slices.ContainsFunc(libraries, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

// pythonLibrary adds the standard library of a Python, told by a file that each
// has, and Python itself where it is a library.
func (p *program) pythonLibrary(python string) {
	root := prefix(python)
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
			if f, err := p.keep(pinIn(root, filepath.FromSlash(name))); err == nil {
				p.read = append(p.read, f)
			}
		}
	}
}
