package finder

import (
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"game-tui/ai/process/resolve"

	"game-tui/sim"
)

// TestReportsNameThePlayersLine checks that messages of sanitizers, containers and Valgrind are
// reported with the first location in the player, and not in other files.
func TestReportsNameThePlayersLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file  string
		wrong *regexp.Regexp
		said  string
		what  string
		where []string
	}{
		{"AIMine.cc", sanitizerFault(), "AIMine.cc:84:20: runtime error: division by zero", "division by zero", []string{"AIMine.cc:84"}},
		{"AIMine.cc", sanitizerFault(), `hello from AIMine.cc:3
==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x1 at pc 0x2
    #0 0x5 in std::vector<int>::at(unsigned long) /usr/include/c++/12/bits/stl_vector.h:1
    #1 0x7f in Mine::best(Pos, int) /tmp/box/./AIMine.cc:57
    #2 0x7f in Mine::play() /tmp/box/./AIMine.cc:99`, "heap-use-after-free", []string{"AIMine.cc:57: Mine::best(Pos, int)"}},
		{"AIMine.cc", sanitizerFault(), "Error: attempt to increment a singular iterator.\n", "attempt to increment a singular iterator.", nil},
		{"AIMine.cc", valgrindFault(), `==9== Conditional jump or move depends on uninitialised value(s)
==9==    at 0x1: Action::print(std::ostream&) (SecGame.cc:9)
==9==  Uninitialised value was created by a stack allocation
==9==    at 0x2: Mine::play() (AIMine.cc:12)`, "Conditional jump or move depends on uninitialised value(s)", []string{"AIMine.cc:12: Mine::play()"}},
		{"AIMine.o", valgrindFault(), "==9== Invalid read of size 4\n==9==    at 0x1: SecGame::state() (in /x/Mine)\n==9==    by 0x2: Mine::play() (in /x/Mine)",
			"Invalid read of size 4", []string{"Mine::play()"}},
		{"AIMine.cc", sanitizerFault(), "all is well in AIMine.cc:5", "", nil},
		{"AIMine.cc", sanitizerFault(), `/usr/include/c++/12/debug/vector:442:
In function:
    std::__debug::vector<T>::operator[](size_type)

Error: attempt to subscript container with out-of-bounds index 13, but
container only holds 10 elements.

Objects involved in the operation:
    #5 0x1 in Mine::play() ./AIMine.cc:7`, "attempt to subscript container with out-of-bounds index 13, but container only holds 10 elements.",
			[]string{"AIMine.cc:7: Mine::play()"}},
	} {
		s := &search{Player: Player{File: resolve.NewTyped("kit/" + c.file)}, isSource: strings.HasSuffix(c.file, "c")}
		what, where := "", []string(nil)
		if list := s.parseFaults(strings.Split(c.said, "\n"), c.wrong, "Mine"); len(list) > 0 {
			what, where = list[0].kind, list[0].lines
		}
		if what != c.what || !slices.Equal(where, c.where) {
			t.Errorf("%q: %q %q", c.said, what, where)
		}
	}
}

// TestReportsAreSplit checks that each fault is reported separately, and that possible memory
// damage is marked.
func TestReportsAreSplit(t *testing.T) {
	t.Parallel()
	s := &search{Player: Player{File: resolve.NewTyped("AIMine.cc")}, isSource: true}
	list := s.parseFaults(strings.Split(`AIMine.cc:8:2: runtime error: shift exponent 40 is too large
    #0 0x1 in Mine::play() AIMine.cc:8
==9==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1
WRITE of size 4 at 0x1 thread T0
    #0 0x7f in Mine::best() /tmp/./AIMine.cc:57
SUMMARY: AddressSanitizer: heap-buffer-overflow AIMine.cc:57 in Mine::best()`, "\n"), sanitizerFault(), "Mine")
	want := []faultReport{
		{"shift exponent 40 is too large", []string{"AIMine.cc:8"}, false},
		{"heap-buffer-overflow", []string{"AIMine.cc:57: Mine::best()"}, true},
	}
	if !reflect.DeepEqual(list, want) {
		t.Errorf("got %+v, want %+v", list, want)
	}
}

// TestWarningsHaveTheirNotes checks that a compiler warning is reported with its note, and that
// other messages are omitted.
func TestWarningsHaveTheirNotes(t *testing.T) {
	t.Parallel()
	var got []Finding
	s := &search{Player: Player{File: resolve.NewTyped("AIMine.cc"), Report: func(f Finding) { got = append(got, f) }}, reported: map[string]bool{}}
	s.reportWarnings(strings.Split(`In file included from x
./AIMine.cc:53:12: warning: 'best' may be used uninitialized [-Wmaybe-uninitialized]
   53 |     return best;
./AIMine.cc:51:9: note: 'best' was declared here
./AIMine.cc:60:1: warning: unused variable [-Wunused]
./AIMine.cc:61:1: note: here
./Player.hh:9:1: warning: 'x' is used uninitialized [-Wuninitialized]`, "\n"))
	want := []string{"AIMine.cc:53: 'best' may be used uninitialized; AIMine.cc:51: 'best' was declared here"}
	if len(got) != 1 || !slices.Equal(got[0].Locations, want) {
		t.Errorf("got %+v, want one finding with %q", got, want)
	}
}

// TestDifferFindsTheFirstOtherRound checks that different orders and failures are found, but
// exceeded limits are ignored.
func TestDifferFindsTheFirstOtherRound(t *testing.T) {
	t.Parallel()
	same, other := sim.Reply{Orders: []sim.Order{{Unit: 1}}}, sim.Reply{Orders: []sim.Order{{Unit: 2}}}
	crash, slow := sim.Reply{Failure: &sim.Failure{Reason: sim.FailedCrash}}, sim.Reply{Failure: &sim.Failure{Reason: sim.FailedCPU}}
	for _, c := range []struct {
		a, b []sim.Reply
		want int
	}{
		{[]sim.Reply{same, same}, []sim.Reply{same, same}, -1},
		{[]sim.Reply{same, same}, []sim.Reply{same, other}, 1},
		{[]sim.Reply{same, same}, []sim.Reply{same, crash}, 1},
		{[]sim.Reply{same, crash}, []sim.Reply{same, crash}, -1},
		{[]sim.Reply{same, other}, []sim.Reply{slow}, -1},
	} {
		if got := firstDifference(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: %d", c.a, c.b, got)
		}
	}
}

// TestEachFailedStepIsReported checks that failed steps are reported with their reasons, and each
// reason only once.
func TestEachFailedStepIsReported(t *testing.T) {
	t.Parallel()
	var got []string
	s := &search{Player: Player{Report: func(f Finding) { got = append(got, f.Message) }}, reported: map[string]bool{}}
	for _, reason := range []string{"no room", "no compiler", "no room"} {
		if !s.reportBuildFailure(variant{err: errors.New(reason)}) {
			t.Errorf("%s: got a program", reason)
		}
	}
	if want := []string{incompleteText + ": no room", incompleteText + ": no compiler"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
