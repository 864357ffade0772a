package process

import (
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"game-tui/ai/process/kit"
	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
)

// ofSystem matches names of object files that kits have for several systems, such as AIDummy.o.Linux64.
var ofSystem = lazy.Regexp(`(?i)\.o\.(linux|mac|darwin|osx|win)[a-z0-9_-]*$`)

// sourceEndings are the endings of sources, object files last.
var sourceEndings = []string{".cc", ".cpp", ".c", ".go", ".o"}

// SourceEnding returns the ending that says how a source is compiled or linked, ".o" for any object file, or "" for
// other files.
func SourceEnding(name string) string {
	ext := filepath.Ext(name)
	switch {
	case ofSystem().MatchString(name):
		return ".o"
	case slices.Contains(sourceEndings, ext):
		return ext
	}
	return ""
}

// IsSource reports whether a file of that name has to be compiled or linked.
func IsSource(name string) bool { return SourceEnding(name) != "" }

// withoutSystem returns the name of an object file without the system that it is for.
func withoutSystem(name string) string { return ofSystem().ReplaceAllString(name, ".o") }

// A fileKind is what a file is by its first bytes.
type fileKind struct {
	name   string // as in "X is NAME"; "" for text and for what is not known
	advice string // what to do with it
	text   bool   // it is text that nothing can read
	elf    bool
	native bool // it is for this system and processor
	linked bool // it is a program or a library, not an object file
}

// kindOf returns the kind of a file by its first bytes, at least 64 if there are that many.
func kindOf(head []byte) fileKind {
	starts := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < 64:
		return fileKind{name: "empty", advice: "save, copy or build it again", text: true}
	case starts("PK\x03\x04"):
		return fileKind{name: "a zip archive", advice: "unzip it"}
	case starts("\x1f\x8b"):
		return fileKind{name: "a gzip archive", advice: "unpack it"}
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return fileKind{name: "text in UTF-16, as PowerShell and Notepad write it", advice: "save it as UTF-8", text: true}
	case starts(elf.ELFMAG) && len(head) >= 20:
		return elfKind(head)
	case starts("\xcf\xfa\xed\xfe"), starts("\xce\xfa\xed\xfe"), starts("\xca\xfe\xba\xbe"):
		return macKind(head)
	case starts("MZ"):
		return fileKind{name: "a program of Windows", advice: "compile it on Linux", linked: true}
	case starts("\x64\x86"), starts("\x4c\x01"), starts("\x64\xaa"):
		return fileKind{name: "an object file of Windows", advice: "ask for one made on Linux"}
	}
	return matchKind(head)
}

// matchKind returns the kind of a recording or a configuration of a game, by its first words.
func matchKind(head []byte) fileKind {
	s := res.NewScanner(head)
	switch word := string(s.Word()); {
	case (word == "Game" || word == "SecGame") && string(s.Word()) == "Seed":
		return fileKind{name: "a recording of a match", advice: "watch it with game-tui watch; players are programs", text: true}
	case strings.TrimSpace(word) != "" && s.Word() != nil && string(s.Word()) == "NUM_PLAYERS":
		return fileKind{name: "a configuration of a game", advice: "play it with --input; players are programs", text: true}
	}
	return fileKind{}
}

// machines are processors by their number in ELF files.
var machines = map[elf.Machine]string{elf.EM_X86_64: "x86-64", elf.EM_AARCH64: "arm64", elf.EM_386: "32-bit x86", elf.EM_ARM: "32-bit arm", elf.EM_RISCV: "riscv"}

// native is the machine of this system, if it is one of those that run sandboxes.
var native = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}[runtime.GOARCH]

// elfKind returns the kind of a file that begins with the header of ELF.
func elfKind(head []byte) fileKind {
	var order binary.ByteOrder = binary.LittleEndian
	if head[5] == byte(elf.ELFDATA2MSB) {
		order = binary.BigEndian
	}
	k := fileKind{name: "an object file", elf: true}
	if elf.Type(order.Uint16(head[16:])) != elf.ET_REL {
		k.name, k.linked = "a linked program", true
	}
	machine := elf.Machine(order.Uint16(head[18:]))
	if k.native = machine == native || native == 0; k.native {
		return k
	}
	name, ok := machines[machine]
	if !ok {
		name = "unknown"
	}
	k.name += fmt.Sprintf(" for another processor (%s)", name)
	k.advice = "ask for one made for " + machines[native]
	return k
}

// macKind returns the kind of a file that begins with the magic number of Mach-O.
func macKind(head []byte) fileKind {
	k := fileKind{name: "a program of a Mac", advice: "ask for one made on Linux", linked: true}
	if len(head) < 16 || head[0] == 0xca {
		return k
	}
	if binary.LittleEndian.Uint32(head[12:]) == 1 { // MH_OBJECT
		k.name, k.linked = "an object file of a Mac", false
	}
	switch binary.LittleEndian.Uint32(head[4:]) {
	case 0x0100000c:
		k.name += " (arm64)"
	case 0x01000007:
		k.name += " (x86-64)"
	}
	return k
}

// checkSource refuses a file that no compiler or linker of this system can use, by what it holds.
func checkSource(name string, text []byte) error {
	k := kindOf(text[:min(len(text), 512)])
	isObject := SourceEnding(name) == ".o"
	switch {
	case isObject && k.elf && k.native && !k.linked, !isObject && k.name == "":
		return nil
	case k.name == "":
		k.name, k.advice = "not an object file", "a source ends in .cc"
	case k.elf && k.native && k.linked:
		k.name, k.advice = "a linked program, "+notKind(isObject), "name it "+strings.TrimSuffix(withoutSystem(name), filepath.Ext(withoutSystem(name)))+BuiltEnding
	case k.elf && k.native:
		k.name, k.advice = k.name+", "+notKind(isObject), "name it "+strings.TrimSuffix(name, filepath.Ext(name))+".o"
	case isObject && kit.Comes(name) && !k.linked && strings.HasPrefix(k.name, "an object"):
		k.advice = "use the kit's AIDummy.o.Linux64"
	}
	return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
}

// notKind returns what a file was expected to be.
func notKind(isObject bool) string {
	if isObject {
		return "not an object file"
	}
	return "not a source"
}

// checkScript refuses a script that no interpreter can read. What it is called may be anything: some interpreters
// read archives.
func checkScript(name string, head []byte) error {
	if k := kindOf(head); k.text {
		return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
	}
	return nil
}

// fits reports whether a program that was linked from an object file and a kit says that they go together. A program
// that says nothing has the match to show what is wrong.
func fits(ctx context.Context, c Command) (ok bool) {
	ok = true
	p := newPlayer(Spec{Command: c, Limits: sim.JudgeLimits, Sandbox: Require})
	defer p.Close()
	if p.run(); p.out != nil {
		return true
	}
	p.greet(ctx, []byte("fits 1\n"), func() error {
		h, err := p.in.expect("fits", 1, 3)
		ok = err != nil || string(h[2]) != "no"
		return err
	})
	return ok
}
