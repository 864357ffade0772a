package simtest

import (
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
)

// A Subject is a game with what its conformance test needs.
type Subject struct {
	Game    sim.Game
	Config  []byte        // default configuration
	Players []sim.Builtin // at least one that gives orders
	// Partial means that not every kind of the legend occurs with this configuration. Quick plays
	// fewer matches, which implies that.
	Partial, Quick bool
}

// Builtins returns players by name.
func Builtins(player func(name string) sim.Player, names ...string) []sim.Builtin {
	list := make([]sim.Builtin, len(names))
	for i, name := range names {
		list[i] = sim.Builtin{Name: name, New: func() sim.Player { return player(name) }}
	}
	return list
}

// A check tests some promises of package sim.
type check struct {
	name string
	run  func(x *checker)
}

var checks = []check{
	{"names", checkIdentity},
	{"legend", checkLegend},
	{"settings", checkSettings},
	{"boards", checkBoards},
	{"rounds", checkRounds},
	{"same rounds again", checkDeterminism},
	{"clones", checkClones},
	{"boards from states", checkBoardFrom},
	{"status", checkStatus},
	{"state texts", checkStateTexts},
	{"states", checkStates},
	{"states read back", checkReadBack},
	{"frames", checkFrames},
	{"inspection", checkInspection},
	{"derived events", checkDerived},
	{"measures", checkMeasures},
	{"situations", checkSituations},
	{"points", checkPoints},
	{"orders", checkOrders},
	{"events", checkEvents},
	{"faulty texts", checkFaultyTexts},
	{"nothing changed", checkUnchanged}, // last: the others must have changed nothing
}

// Conform fails for every promise of package sim that a game breaks. It plays matches with the
// game's players, adds invalid orders, and checks all results.
func Conform(t *testing.T, s Subject) {
	t.Helper()
	for _, fault := range Faults(s) {
		t.Error(fault)
	}
}

// Faults returns a sentence for every promise that a game or its players break.
func Faults(s Subject) []string {
	x := &checker{Subject: s}
	x.run("matches", (*checker).play)
	if len(x.faults) > 0 {
		return x.faults
	}
	for _, c := range checks {
		x.run(c.name, c.run)
	}
	return x.faults
}

// Races runs only concurrent checks, for the race detector.
func Races(s Subject) []string {
	s.Quick = true
	x := &checker{Subject: s}
	x.run("matches", (*checker).play)
	x.run("clones", checkClones)
	return x.faults
}

// Work returns a sentence if rounds allocate more and more memory, which would make a match
// quadratic. Run it after Faults and with nothing else running.
func Work(s Subject) []string {
	s.Quick = true
	x := &checker{Subject: s}
	x.play()
	t := x.matches[0]
	b := x.newBoard(t)
	quarter := len(t.turns) / 4
	var bytes [4]uint64
	for k := range 4 * quarter {
		turn := t.ordersOf(k)
		bytes[k/quarter] += allocated(func() {
			_ = b.Step(turn)
			b.Clone()
			b.State()
		})
	}
	if first, last := bytes[0]/uint64(quarter), bytes[3]/uint64(quarter); last > 2*first+4096 {
		x.errorf("a round takes more and more memory, %d bytes at the start of a match and %d at its end: boards and states must not keep what was", first, last)
	}
	return x.faults
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// exam is a run of the conformance test.
type checker struct {
	Subject
	settings     sim.Settings
	generator    []byte
	matches      []*playedMatch
	provesEvents bool // whether Derive returns events
	faults       []string
	formats      []string // formats of the faults found
}

// whole reports whether everything in the legend should occur.
func (x *checker) expectsAllKinds() bool { return !x.Quick && !x.Partial }

// guard runs a check. A panic is a fault.
func (x *checker) run(name string, run func(x *checker)) {
	defer func() {
		if r := recover(); r != nil {
			x.errorf(name+": the game panics: %v, at %s", r, origin(string(debug.Stack())))
		}
	}()
	run(x)
}

// origin returns the game's line in a stack trace.
func origin(stack string) string {
	_, stack, _ = strings.Cut(stack, "panic(")
	for line := range strings.Lines(stack) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, ".go:"); i >= 0 && !strings.Contains(line, "/runtime/") {
			line, _, _ = strings.Cut(line, " ")
			return line
		}
	}
	return "an unknown place"
}

// fault reports a broken promise. The same format is reported once, with its first values.
func (x *checker) errorf(format string, args ...any) {
	if !slices.Contains(x.formats, format) {
		x.formats = append(x.formats, format)
		x.faults = append(x.faults, fmt.Sprintf("%s: "+format, append([]any{x.Game.Name()}, args...)...))
	}
}

// appends checks that f appends to dst and returns what it appends.
func (x *checker) checkAppends(what string, f func(dst []byte) []byte) []byte {
	text := f(nil)
	for _, room := range []int{0, len(text) + 100} {
		dst := append(make([]byte, 0, 6+room), "before"...)
		if got := f(dst); string(got) != "before"+string(text) {
			x.errorf(what+" does not append to dst: it must keep what stands there and add the same each time; got %.60q", got)
		}
	}
	return text
}

// words checks a text for people.
func (x *checker) checkText(what string, text string) {
	switch {
	case text == "":
		x.errorf(what + " gives no words: say something for every value")
	case brokenFormat.MatchString(text):
		x.errorf(what+" has a broken format: %q", text)
	case slices.ContainsFunc([]rune(text), func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }):
		x.errorf(what+" has a control byte or no UTF-8: %q", text)
	case wrongPlural.MatchString(text):
		x.errorf(what+" says %q: of one thing there is one, write sim.Count", wrongPlural.FindString(text))
	}
}

// promises checks that a text does not mention rounds after the end.
func (x *checker) checkRoundCounts(set sim.Settings, s sim.State, what, text string) {
	m := roundCount.FindStringSubmatch(text)
	if m == nil {
		return
	}
	if n, err := strconv.Atoi(m[1]); err != nil || s.Round()+n > set.Rounds() {
		x.errorf(what+" says %q in a state after which fewer rounds are played: say that it does not come", text)
	}
}

var (
	roundCount   = regexp.MustCompile(`\b(?:in|for) +([0-9]+) rounds?\b`)
	brokenFormat = regexp.MustCompile(`%!.?\(`)
	wrongPlural  = regexp.MustCompile(`\b1 (rounds|points|steps|hints|cells|units|orders|soldiers|wizards|citizens|barricades|kits)\b`)
)

// names are two sets of names. Texts must differ only in them.
var nameSets = [2][sim.Seats]string{{"Ann_1", "Bob_2", "Cid_3", "Dee_4"}, {"Uma-five", "Val-six", "Wim-seven", "Xia-eight"}}

// named checks that a text uses the given names.
func (x *checker) checkNamesUsed(what string, f func(names *[sim.Seats]string) string) string {
	first, second := f(&nameSets[0]), f(&nameSets[1])
	for i := range nameSets[0] {
		first = strings.ReplaceAll(first, nameSets[0][i], nameSets[1][i])
	}
	if first != second {
		x.errorf(what+" does not take the names that it is given: %q with one set, %q with another", first, second)
	}
	return second
}
