package resolve

import (
	"bufio"
	"bytes"
	"io"

	"game-tui/sim/lazy"
)

// missing matches messages of Python, the dynamic loader and shells about unreadable files.
var missing = lazy.Regexp(`No module named '|ermission denied: '|loading shared libraries: |cannot open `)

// Hint returns advice on the last line that a player printed, or an empty string.
func (p *Program) Hint(last string) string {
	if p.Folder == "" && missing().MatchString(last) {
		return "; it may only read its own file: put all files into a folder and name that folder"
	}
	return ""
}

var adapterSymbol = []byte("_ZN8game_tui5serveEv")

const maxKitProgram = 64 << 20

// IsKitPlayer reports whether the program is linked with the kits' adapter.
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
