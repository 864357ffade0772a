package game_test

import (
	"fmt"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
)

// A subject is a game and the data for its conformance test.
type subject struct {
	Game    sim.Game
	Config  []byte
	Players []sim.Builtin // at least one must give orders
	// Quick plays fewer matches. Parts of the legend may then be unused.
	Quick bool
}

// conform fails the test for every rule of package sim that a game violates. It plays matches with
// the game's players, adds invalid orders, and checks all results.
func conform(t *testing.T, s subject) {
	t.Helper()
	for _, fault := range faults(s) {
		t.Error(fault)
	}
}

var checks = []struct {
	name string
	run  func(c *checker)
}{
	{"identity", checkIdentity},
	{"legend", checkLegend},
	{"settings", checkSettings},
	{"boards", checkBoards},
	{"rounds", checkRounds},
	{"determinism", checkDeterminism},
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
	{"corrupt texts", checkCorruptTexts},
	{"immutability", checkUnchanged}, // last, to detect changes made by the other checks
}

// faults returns a message for every rule that a game or its players violate. If checks are named,
// it runs only these.
func faults(s subject, only ...string) []string {
	c := &checker{subject: s}
	c.run("matches", (*checker).play)
	if len(c.faults) > 0 {
		return c.faults
	}
	for _, check := range checks {
		if len(only) == 0 || slices.Contains(only, check.name) {
			c.run(check.name, check.run)
		}
	}
	return c.faults
}

// A checker is a run of the conformance test.
type checker struct {
	subject
	settings  sim.Settings
	generator []byte
	matches   []*playedMatch
	faults    []string
	formats   []string // message formats reported so far
}

// run runs a check and reports a panic as a fault.
func (c *checker) run(name string, check func(c *checker)) {
	defer func() {
		if r := recover(); r != nil {
			c.errorf(name+": the game panics: %v\n%s", r, debug.Stack())
		}
	}()
	check(c)
}

// errorf reports a fault. Each format is reported only once, with its first values.
func (c *checker) errorf(format string, args ...any) {
	if !slices.Contains(c.formats, format) {
		c.formats = append(c.formats, format)
		c.faults = append(c.faults, c.Game.Name()+": "+fmt.Sprintf(format, args...))
	}
}

// checkAppends checks that f appends to dst without changing it, and returns the appended text.
func (c *checker) checkAppends(what string, f func(dst []byte) []byte) []byte {
	text := f(nil)
	for _, room := range []int{0, len(text) + 100} {
		dst := append(make([]byte, 0, 6+room), "before"...)
		if got := f(dst); string(got) != "before"+string(text) {
			c.errorf(what+" does not append the same text to dst each time: got %.60q", got)
		}
	}
	return text
}

// checkText checks the form of a human-readable text.
func (c *checker) checkText(what string, text string) {
	switch {
	case text == "":
		c.errorf(what+" is %q", text)
	case brokenFormat.MatchString(text):
		c.errorf(what+" has a broken format: %q", text)
	case slices.ContainsFunc([]rune(text), func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }):
		c.errorf(what+" has a control character or invalid UTF-8: %q", text)
	case wrongPlural.MatchString(text):
		c.errorf(what+" has a plural after 1, %q: use sim.Count", wrongPlural.FindString(text))
	}
}

// checkRoundCounts checks that a text does not mention rounds after the end of the match.
func (c *checker) checkRoundCounts(set sim.Settings, s sim.State, what, text string) {
	if m := roundCount.FindStringSubmatch(text); m != nil {
		if n, err := strconv.Atoi(m[1]); err != nil || s.Round()+n > set.Rounds() {
			c.errorf(what+" is %q in round %d, but the match ends before", text, s.Round())
		}
	}
}

var (
	roundCount   = regexp.MustCompile(`\b(?:in|for) +([0-9]+) rounds?\b`)
	brokenFormat = regexp.MustCompile(`%!.?\(`)
	wrongPlural  = regexp.MustCompile(`\b1 (rounds|points|steps|hints|cells|units|orders|soldiers|wizards|citizens|barricades|kits)\b`)
)

// nameSets are two sets of player names. Texts produced with them may differ only in the names.
var nameSets = [2][sim.Seats]string{{"Ann_1", "Bob_2", "Cid_3", "Dee_4"}, {"Uma-five", "Val-six", "Wim-seven", "Xia-eight"}}

// checkNamesUsed checks that a text contains the given player names.
func (c *checker) checkNamesUsed(what string, f func(names *[sim.Seats]string) string) string {
	first, second := f(&nameSets[0]), f(&nameSets[1])
	for i := range nameSets[0] {
		first = strings.ReplaceAll(first, nameSets[0][i], nameSets[1][i])
	}
	if first != second {
		c.errorf(what+" does not use the given names: %q with one set, %q with another", first, second)
	}
	return second
}
