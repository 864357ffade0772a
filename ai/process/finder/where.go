package finder

import (
	"cmp"
	"context"
	"debug/dwarf"
	"debug/elf"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/sim/clean"
)

// most is how many lines or names a finding has.
const most = 5

// warned is a warning of the compiler that means a bug, or may. Others are of style.
var warned = regexp.MustCompile(`(?m)^(?:.*/)?([^/:\n]+:\d+):\d+: warning: (.*) \[-W(?:maybe-uninitialized|uninitialized|init-self|return-type|return-local-addr|array-bounds|stringop-\S+|dangling-\S+|use-after-free|free-nonheap-object|div-by-zero|aggressive-loop-optimizations|sequence-point|null-dereference|nonnull|overflow|shift-\S+|infinite-recursion|class-memaccess|memset-\S+)=?\]`)

// warnings tells of what the compiler warned of.
func (s *search) warnings(said []string) {
	var lines []string
	for _, m := range warned.FindAllStringSubmatch(strings.Join(said, "\n"), -1) {
		if s.own(m[1]) {
			lines = append(lines, clean.Short(m[1]+": "+m[2], 160))
		}
	}
	if lines = distinct(lines); len(lines) > 0 {
		s.tell(Finding{What: "the compiler warns", Where: lines})
	}
}

// distinct drops what is there already, and what is too much.
func distinct(lines []string) (list []string) {
	for _, line := range lines {
		if len(list) < most && !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}

// wrong is what sanitizers and containers call what they found.
var wrong = regexp.MustCompile(`runtime error: (.*)|AddressSanitizer: (attempting [a-z-]+|[a-zA-Z-]+)|Assertion '(.*)' failed|^Error: (.*)`)

// place is a line of a source in what they say, with its function where that is known; or a function
// of a program that has no lines.
var place = regexp.MustCompile(`(?: 0x\w+:? (?:in )?(.*?) \(?)?(?:\S*/)?([^\s/():]+:\d+)(?::\d+)?(?:$|\)|: runtime)|(?:at|by) 0x\w+: (.*) \(in `)

// checks shows the match to a program with the checks of the compiler, which ends at the first fault.
func (s *search) checks(ctx context.Context, program built) {
	if s.lacks(program) {
		return
	}
	replies := s.replay(ctx, s.states, "", 1, program).replies
	last := replies[len(replies)-1]
	what, where := s.told(last.Said, wrong)
	slow := halted(last.Out) && !halted(s.base.replies[len(s.base.replies)-1].Out)
	if last.Out == nil {
		return
	}
	if what == "" || slow {
		s.tell(Finding{What: fmt.Sprintf("%s: with the checks of the compiler it is out after %d rounds: %s", partly, len(replies)-1, last.Out.Detail)})
		return
	}
	if halted(last.Out) {
		what = "was here when it took too much"
	}
	s.tell(Finding{Wrong: true, What: fmt.Sprintf("%s (%s)", what, s.at(len(replies)-1)), Where: where})
}

// told finds what was said to be wrong in some lines, and the first place of the player after it.
func (s *search) told(said []string, wrong *regexp.Regexp) (what string, where []string) {
	for _, text := range said {
		if m := wrong.FindStringSubmatch(text); m != nil && what == "" {
			what = clean.Short(strings.Join(m[1:], ""), 120)
		}
		m := place.FindStringSubmatch(text)
		switch {
		case m == nil || what == "":
		case s.own(m[2]):
			return what, []string{strings.TrimSuffix(m[2]+": "+clean.Short(m[1], 80), ": ")}
		case !s.source && strings.HasPrefix(m[3], s.name+"::"):
			return what, []string{clean.Short(m[3], 80)}
		}
	}
	return what, nil
}

// own reports whether a place lies in the player's source.
func (s *search) own(place string) bool {
	return strings.HasPrefix(place, filepath.Base(s.File.String())+":")
}

// faults are what valgrind calls what it finds.
var faults = regexp.MustCompile(`==\d+== (Conditional jump.*|Use of uninit.*|Invalid .*|Syscall param .*|Mismatched .*|Source and dest.*|Argument .*)`)

// trace shows the match to a program of which valgrind sees every step, where something is wrong and has
// no line yet. Of an object file it tells functions.
func (s *search) trace(ctx context.Context, program built) error {
	if s.bugs == 0 || s.marked {
		return nil
	}
	if s.source {
		if program = s.start(ctx, traced)(); s.lacks(program) {
			return nil
		}
	}
	said, err := process.Trace(ctx, program.Program(), s.Init, s.states[:cmp.Or(s.until, len(s.states))])
	if what, where := s.told(said, faults); len(where) > 0 {
		s.tell(Finding{What: "valgrind says: " + what, Where: where})
	}
	return err
}

// open opens a program or an object file; nil where that cannot be read. What is packed could have any size.
func open(path string) *elf.File {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	if slices.ContainsFunc(f.Sections, func(s *elf.Section) bool { return s.Flags&elf.SHF_COMPRESSED != 0 }) {
		f.Close()
		return nil
	}
	return f
}

// imports returns those of some functions of libraries that a program calls.
func imports(program built, wanted ...string) (names []string) {
	f := open(program.Program())
	if f == nil {
		return nil
	}
	defer f.Close()
	symbols, _ := f.ImportedSymbols() // those that can be read
	for _, sym := range symbols {
		if name := readable(sym.Name); slices.Contains(wanted, name) {
			names = append(names, name)
		}
	}
	return distinct(names)
}

// clocks are functions that give something else each time.
var clocks = []string{"time", "clock", "gettimeofday", "getpid", "rand_r", "std::random_device::_M_getval", "std::random_device::_M_init",
	"std::chrono::_V2::steady_clock::now", "std::chrono::_V2::system_clock::now"}

// statics names what the player keeps outside its objects, with the lines of a source.
func (s *search) statics(program built) []string {
	path := program.Program()
	if !s.source {
		path = s.File.String()
	}
	f := open(path)
	if f == nil {
		return nil
	}
	defer f.Close()
	if s.source {
		return distinct(s.variablesOf(f))
	}
	symbols, _ := f.Symbols()
	var names []string
	for _, sym := range symbols {
		if elf.ST_TYPE(sym.Info) == elf.STT_OBJECT && int(sym.Section) < len(f.Sections) && f.Sections[sym.Section].Flags&elf.SHF_WRITE != 0 &&
			!strings.HasPrefix(sym.Name, "_ZT") && !strings.HasPrefix(sym.Name, "_ZGV") {
			names = append(names, clean.Short(readable(sym.Name), 60))
		}
	}
	return distinct(names)
}

// variablesOf lists the variables of the player's source that have a place of their own and can change.
func (s *search) variablesOf(f *elf.File) (names []string) {
	data, err := f.DWARF()
	if err != nil {
		return nil
	}
	r := data.Reader()
	var files []*dwarf.LineFile
	for {
		e, err := r.Next()
		if e == nil || err != nil {
			return names
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
			if place := fmt.Sprint(baseOf(files, file), ":", line); s.own(place) {
				names = append(names, place+": "+clean.Short(name, 60))
			}
		}
	}
}

// variable is where a variable that has an address and can change is declared; nil for others.
func variable(data *dwarf.Data, e *dwarf.Entry) *dwarf.Entry {
	at, _ := e.Val(dwarf.AttrLocation).([]byte)
	const address = 3 // DW_OP_addr
	if len(at) == 0 || at[0] != address {
		return nil
	}
	if member, ok := e.Val(dwarf.AttrSpecification).(dwarf.Offset); ok {
		r := data.Reader()
		r.Seek(member)
		if e, _ = r.Next(); e == nil {
			return nil
		}
	}
	offset, _ := e.Val(dwarf.AttrType).(dwarf.Offset)
	typ, err := data.Type(offset)
	if q, ok := typ.(*dwarf.QualType); err != nil || ok && q.Qual == "const" {
		return nil
	}
	return e
}

// baseOf is the name of a file without its folder.
func baseOf(files []*dwarf.LineFile, i int64) string {
	if i < 0 || i >= int64(len(files)) || files[i] == nil {
		return ""
	}
	return filepath.Base(files[i].Name)
}

// readable is the name of a symbol as it was written, without its types.
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
