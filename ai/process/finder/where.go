package finder

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"game-tui/ai/process"
	"game-tui/sim/clean"
	"game-tui/sim/lazy"
)

// most is how many lines or names a finding has.
const most = 5

// warned is a warning of the compiler that means a bug, or may. Others are of style.
var warned = lazy.Regexp(`(?m)^(?:.*/)?([^/:\n]+:\d+):\d+: warning: (.*) \[-W(?:maybe-uninitialized|uninitialized|init-self|return-type|return-local-addr|array-bounds|stringop-\S+|dangling-\S+|use-after-free|free-nonheap-object|div-by-zero|aggressive-loop-optimizations|sequence-point|null-dereference|nonnull|overflow|shift-\S+|infinite-recursion|class-memaccess|memset-\S+)=?\]`)

// warnings tells of what the compiler warned of.
func (s *search) warnings(said []string) {
	var lines []string
	for _, m := range warned().FindAllStringSubmatch(strings.Join(said, "\n"), -1) {
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
var wrong = lazy.Regexp(`runtime error: (.*)|AddressSanitizer: (attempting [a-z-]+|[a-zA-Z-]+)|Assertion '(.*)' failed|^Error: (.*)`)

// place is a line of a source in what they say, with its function where that is known; or a function
// of a program that has no lines.
var place = lazy.Regexp(`(?: 0x\w+:? (?:in )?(.*?) \(?)?(?:\S*/)?([^\s/():]+:\d+)(?::\d+)?(?:$|\)|: runtime)|(?:at|by) 0x\w+: (.*) \(in `)

// checks shows the match to a program with the checks of the compiler, which ends at the first fault.
func (s *search) checks(ctx context.Context, program built) {
	if s.lacks(program) {
		return
	}
	replies := s.replay(ctx, s.states, "", 1, program).replies
	last := replies[len(replies)-1]
	what, where := s.told(last.Said, wrong())
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
		m := place().FindStringSubmatch(text)
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
var faults = lazy.Regexp(`==\d+== (Conditional jump.*|Use of uninit.*|Invalid .*|Syscall param .*|Mismatched .*|Source and dest.*|Argument .*)`)

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
	if what, where := s.told(said, faults()); len(where) > 0 {
		s.tell(Finding{What: "valgrind says: " + what, Where: where})
	}
	return err
}

// clocks are functions that return something else each time.
var clocks = []string{"time", "clock", "gettimeofday", "getpid", "rand_r", "std::random_device::_M_getval", "std::random_device::_M_init",
	"std::chrono::_V2::steady_clock::now", "std::chrono::_V2::system_clock::now"}

// imports returns which of the wanted library functions a program imports.
func (s *search) imports(ctx context.Context, program built, wanted ...string) []string {
	return s.inspect(ctx, program.Program(), append([]string{askImports}, wanted...)...)
}

// statics returns the names of the player's static variables; those of a source have their lines, too.
func (s *search) statics(ctx context.Context, program built) []string {
	if s.source {
		return s.inspect(ctx, program.Program(), askVariables, filepath.Base(s.File.String()))
	}
	return s.inspect(ctx, s.File.String(), askSymbols)
}

// inspect parses a file in the sandbox. If that fails, it returns the names found so far.
func (s *search) inspect(ctx context.Context, file string, args ...string) []string {
	lines, _ := process.Inspect(ctx, file, args...)
	return distinct(lines)
}
