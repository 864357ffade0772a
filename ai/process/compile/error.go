package compile

import (
	"slices"
	"strings"

	"game-tui/sim/lazy"
)

// CompileError says why there is no program.
type CompileError struct {
	Said []string // lines of the compiler, fit to be shown; the last one says how it ended
	Hint string   // what helps; "" nothing is known

	Remembered bool // the compiler failed before and has not run again
}

// said returns what compilers printed, without how the last one ended.
func (e *CompileError) said() []string { return e.Said[:max(len(e.Said)-1, 0)] }

func (e *CompileError) Error() string {
	said := "the compiler said nothing"
	isText := func(line string) bool { return !strings.HasPrefix(line, "# ") } // and no package of Go
	for _, telling := range []func(string) bool{short().MatchString, isFault, isText} {
		if i := slices.IndexFunc(e.Said, telling); i >= 0 {
			said = e.Said[i]
			break
		}
	}
	hint := e.Hint
	if e.Remembered {
		hint += "; remembered: --build-retry compiles it again"
	}
	return "does not compile: " + said + hint
}

// isFault reports whether a line of a compiler says what is wrong with a file, rather than where or how it ended.
func isFault(line string) bool {
	if m := severity().FindStringSubmatch(line); m != nil {
		return strings.EqualFold(m[1], "error") && !strings.HasPrefix(line, "collect2: ")
	}
	return faults().MatchString(line)
}

var (
	// severity finds how bad it is what a line of GCC says. Lines of the source, which it shows behind a bar, say nothing.
	severity = lazy.Regexp(`^[^|]*?\b(warning|note|[Ee]rror): `)
	// faults are those of linkers and of Go, which have no severity.
	faults = lazy.Regexp(`undefined reference|multiple definition|^[^ :]+\.go:\d+:\d+: |^go\.mod:\d+: `)
)

// short are words of compilers that were ended, or got no more.
var short = lazy.Regexp("Killed signal|signal: killed|CPU time limit|File size limit|out of memory|memory exhausted|annot allocate memory|" +
	"it took more than|ended by SIG|No space left|temporarily unavailable")

// ranShort reports whether what compilers said depends on more than their files.
func ranShort(said []string) bool { return slices.ContainsFunc(said, short().MatchString) }

// passing matches more lines of compilers that may succeed another time: a fault may pass, and what is missing on this
// system may be installed.
var passing = lazy.Regexp("(?i)internal compiler error|signal terminated|terminated with signal|signal: |too many open files|file too large|" +
	"quota exceeded|input/output error|read-only file system|interrupted|bad_alloc|stale file|no such process|" +
	"no such file or directory|cannot find -l|no required module|could not import|is not in std|export data")

// lasting reports whether compilers would always say the same of these files: they found a fault in them, and nothing was
// scarce or broken.
func (e *CompileError) lasting() bool {
	return slices.ContainsFunc(e.Said, isFault) && !ranShort(e.Said) && !slices.ContainsFunc(e.Said, passing().MatchString)
}
