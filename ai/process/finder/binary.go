package finder

import (
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process/sandbox"

	"game-tui/sim/sanitize"
)

// Binaries come from strangers, and the parsers of the standard library trust the sizes and types
// in them. So a separate process parses them, in the sandbox of a player.
func init() {
	if len(os.Args) < 4 || os.Args[1] != sandbox.InspectWord {
		return
	}
	f, err := os.Open(os.Args[2])
	if err == nil {
		var names []string
		if names, err = namesIn(f, os.Args[3], os.Args[4:]); err == nil {
			for _, name := range names {
				fmt.Println(name)
			}
			os.Exit(0)
		}
	}
	fmt.Fprintln(os.Stderr, sanitize.Line(err.Error()))
	os.Exit(1)
}

const (
	askImports   = "imports"   // which of the given library functions a program imports
	askSymbols   = "symbols"   // non-constant variables of an object file
	askVariables = "variables" // non-constant variables of a program that the given source declares
)

// namesIn answers a question about a binary.
func namesIn(r io.ReaderAt, question string, words []string) ([]string, error) {
	f, err := elf.NewFile(r)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if slices.ContainsFunc(f.Sections, compressed) {
		return nil, fmt.Errorf("a section is compressed") // to any size
	}
	switch {
	case question == askImports:
		return importsOf(f, words)
	case question == askSymbols:
		return symbolsOf(f)
	case question == askVariables && len(words) == 1:
		return variablesOf(f, words[0])
	}
	return nil, fmt.Errorf("no such question: %s", question)
}

func compressed(s *elf.Section) bool {
	return s.Flags&elf.SHF_COMPRESSED != 0 || strings.HasPrefix(s.Name, ".zdebug")
}

func importsOf(f *elf.File, wanted []string) (names []string, err error) {
	symbols, err := f.ImportedSymbols()
	for _, sym := range symbols {
		if name := readable(sym.Name); slices.Contains(wanted, name) {
			names = append(names, name)
		}
	}
	return distinct(names), err
}

func symbolsOf(f *elf.File) (names []string, err error) {
	symbols, err := f.Symbols()
	for _, sym := range symbols {
		if elf.ST_TYPE(sym.Info) == elf.STT_OBJECT && int(sym.Section) < len(f.Sections) && f.Sections[sym.Section].Flags&elf.SHF_WRITE != 0 &&
			!strings.HasPrefix(sym.Name, "_ZT") && !strings.HasPrefix(sym.Name, "_ZGV") {
			names = append(names, sanitize.Truncate(readable(sym.Name), 60))
		}
	}
	return distinct(names), err
}

// variablesOf lists static variables that can change, such as "AIMine.cc:31: turns".
func variablesOf(f *elf.File, source string) (names []string, err error) {
	data, err := f.DWARF()
	if err != nil {
		return nil, err
	}
	r := data.Reader()
	var files []*dwarf.LineFile
	for {
		e, err := r.Next()
		if e == nil || err != nil {
			return distinct(names), err
		}
		switch e.Tag {
		case dwarf.TagCompileUnit:
			files = nil
			if lines, err := data.LineReader(e); err == nil && lines != nil {
				files = lines.Files()
			}
		case dwarf.TagVariable:
			declared := variable(data, e)
			if declared == nil {
				continue
			}
			name, _ := declared.Val(dwarf.AttrName).(string)
			file, _ := declared.Val(dwarf.AttrDeclFile).(int64)
			line, _ := declared.Val(dwarf.AttrDeclLine).(int64)
			if baseOf(files, file) == source {
				names = append(names, fmt.Sprint(source, ":", line, ": ", sanitize.Truncate(name, 60)))
			}
		}
	}
}

// variable returns the declaration of a variable, or nil if it has no address or is constant.
func variable(data *dwarf.Data, e *dwarf.Entry) *dwarf.Entry {
	at, _ := e.Val(dwarf.AttrLocation).([]byte)
	const address = 3 // DW_OP_addr
	if len(at) == 0 || at[0] != address {
		return nil
	}
	if member, ok := e.Val(dwarf.AttrSpecification).(dwarf.Offset); ok {
		if e = entryAt(data, member); e == nil {
			return nil
		}
	}
	// data.Type would follow recursive types until the stack overflows.
	offset, _ := e.Val(dwarf.AttrType).(dwarf.Offset)
	if typ := entryAt(data, offset); typ == nil || typ.Tag == dwarf.TagConstType {
		return nil
	}
	return e
}

func entryAt(data *dwarf.Data, offset dwarf.Offset) *dwarf.Entry {
	r := data.Reader()
	r.Seek(offset)
	e, err := r.Next()
	if err != nil {
		return nil
	}
	return e
}

func baseOf(files []*dwarf.LineFile, i int64) string {
	if i < 0 || i >= int64(len(files)) || files[i] == nil {
		return ""
	}
	return filepath.Base(files[i].Name)
}

// readable returns the name in a mangled symbol, without types.
func readable(symbol string) string {
	if !strings.HasPrefix(symbol, "_Z") {
		return symbol
	}
	var words []string
	if strings.HasPrefix(symbol, "_ZNS") {
		words = append(words, "std")
	}
	for i := 2; i < len(symbol); i++ {
		n := 0
		for ; i < len(symbol) && '0' <= symbol[i] && symbol[i] <= '9' && n < len(symbol); i++ {
			n = 10*n + int(symbol[i]-'0')
		}
		if n > 0 && i+n <= len(symbol) {
			words = append(words, symbol[i:i+n])
			i += n - 1
		}
	}
	return strings.Join(words, "::")
}
