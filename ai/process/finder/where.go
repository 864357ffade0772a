package finder

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"game-tui/ai/process/sandbox"

	"game-tui/ai/process"
	"game-tui/sim/clean"
	"game-tui/sim/lazy"
)

// most is how many lines or names a finding has.
const most = 5

// warned is a warning of the compiler that means a bug, or may. Others are of style.
var warned = lazy.Regexp(`^(?:.*/)?([^/:]+:\d+):\d+: warning: (.*) \[-W(?:maybe-uninitialized|uninitialized|init-self|return-type|return-local-addr|array-bounds|stringop-\S+|dangling-\S+|use-after-free|free-nonheap-object|div-by-zero|aggressive-loop-optimizations|sequence-point|null-dereference|nonnull|overflow|shift-\S+|infinite-recursion|class-memaccess|memset-\S+)=?\]`)

// noted is a line by which the compiler explains the warning before it.
var noted = lazy.Regexp(`^(?:.*/)?([^/:]+:\d+):\d+: note: (.*)`)

// warnings reports the warnings of the compiler, each with its notes.
func (s *search) warnings(said []string) {
	var lines []string
	explained := false // by the notes that follow
	for _, text := range said {
		if m := warned().FindStringSubmatch(text); m != nil {
			if explained = s.own(m[1]); explained {
				lines = append(lines, clean.Truncate(m[1]+": "+m[2], maxMessage))
			}
		} else if m := noted().FindStringSubmatch(text); m != nil && explained {
			lines[len(lines)-1] = clean.Truncate(lines[len(lines)-1]+"; "+m[1]+": "+m[2], maxMessage)
		} else if strings.Contains(text, " warning: ") {
			explained = false
		}
	}
	if lines = distinct(lines); len(lines) > 0 {
		s.tell("warnings", Finding{What: "the compiler warns", Where: lines})
	}
}

// maxMessage is how many bytes of a message are shown.
const maxMessage = 400

// lineOf returns the line of a source with which a place begins: "AIMine.cc:31".
func lineOf(where string) string {
	file, rest, _ := strings.Cut(where, ":")
	line, _, _ := strings.Cut(rest, ":")
	return file + ":" + line
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

// A report is what sanitizers, containers or valgrind say of one fault.
type report struct {
	what  string
	where []string // the first line of the player, or nil
	// damaging reports whether the fault may have changed memory, so that what is said later may follow from it.
	damaging bool
}

// damage are words in the report of a fault that may have changed memory.
var damage = lazy.Regexp(`^(?:WRITE of size|Invalid write)|double-free|Invalid free|attempting`)

// checks shows the match to a program with the checks of the compiler, which goes on after most faults.
func (t *trial) checks(ctx context.Context, program built) {
	if t.lacks(program) {
		return
	}
	replies := t.replay(ctx, t.states, "", 1, program).replies
	last := replies[len(replies)-1]
	found := false
	for i, r := range replies {
		for _, f := range t.reports(r.Stderr, wrong(), t.name) {
			final := r.Failure != nil && f.where == nil // no line, but the program ended with it
			if len(f.where) == 0 && !final {
				continue
			}
			if halted(r.Failure) {
				if t.base.replies[len(t.base.replies)-1].Failure == nil {
					break // the checks alone made it slow
				}
				f.what = "was here when it took too much"
			}
			found = found || r.Failure != nil
			t.tell(f.what, Finding{Wrong: true, What: fmt.Sprintf("%s (%s)", f.what, t.at(min(i, len(t.states)-1))), Where: f.where})
			if f.damaging {
				return
			}
		}
	}
	if last.Failure != nil && !found {
		t.tell(partly+" checks", Finding{What: fmt.Sprintf("%s: with the checks of the compiler it is out after %d rounds (%s): %s", partly, len(replies)-1, t.Name, last.Failure.Detail)})
	}
}

// reports splits what was said into reports, each of which begins with a line that fits wrong. name is what the player
// is called.
func (s *search) reports(said []string, wrong *regexp.Regexp, name string) (list []report) {
	for i, text := range said {
		if strings.HasPrefix(text, "SUMMARY: ") {
			continue // the same again
		}
		m := wrong.FindStringSubmatch(text)
		n := len(list) - 1
		if m != nil {
			list, n = append(list, report{what: strings.Join(m[1:], "")}), n+1
			if strings.HasPrefix(text, "Error: ") { // of containers: it may take several lines
				for _, more := range said[i+1:] {
					if strings.TrimSpace(more) == "" || wrong.MatchString(more) {
						break
					}
					if strings.HasPrefix(more, "Objects involved") {
						break
					}
					list[n].what = strings.TrimSpace(list[n].what) + " " + strings.TrimSpace(more)
				}
			}
			list[n].what = clean.Truncate(list[n].what, maxMessage)
		}
		if n < 0 {
			continue
		}
		list[n].damaging = list[n].damaging || damage().MatchString(strings.TrimLeft(text, "=0123456789 ")) || damage().MatchString(list[n].what)
		if p := place().FindStringSubmatch(text); p != nil && list[n].where == nil {
			switch {
			case s.own(p[2]):
				list[n].where = []string{strings.TrimSuffix(p[2]+": "+clean.Truncate(p[1], 80), ": ")}
			case !s.source && strings.HasPrefix(p[3], name+"::"):
				list[n].where = []string{clean.Truncate(p[3], 80)}
			}
		}
	}
	return list
}

// own reports whether a place lies in the player's source.
func (s *search) own(place string) bool {
	return strings.HasPrefix(place, filepath.Base(s.File.String())+":")
}

// faults are what valgrind calls what it finds.
var faults = lazy.Regexp(`==\d+== (Conditional jump.*|Use of uninit.*|Invalid .*|Syscall param .*|Mismatched .*|Source and dest.*|Argument .*)`)

// trace shows the match to a program of which valgrind sees every step, up to the round in which something is known
// to be wrong. Of an object file it tells functions.
func (t *trial) trace(ctx context.Context, p *programs) {
	kind := fmt.Sprint("unlocated ", t.until > 0)
	t.mu.Lock()
	again := t.traced[kind]
	t.search.traced[kind] = true
	t.mu.Unlock()
	if again {
		return
	}
	// What is not written to in a register is not seen, so a program that is not optimised comes first.
	list := []built{p.plain}
	if t.source {
		list = []built{p.traced(), p.plain}
	}
	states := t.states[:cmp.Or(t.until, len(t.states))]
	for _, program := range list {
		if t.lacks(program) {
			continue
		}
		said, err := process.Trace(ctx, program.Built(), t.Init, states)
		found := false
		for _, f := range t.reports(said, faults(), t.name) {
			if len(f.where) > 0 {
				found = true
				t.tell(f.what, Finding{Wrong: true, What: fmt.Sprintf("valgrind: %s (%s, rounds 0 to %d)", f.what, t.Name, states[len(states)-1].Round()), Where: f.where})
			}
			if f.damaging {
				break
			}
		}
		switch {
		case ctx.Err() != nil || found:
			return
		case err != nil:
			t.tell("valgrind", Finding{What: fmt.Sprintf("%s: under valgrind (%s): %v", partly, t.Name, err)})
			return
		case t.until == 0:
			return // nothing is known to be wrong
		}
	}
	if t.until > 0 {
		t.tell("valgrind", Finding{What: fmt.Sprintf("valgrind shows no line of it (%s, rounds 0 to %d)", t.Name, states[len(states)-1].Round())})
	}
}

// clocks are functions that return something else each time.
var clocks = []string{"time", "clock", "gettimeofday", "getpid", "rand_r", "std::random_device::_M_getval", "std::random_device::_M_init",
	"std::chrono::_V2::steady_clock::now", "std::chrono::_V2::system_clock::now"}

// imports returns which of the wanted library functions a program imports.
func (s *search) imports(ctx context.Context, program built, wanted ...string) []string {
	return s.inspect(ctx, program.Built(), append([]string{askImports}, wanted...)...)
}

// statics returns the names of the player's static variables; those of a source have their lines, too.
func (s *search) statics(ctx context.Context, program built) []string {
	if s.source {
		return s.inspect(ctx, program.Built(), askVariables, filepath.Base(s.File.String()))
	}
	return s.inspect(ctx, s.File.String(), askSymbols)
}

// inspect parses a file in the sandbox. If that fails, it returns the names found so far.
func (s *search) inspect(ctx context.Context, file string, args ...string) []string {
	lines, _ := sandbox.Inspect(ctx, file, args...)
	return distinct(lines)
}
