// Package resolve finds the program of a player given on the command line, and the files that the
// player may read.
//
//	command, ok, err := resolve.Parse(resolve.NewTyped("cmd:python3 bot.py"))
//	program, err := command.Resolve(sandboxed)
//	defer program.Release()
//
// Only files named by typed words, programs in PATH and system folders become readable. Untrusted
// words and the first line of a script can only select among them. Resolving executes nothing.
package resolve

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"game-tui/sim/lazy"
	"game-tui/sim/sanitize"
)

// A Program is a resolved command. Its files are already open, because a sandboxed program cannot
// search for them.
type Program struct {
	Path        string
	Argv        []string
	File        *PinnedFile
	Readable    []*PinnedFile
	Dir         *PinnedFile // working directory, or nil
	Folder      string      // path of a player that is a folder, or empty
	Interpreter string      // path of the interpreter, or empty

	wordFiles          []*PinnedFile // file of each word, or nil if the word names none
	defaultInterpreter string        // interpreter for a script without a #! line, or empty
	interpreted        bool          // whether File is the interpreter of a script
	inPath             bool
	pinned             []*PinnedFile
}

// Keep makes Release close f unless err is set. It returns its arguments.
func (p *Program) Keep(f *PinnedFile, err error) (*PinnedFile, error) {
	if err == nil {
		p.pinned = append(p.pinned, f)
	}
	return f, err
}

// Release closes all files. Running programs are not affected.
func (p *Program) Release() {
	for _, f := range p.pinned {
		f.Close()
	}
	p.pinned = nil
}

// Resolve finds the program of a command. The caller must release the program. In a sandbox, a
// script's interpreter must be in PATH.
func (c Command) Resolve(sandboxed bool) (*Program, error) {
	p := &Program{Argv: c.Words()}
	err := p.openWords(c)
	if err == nil {
		err = p.useInterpreters(c.argv[0], sandboxed)
	}
	if err == nil && !p.interpreted {
		if len(c.argv) > 1 && isScript(c.argv[1]) && p.wordFiles[1] == nil {
			err = fmt.Errorf("%s: no such file, or it cannot be read", c.argv[1])
		} else if slices.ContainsFunc(p.wordFiles[1:], func(f *PinnedFile) bool { return f != nil }) {
			p.Interpreter = p.Path
		}
	}
	if err != nil {
		p.Release()
		return nil, err
	}
	if sandboxed {
		p.addLibraries()
	}
	return p, nil
}

// openWords opens the files that the command names. No other function may decide whether a word
// names a file.
func (p *Program) openWords(c Command) error {
	if len(c.argv) == 0 {
		return errors.New("no program")
	}
	p.wordFiles = make([]*PinnedFile, len(c.argv))
	for i := range c.argv[1:] {
		if err := p.openArgument(c, i+1); err != nil {
			return err
		}
	}
	if err := p.openProgram(c); err != nil {
		return err
	}
	switch {
	case p.Folder != "":
		p.wordFiles[0] = p.Dir
	case !p.inPath:
		p.wordFiles[0] = p.File
	}
	return nil
}

func (p *Program) openProgram(c Command) (err error) {
	word := c.path()
	switch {
	case isBareName(word):
		if p.Path, err = LookPath(word); err != nil {
			return err
		}
		p.Interpreter, p.inPath = p.Path, true
		p.Argv[0] = p.Path // some programs find their library by this path
		return p.PinPath()
	case !c.readable[0]:
		return fmt.Errorf("%s is a path on another machine; here only programs in PATH can run", word)
	}
	info, err := os.Stat(word)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file", word)
	case err != nil:
		return err
	case info.IsDir():
		return p.useFolder(word)
	}
	if p.Path, err = filepath.Abs(word); err != nil {
		return err
	}
	if path := pathInPATH(p.Path); path != "" {
		p.Path, p.inPath = path, true
		if err := checkShim(path); err != nil {
			return err
		}
	}
	if err := p.PinPath(); err != nil {
		return err
	}
	if len(c.argv) == 1 && !p.inPath {
		if err := checkLink(p.Path, p.File); err != nil {
			return err
		}
	}
	if !isExecutable(p.File) {
		return errNotExecutable(word)
	}
	return nil
}

func isExecutable(f *PinnedFile) bool { return f.Info.Mode()&0o111 != 0 || runtime.GOOS == "windows" }

func errNotExecutable(word string) error {
	quoted := sanitize.ShellQuote(word)
	return fmt.Errorf("%s is not executable; unpack it if it is an archive, run chmod +x %s, or name the interpreter, as in cmd:python3 %s", word, quoted, quoted)
}

func (p *Program) PinPath() (err error) {
	p.File, err = p.Keep(Pin(p.Path))
	if err == nil && p.File.Info.IsDir() {
		err = errIrregular
	}
	if errors.Is(err, errIrregular) {
		return fmt.Errorf("%s is %w", p.Path, err)
	}
	return err
}

// openArgument opens the file named by argument i, if any. It does not open shared folders.
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
	p.wordFiles[i] = f
	p.Readable = append(p.Readable, f)
	return nil
}

// missingFilePattern matches messages from Python, the dynamic loader and shells about unreadable
// files.
var missingFilePattern = lazy.Regexp(`No module named '|ermission denied: '|loading shared libraries: |cannot open `)

// Hint returns advice about the last line that a player printed, or an empty string.
func (p *Program) Hint(lastLine string) string {
	if p.Folder == "" && missingFilePattern().MatchString(lastLine) {
		return "; the player may only read its own file; put all its files into a folder and name that folder"
	}
	return ""
}

var adapterSymbol = []byte("_ZN8game_tui5serveEv")

const maxKitProgram = 64 << 20

// IsKitPlayer reports whether the program is linked with the adapter of package kit.
func (p *Program) IsKitPlayer() bool {
	if p.Interpreter != "" || p.File == nil {
		return false
	}
	in := bufio.NewReaderSize(io.NewSectionReader(p.File, 0, maxKitProgram), 1<<16)
	for {
		window, err := in.Peek(1 << 16)
		if bytes.Contains(window, adapterSymbol) {
			return true
		}
		if err != nil {
			return false
		}
		_, _ = in.Discard(len(window) - len(adapterSymbol))
	}
}
