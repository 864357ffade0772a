package compile

import (
	"slices"
	"strings"

	"game-tui/sim/lazy"
)

// An Error means that a source does not compile.
type Error struct {
	Output     []string // compiler output, printable; the last line is the exit status
	Hint       string   // advice for the user, or empty
	Remembered bool     // cached from an earlier compilation
}

func (e *Error) Error() string {
	line := "the compiler printed nothing"
	isText := func(line string) bool { return !strings.HasPrefix(line, "# ") } // "# " starts the name of a Go package
	for _, matches := range []func(string) bool{limits().MatchString, isFault, isText} {
		if i := slices.IndexFunc(e.Output, matches); i >= 0 {
			line = e.Output[i]
			break
		}
	}
	hint := e.Hint
	if e.Remembered {
		hint += "; remembered: --build-retry compiles it again"
	}
	return "does not compile: " + line + hint
}

// isFault reports whether a line describes an error in the source, rather than a location or an
// exit status.
func isFault(line string) bool {
	if m := severity().FindStringSubmatch(line); m != nil {
		return strings.EqualFold(m[1], "error") && !strings.HasPrefix(line, "collect2: ")
	}
	return faults().MatchString(line)
}

var (
	// severity matches the severity in GCC output. It skips source lines, which follow a vertical
	// bar.
	severity = lazy.Regexp(`^[^|]*?\b(warning|note|[Ee]rror): `)
	// faults matches linker and Go errors, which have no severity.
	faults = lazy.Regexp(`undefined reference|multiple definition|^[^ :]+\.go:\d+:\d+: |^go\.mod:\d+: `)
)

var limits = lazy.Regexp("Killed signal|signal: killed|CPU time limit|File size limit|out of memory|memory exhausted|annot allocate memory|" +
	"it took more than|ended by SIG|No space left|temporarily unavailable")

func exceedsLimit(output []string) bool { return slices.ContainsFunc(output, limits().MatchString) }

// passing matches errors that may disappear, for example after an installation.
var passing = lazy.Regexp("(?i)internal compiler error|signal terminated|terminated with signal|signal: |too many open files|file too large|" +
	"quota exceeded|input/output error|read-only file system|interrupted|bad_alloc|stale file|no such process|" +
	"no such file or directory|cannot find -l|no required module|could not import|is not in std|export data")

func (e *Error) isLasting() bool {
	return slices.ContainsFunc(e.Output, isFault) && !exceedsLimit(e.Output) && !slices.ContainsFunc(e.Output, passing().MatchString)
}
