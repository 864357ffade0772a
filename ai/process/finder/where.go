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
	"game-tui/sim/lazy"
	"game-tui/sim/sanitize"
)

const maxLines = 5

var bugWarning = lazy.Regexp(`^(?:.*/)?([^/:]+:\d+):\d+: warning: (.*) \[-W(?:maybe-uninitialized|uninitialized|init-self|return-type|return-local-addr|array-bounds|stringop-\S+|dangling-\S+|use-after-free|free-nonheap-object|div-by-zero|aggressive-loop-optimizations|sequence-point|null-dereference|nonnull|overflow|shift-\S+|infinite-recursion|class-memaccess|memset-\S+)=?\]`)

// compilerNote matches a note that explains the preceding warning.
var compilerNote = lazy.Regexp(`^(?:.*/)?([^/:]+:\d+):\d+: note: (.*)`)

func (s *search) reportWarnings(output []string) {
	var lines []string
	explained := false
	for _, text := range output {
		if m := bugWarning().FindStringSubmatch(text); m != nil {
			if explained = s.isInPlayer(m[1]); explained {
				lines = append(lines, sanitize.Truncate(m[1]+": "+m[2], maxMessage))
			}
		} else if m := compilerNote().FindStringSubmatch(text); m != nil && explained {
			lines[len(lines)-1] = sanitize.Truncate(lines[len(lines)-1]+"; "+m[1]+": "+m[2], maxMessage)
		} else if strings.Contains(text, " warning: ") {
			explained = false
		}
	}
	if lines = distinctLines(lines); len(lines) > 0 {
		s.report("warnings", Finding{Message: "compiler warnings", Locations: lines})
	}
}

const maxMessage = 400

func distinctLines(lines []string) (list []string) {
	for _, line := range lines {
		if len(list) < maxLines && !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	return list
}

var sanitizerFault = lazy.Regexp(`runtime error: (.*)|AddressSanitizer: (attempting [a-z-]+|[a-zA-Z-]+)|Assertion '(.*)' failed|^Error: (.*)`)

// stackFrame matches the source line of a stack frame, or its function if it has no line.
var stackFrame = lazy.Regexp(`(?: 0x\w+:? (?:in )?(.*?) \(?)?(?:\S*/)?([^\s/():]+:\d+)(?::\d+)?(?:$|\)|: runtime)|(?:at|by) 0x\w+: (.*) \(in `)

type faultReport struct {
	kind  string
	lines []string // source line or function of the fault, or nil
	// damaging is set if the fault corrupts memory, so that later reports may be wrong.
	damaging bool
}

var damagingFault = lazy.Regexp(`^(?:WRITE of size|Invalid write)|double-free|Invalid free|attempting`)

func (t *trial) runChecked(ctx context.Context) {
	program := t.sanitized()
	if t.reportBuildFailure(program) {
		return
	}
	replies := t.replay(ctx, t.states, "", 1, program).replies
	last := replies[len(replies)-1]
	found := false
	for i, r := range replies {
		for _, f := range t.parseFaults(r.Stderr, sanitizerFault(), t.Info.Name) {
			final := r.Failure != nil && f.lines == nil // fatal fault without a source line
			if len(f.lines) == 0 && !final {
				continue
			}
			if exceededLimit(r.Failure) {
				if t.base.replies[len(t.base.replies)-1].Failure == nil {
					break // the checks made the player slow, so this is not a bug
				}
				f.kind = "exceeded a limit here"
			}
			found = found || r.Failure != nil
			t.report(f.kind, Finding{IsBug: true, Message: fmt.Sprintf("%s (%s)", f.kind, t.roundText(min(i, len(t.states)-1))), Locations: f.lines})
			if f.damaging {
				return
			}
		}
	}
	if last.Failure != nil && !found {
		t.report(incompleteText+" checks", Finding{Message: fmt.Sprintf("%s; with the compiler's checks, the player goes out after %d rounds (%s): %s", incompleteText, len(replies)-1, t.Name, last.Failure.Detail)})
	}
}

// parseFaults splits output into fault reports. Each report starts with a line that pattern
// matches.
func (s *search) parseFaults(output []string, pattern *regexp.Regexp, name string) (list []faultReport) {
	for i, text := range output {
		if strings.HasPrefix(text, "SUMMARY: ") {
			continue
		}
		m := pattern.FindStringSubmatch(text)
		n := len(list) - 1
		if m != nil {
			list, n = append(list, faultReport{kind: strings.Join(m[1:], "")}), n+1
			if strings.HasPrefix(text, "Error: ") { // errors of checked containers span several lines
				for _, more := range output[i+1:] {
					if strings.TrimSpace(more) == "" || pattern.MatchString(more) || strings.HasPrefix(more, "Objects involved") {
						break
					}
					list[n].kind = strings.TrimSpace(list[n].kind) + " " + strings.TrimSpace(more)
				}
			}
			list[n].kind = sanitize.Truncate(list[n].kind, maxMessage)
		}
		if n < 0 {
			continue
		}
		list[n].damaging = list[n].damaging || damagingFault().MatchString(strings.TrimLeft(text, "=0123456789 ")) || damagingFault().MatchString(list[n].kind)
		if p := stackFrame().FindStringSubmatch(text); p != nil && list[n].lines == nil {
			switch {
			case s.isInPlayer(p[2]):
				list[n].lines = []string{strings.TrimSuffix(p[2]+": "+sanitize.Truncate(p[1], 80), ": ")}
			case !s.isSource && strings.HasPrefix(p[3], name+"::"):
				list[n].lines = []string{sanitize.Truncate(p[3], 80)}
			}
		}
	}
	return list
}

func (s *search) isInPlayer(location string) bool {
	return strings.HasPrefix(location, filepath.Base(s.File.String())+":")
}

var valgrindFault = lazy.Regexp(`==\d+== (Conditional jump.*|Use of uninit.*|Invalid .*|Syscall param .*|Mismatched .*|Source and dest.*|Argument .*)`)

// runValgrind replays the match under Valgrind, up to the round of the known bug, if any.
func (t *trial) runValgrind(ctx context.Context) {
	kind := fmt.Sprint("unlocated ", t.bugStateCount > 0)
	t.mu.Lock()
	again := t.located[kind]
	t.located[kind] = true
	t.mu.Unlock()
	if again {
		return
	}
	// Valgrind does not detect uninitialised registers, so the unoptimised variant runs first.
	list := []variant{t.plain}
	if t.isSource {
		list = []variant{t.traced(), t.plain}
	}
	states := t.states[:cmp.Or(t.bugStateCount, len(t.states))]
	for _, program := range list {
		if t.reportBuildFailure(program) {
			continue
		}
		output, err := process.Trace(ctx, program.BuiltPath(), t.Info, states)
		found := false
		for _, f := range t.parseFaults(output, valgrindFault(), t.Info.Name) {
			if len(f.lines) > 0 {
				found = true
				t.report(f.kind, Finding{IsBug: true, Message: fmt.Sprintf("valgrind: %s (%s, rounds 0 to %d)", f.kind, t.Name, states[len(states)-1].Round()), Locations: f.lines})
			}
			if f.damaging {
				break
			}
		}
		switch {
		case ctx.Err() != nil || found:
			return
		case err != nil:
			t.report("valgrind", Finding{Message: fmt.Sprintf("%s with valgrind (%s): %v", incompleteText, t.Name, err)})
			return
		case t.bugStateCount == 0:
			return
		}
	}
	if t.bugStateCount > 0 {
		t.report("valgrind", Finding{Message: fmt.Sprintf("valgrind found no source line (%s, rounds 0 to %d)", t.Name, states[len(states)-1].Round())})
	}
}

// clockFunctions lists functions whose results differ between runs.
var clockFunctions = []string{"time", "clock", "gettimeofday", "getpid", "rand_r", "std::random_device::_M_getval", "std::random_device::_M_init",
	"std::chrono::_V2::steady_clock::now", "std::chrono::_V2::system_clock::now"}

func (s *search) imports(ctx context.Context, functions ...string) (names []string) {
	lines, _ := sandbox.Inspect(ctx, s.plain.BuiltPath(), "nm", "-C", "-u")
	for _, line := range lines {
		name := strings.TrimPrefix(strings.TrimSpace(line), "U ")
		if i := strings.IndexAny(name, "(@"); i >= 0 && slices.Contains(functions, name[:i]) {
			names = append(names, name[:i])
		}
	}
	return distinctLines(names)
}

// variable matches a mutable variable in nm's output, with its source line if known.
var variable = lazy.Regexp(`^[0-9a-f]+ [bBdDu] (.*?)(?: (?:/.*/)?([^/]+:\d+))?$`)

// staticVariables returns the player's static variables, with source lines if there is a source.
func (s *search) staticVariables(ctx context.Context) (names []string) {
	file := s.plain.BuiltPath()
	if !s.isSource {
		file = s.File.String()
	}
	// Long output is cut off, so list variables first: they have the highest addresses.
	lines, _ := sandbox.Inspect(ctx, file, "nm", "-C", "-l", "-n", "-r", "-W")
	for _, line := range lines {
		m := variable().FindStringSubmatch(line)
		if m == nil || strings.Contains(m[1], " for ") || strings.HasPrefix(m[1], "std::") {
			continue // Skip guard variables, type tables and library variables.
		}
		switch name := sanitize.Truncate(m[1], 60); {
		case !s.isSource:
			names = append(names, name)
		case s.isInPlayer(m[2]):
			names = append(names, m[2]+": "+name)
		}
	}
	return distinctLines(names)
}
