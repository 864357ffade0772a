package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim/clean"
)

// program is a command that can be run without looking for anything more: what
// is executed, and what it may read. It is made from three things only: the words of
// the command that open something, the user's PATH, and, within these bounds, what the player says of
// itself. The first line of a player chooses among the programs that PATH leads
// to; it gives nothing else. Nothing is executed to find out.
type Program struct {
	Path        string        // the file to execute
	Argv        []string      // its arguments, its own name first
	File        *PinnedFile   // what path led to when it was looked at
	opened      []*PinnedFile // what the words of the command open; nil for text, and for a program of PATH
	Read        []*PinnedFile // files and folders to read: the player, what its arguments open, and what its interpreter reads
	Dir         *PinnedFile   // what folder led to
	Script      string        // the player where an interpreter runs it; "" for a program of its own
	Folder      string        // the player where it is a folder, in which it runs; "" for a file
	impliedLine []string      // what counts as the first line of a script of a folder that has none
	Interpreter string        // the interpreter; "" for a program of its own
	onPath      bool          // PATH leads to the interpreter; else it was typed

	copied bool // the files are copies that this program made

	pinned []*PinnedFile // all of these
}

// keep has release close what was opened, and returns what it gets.
func (p *Program) Keep(f *PinnedFile, err error) (*PinnedFile, error) {
	if err == nil {
		p.pinned = append(p.pinned, f)
	}
	return f, err
}

// release closes what is held, for the launcher has it now or nobody wants it.
func (p *Program) Release() {
	for _, f := range p.pinned {
		f.Close()
	}
	p.pinned = nil
}

// resolve finds the program of a command, and the interpreter of a script:
// once the sandbox is closed, nothing can be looked for. Whoever gets it releases
// it.
func (c Command) Resolve(sandboxed bool) (*Program, error) {
	p := &Program{Argv: c.Words(), copied: c.copied}
	if err := p.locate(c, sandboxed); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

// Check returns an error if nothing can be run for a command.
func (c Command) Check(sandboxed bool) error {
	p, err := c.Resolve(sandboxed)
	if err == nil {
		p.Release()
	}
	return err
}

func (p *Program) locate(c Command, sandboxed bool) error {
	if err := p.openWords(c); err != nil {
		return err
	}
	if err := p.interpreters(c.argv[0], sandboxed); err != nil {
		return err
	}
	if p.Script == "" {
		if err := p.findScript(c); err != nil {
			return err
		}
	}
	if sandboxed {
		p.findLibrary()
	}
	return nil
}

// open finds what the words of a command lead to, as far as they open anything: the one
// place that says which files a command means.
func (p *Program) openWords(c Command) error {
	if len(c.argv) == 0 {
		return errors.New("no program")
	}
	p.opened = make([]*PinnedFile, len(c.argv))
	for i := range c.argv[1:] {
		if err := p.openArgument(c, i+1); err != nil {
			return err
		}
	}
	if err := p.openFirst(c); err != nil {
		return err
	}
	switch {
	case p.Folder != "":
		p.opened[0] = p.Dir
	case !p.onPath:
		p.opened[0] = p.File
	}
	return nil
}

// begin finds what the first word of a command means.
func (p *Program) openFirst(c Command) (err error) {
	word := c.path()
	switch {
	case isBareName(word):
		// Its own name is the path, from which some find their library.
		p.Path, err = LookPath(word)
		p.Interpreter, p.onPath, p.Argv[0] = p.Path, true, p.Path
		return p.PinPath(err)
	case !c.readable[0]:
		return fmt.Errorf("%s is a program of another machine: only its name leads to a program of this one", word)
	}
	info, err := os.Stat(word)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", word)
	case err != nil:
		return err
	case info.IsDir():
		return p.enterFolder(word)
	case isArchive(word):
		return errArchive(word)
	}
	if p.Path, err = filepath.Abs(word); err != nil {
		return err
	}
	if path := onPath(p.Path); path != "" {
		p.onPath = true
		p.Path, err = path, notShim(path)
	}
	if err := p.PinPath(err); err != nil {
		return err
	}
	if len(c.argv) == 1 && !p.onPath {
		if err := checkLink(p.Path, p.File); err != nil {
			return err
		}
	}
	if p.File.Info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return notExecutable(word, p.File)
	}
	return nil
}

// notExecutable returns the error for a file without execute permission. What cannot play at all is named by what it is.
func notExecutable(word string, f *PinnedFile) error {
	head := make([]byte, 512)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: %w", word, err)
	}
	if k := kindOf(head[:n]); k.name != "" {
		return fmt.Errorf("%s is %s: %s", word, k.name, k.advice)
	}
	advice := "chmod +x " + clean.Quoted(word)
	if isPython(word, head[:n]) {
		advice += ", or name its interpreter: " + quotedCommand("python3", word)
	}
	return fmt.Errorf("%s is not executable: %s", word, advice)
}

// isPython reports whether a file is a script for Python, by its name or its first line.
func isPython(name string, head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	return filepath.Ext(name) == ".py" || bytes.HasPrefix(line, []byte("#!")) && bytes.Contains(line, []byte("python"))
}

// PinPath opens the file to execute, unless finding its path has failed.
func (p *Program) PinPath(err error) error {
	if err != nil {
		return err
	}
	p.File, err = p.Keep(Pin(p.Path))
	if err == nil && p.File.Info.IsDir() {
		err = irregularError{p.File.Info.Mode()}
	}
	if irregular, ok := errors.AsType[irregularError](err); ok {
		return fmt.Errorf("%s is %w", p.Path, irregular)
	}
	return err
}

// interpreters puts the interpreter that a script asks for before it, until
// there is a program that this system can load. word is the player as typed.
func (p *Program) interpreters(word string, sandboxed bool) error {
	name := word
	if p.Folder != "" {
		name = filepath.Join(word, filepath.Base(p.Path))
	}
	// A script may name another script as its interpreter.
	for range 4 {
		line, err := p.firstLine(name)
		if err != nil {
			return err
		}
		if line == nil {
			return nil
		}
		interpreter, args, err := interpreterOf(line)
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
		path, err := findInterpreter(interpreter, sandboxed)
		if err != nil {
			return fmt.Errorf("%s: its first line names %w", word, err)
		}
		if path == "" {
			return fmt.Errorf("%s: its first line names %s, which is not in your PATH: to run it with that interpreter type %s",
				word, interpreter, quotedCommand(append([]string{interpreter}, p.asArguments(word)...)...))
		}
		if p.Script == "" {
			p.Script = p.Path
			if !p.onPath && p.Folder == "" {
				if err := checkLink(p.Path, p.File); err != nil {
					return err
				}
			}
		}
		p.Read = append(p.Read, p.File)
		argv := append([]string{path}, args...)
		p.Argv = append(append(argv, p.Path), p.Argv[1:]...)
		p.Path, p.Interpreter, p.onPath = path, path, true
		if err := p.PinPath(nil); err != nil {
			return fmt.Errorf("%s: its first line names %w", word, err)
		}
		name = p.Path
	}
	return fmt.Errorf("%s: too many interpreters", word)
}

// findScript finds the script of an interpreter. One that is not there would else be
// missed in the middle of the match only.
func (p *Program) findScript(c Command) error {
	if len(c.argv) > 1 && isScript(c.argv[1]) && p.opened[1] == nil {
		there := false
		if c.readable[1] { // nobody looks where words of others lead to
			_, err := os.Stat(c.argv[1])
			there = !errors.Is(err, os.ErrNotExist)
		}
		if !there {
			return fmt.Errorf("%s: no such file", c.argv[1])
		}
	}
	for _, f := range p.opened[1:] {
		if f != nil {
			p.Script, p.Interpreter = f.Name(), p.Path
			if isScript(f.Name()) && f.Info.Mode().IsRegular() {
				head := make([]byte, 512)
				n, _ := f.ReadAt(head, 0) // the interpreter says what cannot be read
				return checkScript(c.argv[slices.Index(p.opened, f)], head[:n])
			}
			break
		}
	}
	return nil
}

// isScript reports whether a name is that of a file that interpreters run.
func isScript(name string) bool { return slices.Contains(scriptExtensions, filepath.Ext(name)) }

// Endings of files that interpreters run.
var scriptExtensions = []string{".py", ".pyc", ".pyz", ".js", ".mjs", ".ts", ".rb", ".pl", ".lua", ".php", ".sh", ".jar"}

// argument opens what an argument leads to, such as the script of an interpreter: the
// player may read it. A folder that holds more than a player's own files is not meant.
func (p *Program) openArgument(c Command, i int) error {
	if !c.readable[i] {
		return nil
	}
	path, err := filepath.Abs(c.argv[i])
	if err != nil {
		return err
	}
	f, err := p.Keep(Pin(path))
	if err != nil || f.Info.IsDir() && isSharedFolder(f.Info) {
		return nil
	}
	if err := checkLink(path, f); err != nil {
		return err
	}
	p.opened[i] = f
	p.Read = append(p.Read, f)
	return nil
}

// isBareName says whether a word names a program of PATH, not one by its path.
func isBareName(word string) bool { return !strings.ContainsAny(word, "/"+string(filepath.Separator)) }

// LookPath finds the program that a name means to players: the first one in PATH that is no
// shim of a version manager.
func LookPath(name string) (string, error) {
	err := fmt.Errorf("no program named %s in PATH", name)
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path, missing := exec.LookPath(filepath.Join(dir, name))
		if missing != nil || !filepath.IsAbs(dir) {
			continue
		}
		if err = notShim(path); err == nil {
			return path, nil
		}
	}
	return "", err
}

// notShim returns an error for the shim of a version manager, which would start another program.
func notShim(path string) error {
	if filepath.Base(filepath.Dir(path)) == "shims" {
		return fmt.Errorf("%s is a shim of a version manager: put the folder of the real program first in PATH", path)
	}
	return nil
}

// onPath returns a program's path as PATH spells it: with the entry of PATH that
// its folder is, under whatever name; "" where it is none. Whatever is looked for
// beside a program is looked for from there, so that a link of a player's to the
// folder does not choose what is found.
func onPath(path string) string {
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

// typed returns the player as arguments of an interpreter that is typed: its script, and its folder if it is one.
func (p *Program) asArguments(word string) []string {
	if p.Folder == "" {
		return []string{word}
	}
	return []string{filepath.Join(word, filepath.Base(p.Path)), word}
}

// quotedCommand returns the word of a seat that is a command of these words, as it is typed in a shell.
func quotedCommand(words ...string) string { return clean.Quoted(Format(words)) }

// findInterpreter finds an interpreter that a script asks for: by its name in PATH, or
// by a path that PATH leads to as well. Without a sandbox it is any; with one it is "" where
// PATH does not lead to it.
func findInterpreter(interpreter string, sandboxed bool) (path string, err error) {
	if isBareName(interpreter) {
		return LookPath(interpreter)
	}
	if filepath.IsAbs(interpreter) {
		path = onPath(interpreter)
	}
	if path == "" && !sandboxed {
		return filepath.Abs(interpreter)
	}
	return path, notShim(path)
}

// interpreterOf reads the words of a first line: an interpreter, or env and the
// name of one, and its arguments.
func interpreterOf(line []string) (interpreter string, args []string, err error) {
	interpreter, args = line[0], line[1:]
	if filepath.Base(interpreter) != "env" {
		return interpreter, args, nil
	}
	for len(args) > 0 && (args[0] == "-S" || strings.Contains(args[0], "=")) {
		args = args[1:]
	}
	if len(args) == 0 {
		return "", nil, errors.New("its first line names no interpreter")
	}
	return args[0], args[1:], nil
}

// firstLine returns the words of a script's first line; nil for a program that
// this system can load. name is what errors call the file.
func (p *Program) firstLine(name string) ([]string, error) {
	head := make([]byte, 512)
	n, err := p.File.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(head[:n], []byte("#!"))
	if !ok {
		if p.Script == "" && p.impliedLine != nil {
			return p.impliedLine, checkScript(name, head[:n])
		}
		return nil, checkLoadable(name, head[:n])
	}
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: its first line names no interpreter", name)
	}
	return words, nil
}

// checkLoadable returns an error if the system would not execute a file.
func checkLoadable(name string, head []byte) error {
	k := kindOf(head)
	switch {
	case k.text, k.name != "" && runtime.GOOS == "linux":
		return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
	case bytes.IndexByte(head, 0) < 0 && isPython(name, head):
		return fmt.Errorf("%s is a text that names no interpreter: begin it with #!/usr/bin/env python3, or name its interpreter: %s", name, quotedCommand("python3", name))
	case bytes.IndexByte(head, 0) < 0:
		return fmt.Errorf("%s is a text that names no interpreter: a script begins with a line like #!/usr/bin/env python3", name)
	case runtime.GOOS == "linux" && !isELF(head):
		return fmt.Errorf("%s is not an executable for this system; compile it here", name)
	}
	return nil
}

// LookRealPath returns the file that a name in PATH leads to, after all links.
func LookRealPath(name string) (string, error) {
	path, err := LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(path)
}
