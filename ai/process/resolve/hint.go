package resolve

import (
	"bufio"
	"bytes"
	"io"

	"game-tui/sim/lazy"
)

// missing matches what Python, the loader and shells print about a file that they cannot read.
var missing = lazy.Regexp(`No module named '|ermission denied: '|loading shared libraries: |cannot open `)

// Hint returns what to do about the last line that a player wrote, or an empty string.
func (p *Program) Hint(last string) string {
	if p.Folder == "" && missing().MatchString(last) {
		return "; it may only read its own file: put all files into a folder and name that folder"
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
