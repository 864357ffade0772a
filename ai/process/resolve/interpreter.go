package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// useInterpreters replaces a script with its interpreter, and makes the script an argument.
func (p *Program) useInterpreters(word string, sandboxed bool) error {
	name := word
	if p.Folder != "" {
		name = filepath.Join(word, filepath.Base(p.Path))
	}
	for range 4 { // an interpreter may itself be a script
		line, err := p.readInterpreter(name)
		if err != nil {
			return err
		}
		if line == nil {
			return nil
		}
		path, err := findInterpreter(line[0], sandboxed)
		if err != nil {
			return fmt.Errorf("%s: cannot run its interpreter: %w", word, err)
		}
		if !p.interpreted && !p.inPath && p.Folder == "" {
			if err := checkLink(p.Path, p.File); err != nil {
				return err
			}
		}
		p.interpreted = true
		p.Readable = append(p.Readable, p.File)
		p.Argv = slices.Concat([]string{path}, line[1:], []string{p.Path}, p.Argv[1:])
		p.Path, p.Interpreter, p.inPath = path, path, true
		if err := p.PinPath(); err != nil {
			return fmt.Errorf("%s: cannot run its interpreter: %w", word, err)
		}
		name = p.Path
	}
	return fmt.Errorf("%s: too many nested interpreters", word)
}

func isScript(name string) bool { return slices.Contains(scriptExtensions, filepath.Ext(name)) }

var scriptExtensions = []string{".py", ".pyc", ".pyz", ".js", ".mjs", ".ts", ".rb", ".pl", ".lua", ".php", ".sh", ".jar"}

// checkLoadable returns an error if the system cannot execute a file.
func checkLoadable(name string, head []byte) error {
	if err := checkText(name, head); err != nil {
		return err
	}
	switch {
	case bytes.IndexByte(head, 0) < 0:
		return fmt.Errorf("%s is a text file that names no interpreter; begin a script with a line such as #!/usr/bin/env python3", name)
	case runtime.GOOS == "linux" && !isELF(head):
		return fmt.Errorf("%s is not an executable for this system; compile it here", name)
	}
	return nil
}

// findInterpreter returns an interpreter's path. In a sandbox, the interpreter must be in PATH.
func findInterpreter(interpreter string, sandboxed bool) (path string, err error) {
	if isBareName(interpreter) {
		return LookPath(interpreter)
	}
	if filepath.IsAbs(interpreter) {
		path = pathInPATH(interpreter)
	}
	switch {
	case path != "":
		return path, checkShim(path)
	case sandboxed:
		return "", fmt.Errorf("%s is not in your PATH", interpreter)
	}
	return filepath.Abs(interpreter)
}

// readInterpreter returns a script's interpreter and arguments, without a leading env, or nil for a
// program.
func (p *Program) readInterpreter(name string) ([]string, error) {
	head := make([]byte, 512)
	n, err := p.File.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(head[:n], []byte("#!"))
	if !ok {
		if !p.interpreted && p.defaultInterpreter != "" {
			return []string{p.defaultInterpreter}, checkText(name, head[:n])
		}
		return nil, checkLoadable(name, head[:n])
	}
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	words := strings.Fields(string(line))
	if len(words) > 0 && filepath.Base(words[0]) == "env" {
		words = words[1:]
		for len(words) > 0 && (words[0] == "-S" || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: its first line names no interpreter", name)
	}
	return words, nil
}

// LookPath is like exec.LookPath, but skips relative folders and shims of version managers.
func LookPath(name string) (string, error) {
	err := fmt.Errorf("no program named %s in PATH", name)
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path, missing := exec.LookPath(filepath.Join(dir, name))
		if missing != nil || !filepath.IsAbs(dir) {
			continue
		}
		if err = checkShim(path); err == nil {
			return path, nil
		}
	}
	return "", err
}

func checkShim(path string) error {
	if filepath.Base(filepath.Dir(path)) == "shims" {
		return fmt.Errorf("%s is a version manager's shim; put the real program's folder first in PATH", path)
	}
	return nil
}

// LookRealPath is like LookPath but also resolves symbolic links.
func LookRealPath(name string) (string, error) {
	path, err := LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}

// pathInPATH returns the program's path in PATH, or an empty string if its folder is not in PATH.
// So a player's own link to that folder cannot change where libraries are found.
func pathInPATH(path string) string {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return ""
	}
	for _, entry := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(entry) {
			continue
		}
		if other, err := os.Stat(entry); err == nil && os.SameFile(info, other) {
			return filepath.Join(entry, filepath.Base(path))
		}
	}
	return ""
}

var SystemLibraryDirs = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib", "/usr/local/lib64",
	"/nix/store", "/gnu/store",
}

func (p *Program) addLibraries() {
	for _, dir := range LibraryDirs() {
		if f, err := p.Keep(Pin(dir)); err == nil && !isSharedFolder(f.Info) {
			p.Readable = append(p.Readable, f)
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
	typed := p.inPath
	if path := pathInPATH(real); path != "" && !p.inPath {
		real, typed = path, true
	}
	// Links outside PATH may be untrusted. For these, only Python's own library becomes readable.
	p.addLibraryOf(real, !typed)
}

// addLibraryOf makes the library next to an interpreter's bin folder readable. Symbolic links must
// stay in the installation or lead to a system library.
func (p *Program) addLibraryOf(path string, pythonOnly bool) {
	bin, name := filepath.Split(path)
	if filepath.Base(bin) != "bin" || pythonOnly && !strings.HasPrefix(name, "python") {
		return
	}
	root, err := os.OpenRoot(filepath.Dir(filepath.Clean(bin)))
	if err != nil {
		return
	}
	defer root.Close()
	info, err := root.Stat(".")
	isDotLocal := func(home string) bool { // ~/.local also contains user data
		local, err := os.Stat(filepath.Join(home, ".local"))
		return err == nil && os.SameFile(info, local)
	}
	if err != nil || isSharedFolder(info) || slices.ContainsFunc(homeFolders(), isDotLocal) {
		return
	}
	names := []string{"lib", "lib64", "libexec", "share", "pyvenv.cfg"}
	if pythonOnly {
		names = pythonLibrary(root.FS())
	}
	for _, name := range names {
		f, err := p.Keep(PinIn(root, filepath.FromSlash(name)))
		if err != nil {
			real, rerr := filepath.EvalSymlinks(filepath.Join(root.Name(), name))
			if rerr == nil && isInSystemLibrary(real) {
				f, err = p.Keep(Pin(real))
			}
		}
		if err == nil {
			p.Readable = append(p.Readable, f)
		}
	}
}

func isInSystemLibrary(path string) bool {
	return slices.ContainsFunc(SystemLibraryDirs, func(dir string) bool {
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

// LibraryDirs returns the absolute paths in LD_LIBRARY_PATH, except shared folders.
func LibraryDirs() (list []string) {
	for _, dir := range filepath.SplitList(os.Getenv(LibraryPathVariable)) {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && !isSharedFolder(info) {
			list = append(list, dir)
		}
	}
	return list
}
