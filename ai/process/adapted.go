package process

import (
	"bufio"
	"bytes"
	"cmp"
	"io"

	"game-tui/sim"
)

// adapterSymbol is the name of the function by which the adapter serves, as a player of a kit has it in its
// table of symbols.
var adapterSymbol = []byte("_ZN8game_tui5serveEv")

// maxAdapted bounds where it is looked for, in bytes.
const maxAdapted = 64 << 20

// adapted reports whether the program is a player of a kit, which the adapter was linked with.
func (p *program) adapted() bool {
	if p.runner != "" || p.file == nil {
		return false
	}
	in := bufio.NewReaderSize(io.NewSectionReader(p.file, 0, maxAdapted), 1<<16)
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

// held are the limits that hold for the program. An address space, a number of files and one of processes are for
// players of kits: interpreters map far more than they use, number their files high and start threads, so
// that of others the memory is limited.
func (p *program) held(l sim.Limits) sim.Limits {
	switch {
	case l.AddressSpace == 0 && l.OpenFiles == 0 && l.Processes == 0:
	case !p.adapted():
		l.AddressSpace, l.OpenFiles, l.Processes = 0, 0, 0
	case l.AddressSpace > 0: // of which memory is a part
		l.Memory = min(cmp.Or(l.Memory, l.AddressSpace), l.AddressSpace)
	}
	return l
}
