package resolve

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim/lazy"
)

// missing matches what Python, the loader and shells print about a file that they cannot read.
var missing = lazy.Regexp(`(?:No module named '|ermission denied: '|loading shared libraries: |cannot open )([^':]{1,200})`)

// Hint returns what to do about the last line that a player wrote, or an empty string.
func (p *Program) Hint(last string) string {
	if p.Folder != "" && filepath.Ext(p.Script) == ".sh" && strings.Contains(last, "fork") {
		return "; a player is a single process: begin the line of the program with exec"
	}
	found := missing().FindStringSubmatch(last)
	if p.Folder != "" || p.copied || found == nil {
		return ""
	}
	dir, file := filepath.Split(cmp.Or(p.Script, p.Path))
	name := filepath.Base(found[1]) // only its existence is checked: the player chose the name
	if strings.HasPrefix(found[0], "No module") {
		name, _, _ = strings.Cut(found[1], ".")
	}
	if name == "" || name == "." || name == ".." || !isBareName(name) {
		return ""
	}
	for _, name := range []string{name, name + ".py"} {
		_, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case err == nil && slices.Contains(entryNames, file):
			return "; name the folder: " + dir
		case err == nil:
			return fmt.Sprintf("; it may not read %s: put both into a folder of their own and name that folder", name)
		}
	}
	return ""
}

// adapterSymbol is a function of the adapter of the kits.
var adapterSymbol = []byte("_ZN8game_tui5serveEv")

// maxKitProgram is how many bytes of a program are searched.
const maxKitProgram = 64 << 20

// IsKitPlayer reports whether the program was linked with the adapter of the kits.
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
