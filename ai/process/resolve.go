package process

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
type program struct {
	command Command
	path    string        // the file to execute
	argv    []string      // its arguments, its own name first
	file    *pinnedFile   // what path led to when it was looked at
	words   []*pinnedFile // what the words of the command open; nil for text, and for a program of PATH
	read    []*pinnedFile // files and folders to read: the player, what its arguments open, and what its interpreter reads
	dir     *pinnedFile   // what folder led to
	script  string        // the player where an interpreter runs it; "" for a program of its own
	folder  string        // the player where it is a folder, in which it runs; "" for a file
	first   []string      // what counts as the first line of a script of a folder that has none
	runner  string        // the interpreter; "" for a program of its own
	onPath  bool          // PATH leads to the interpreter; else it was typed

	pinned []*pinnedFile // all of these
}

// keep has release close what was opened, and returns what it gets.
func (p *program) keep(f *pinnedFile, err error) (*pinnedFile, error) {
	if err == nil {
		p.pinned = append(p.pinned, f)
	}
	return f, err
}

// release closes what is held, for the launcher has it now or nobody wants it.
func (p *program) release() {
	for _, f := range p.pinned {
		f.Close()
	}
	p.pinned = nil
}

// resolve finds the program of a command, and the interpreter of a script:
// once the sandbox is closed, nothing can be looked for. Whoever gets it releases
// it.
func (s Spec) resolve() (*program, error) {
	p := &program{command: s.Command, argv: s.Command.Words()}
	if err := p.find(s.Command, s.Sandbox); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *program) find(c Command, mode Mode) error {
	if err := p.open(c); err != nil {
		return err
	}
	if err := p.interpreters(c.argv[0], mode); err != nil {
		return err
	}
	if p.script == "" {
		if err := p.findScript(c); err != nil {
			return err
		}
	}
	if mode != Off {
		p.findLibrary()
	}
	return nil
}

// open finds what the words of a command lead to, as far as they open anything: the one
// place that says which files a command means.
func (p *program) open(c Command) error {
	if len(c.argv) == 0 {
		return errors.New("no program")
	}
	p.words = make([]*pinnedFile, len(c.argv))
	for i := range c.argv[1:] {
		if err := p.argument(c, i+1); err != nil {
			return err
		}
	}
	if err := p.begin(c); err != nil {
		return err
	}
	switch {
	case p.folder != "":
		p.words[0] = p.dir
	case !p.onPath:
		p.words[0] = p.file
	}
	return nil
}

// begin finds what the first word of a command means.
func (p *program) begin(c Command) (err error) {
	word := c.path()
	switch {
	case isName(word):
		// Its own name is the path, from which some find their library.
		p.path, err = LookPath(word)
		p.runner, p.onPath, p.argv[0] = p.path, true, p.path
		return p.pinPath(err)
	case !c.opens[0]:
		return fmt.Errorf("%s is a program of another machine: only its name leads to a program of this one", word)
	}
	info, err := os.Stat(word)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", word)
	case err != nil:
		return err
	case info.IsDir():
		return p.enter(word)
	case isArchive(word):
		return errArchive(word)
	}
	if p.path, err = filepath.Abs(word); err != nil {
		return err
	}
	if path := onPath(p.path); path != "" {
		p.onPath = true
		p.path, err = path, notShim(path)
	}
	if err := p.pinPath(err); err != nil {
		return err
	}
	if len(c.argv) == 1 && !p.onPath {
		if err := checkLink(p.path, p.file); err != nil {
			return err
		}
	}
	if p.file.info.Mode()&0o111 == 0 && runtime.GOOS != "windows" {
		return notExecutable(word, p.file)
	}
	return nil
}

// notExecutable returns the error for a file without execute permission. What cannot play at all is named by what it is.
func notExecutable(word string, f *pinnedFile) error {
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

// pinPath opens the file to execute, unless finding its path has failed.
func (p *program) pinPath(err error) error {
	if err != nil {
		return err
	}
	p.file, err = p.keep(pin(p.path))
	if err == nil && p.file.info.IsDir() {
		err = notRegularError{p.file.info.Mode()}
	}
	if irregular, ok := errors.AsType[notRegularError](err); ok {
		return fmt.Errorf("%s is %w", p.path, irregular)
	}
	return err
}

// interpreters puts the interpreter that a script asks for before it, until
// there is a program that this system can load. word is the player as typed.
func (p *program) interpreters(word string, mode Mode) error {
	name := word
	if p.folder != "" {
		name = filepath.Join(word, filepath.Base(p.path))
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
		path, err := leadsTo(interpreter, mode)
		if err != nil {
			return fmt.Errorf("%s: its first line names %w", word, err)
		}
		if path == "" {
			return fmt.Errorf("%s: its first line names %s, which is not in your PATH: to run it with that interpreter type %s",
				word, interpreter, quotedCommand(append([]string{interpreter}, p.typed(word)...)...))
		}
		if p.script == "" {
			p.script = p.path
			if !p.onPath && p.folder == "" {
				if err := checkLink(p.path, p.file); err != nil {
					return err
				}
			}
		}
		p.read = append(p.read, p.file)
		argv := append([]string{path}, args...)
		p.argv = append(append(argv, p.path), p.argv[1:]...)
		p.path, p.runner, p.onPath = path, path, true
		if err := p.pinPath(nil); err != nil {
			return fmt.Errorf("%s: its first line names %w", word, err)
		}
		name = p.path
	}
	return fmt.Errorf("%s: too many interpreters", word)
}

// findScript finds the script of an interpreter. One that is not there would else be
// missed in the middle of the match only.
func (p *program) findScript(c Command) error {
	if len(c.argv) > 1 && isScript(c.argv[1]) && p.words[1] == nil {
		there := false
		if c.opens[1] { // nobody looks where words of others lead to
			_, err := os.Stat(c.argv[1])
			there = !errors.Is(err, os.ErrNotExist)
		}
		if !there {
			return fmt.Errorf("%s: no such file", c.argv[1])
		}
	}
	for _, f := range p.words[1:] {
		if f != nil {
			p.script, p.runner = f.Name(), p.path
			if isScript(f.Name()) && f.info.Mode().IsRegular() {
				head := make([]byte, 512)
				n, _ := f.ReadAt(head, 0) // the interpreter says what cannot be read
				return checkScript(c.argv[slices.Index(p.words, f)], head[:n])
			}
			break
		}
	}
	return nil
}

// isScript reports whether a name is that of a file that interpreters run.
func isScript(name string) bool { return slices.Contains(scripts, filepath.Ext(name)) }

// Endings of files that interpreters run.
var scripts = []string{".py", ".pyc", ".pyz", ".js", ".mjs", ".ts", ".rb", ".pl", ".lua", ".php", ".sh", ".jar"}

// argument opens what an argument leads to, such as the script of an interpreter: the
// player may read it. A folder that holds more than a player's own files is not meant.
func (p *program) argument(c Command, i int) error {
	if !c.opens[i] {
		return nil
	}
	path, err := filepath.Abs(c.argv[i])
	if err != nil {
		return err
	}
	f, err := p.keep(pin(path))
	if err != nil || f.info.IsDir() && isCommon(f.info) {
		return nil
	}
	if err := checkLink(path, f); err != nil {
		return err
	}
	p.words[i] = f
	p.read = append(p.read, f)
	return nil
}

// isName says whether a word names a program of PATH, not one by its path.
func isName(word string) bool { return !strings.ContainsAny(word, "/"+string(filepath.Separator)) }

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
func (p *program) typed(word string) []string {
	if p.folder == "" {
		return []string{word}
	}
	return []string{filepath.Join(word, filepath.Base(p.path)), word}
}

// quotedCommand returns the word of a seat that is a command of these words, as it is typed in a shell.
func quotedCommand(words ...string) string { return clean.Quoted(Written(words)) }

// leadsTo finds an interpreter that a script asks for: by its name in PATH, or
// by a path that PATH leads to as well. Without a sandbox it is any; with one it is "" where
// PATH does not lead to it.
func leadsTo(interpreter string, mode Mode) (path string, err error) {
	if isName(interpreter) {
		return LookPath(interpreter)
	}
	if filepath.IsAbs(interpreter) {
		path = onPath(interpreter)
	}
	if path == "" && mode == Off {
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
func (p *program) firstLine(name string) ([]string, error) {
	head := make([]byte, 512)
	n, err := p.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(head[:n], []byte("#!"))
	if !ok {
		if p.script == "" && p.first != nil {
			return p.first, checkScript(name, head[:n])
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
