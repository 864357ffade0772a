package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/sim/record"
	watch "game-tui/tui/match"
	"game-tui/tui/tuitest"
)

// other is a recording of the same board under other meta, as a branch of it would be.
func other(t *testing.T, rec *record.Record, heading string) *record.Record {
	t.Helper()
	meta := *rec.Meta()
	meta.Heading, meta.Source = heading, ""
	return rec.With(meta)
}

// branchRig watches a match that has branches, and plays shell to it.
type branchRig struct {
	*rig
	branches watch.Branches
}

func newBranchRig(t *testing.T, o watch.Options) *branchRig {
	t.Helper()
	o.Paused = true
	return &branchRig{rig: newRig(t, tuitest.Recording(t, "thepurge", "demo-s30"), o)}
}

// branch adds a branch of what is in front and opens it.
func (r *branchRig) branch(name string, round int) {
	r.Helper()
	rec := other(r.T, tuitest.Recording(r.T, "thepurge", "mixed-s30"), "branch")
	meta := *rec.Meta()
	switch from := r.match.InFront(&r.state).Record.Meta().Note; {
	case r.branches.Len() == 0:
		meta.Note = fmt.Sprintf("branch of seed 30 from round %d: Seeker muted", round)
	default:
		meta.Note = fmt.Sprintf("%s; then from round %d: nothing else changed", from, round)
	}
	rec = rec.With(meta)
	n, err := r.branches.Add(r.match.InFront(&r.state), watch.Played{Record: rec, Round: round, Change: name, Worth: "worth it"})
	if err != nil {
		r.Fatal(err)
	}
	r.show(n, round)
}

func (r *branchRig) show(n, round int) {
	r.match = r.branches.Match(n)
	r.v = r.match.Viewer()
	r.take(r.branches.Opened(n, round))
}

// follow carries out Switch, where that is asked for.
func (r *branchRig) follow() {
	r.Helper()
	if r.effect.Kind != watch.Switch {
		r.Fatalf("%+v is no switch", r.effect)
	}
	n, _ := r.branches.At(r.effect.Arg)
	r.show(n, -1)
}

// Branches hold the match itself first, each branch beside what it was played on from.
func TestBranches(t *testing.T) {
	t.Parallel()
	rec := tuitest.Recording(t, "thepurge", "demo-s30")
	match := watch.NewMatch(rec)
	var b watch.Branches
	if n, _ := b.At("0"); n >= 0 || b.Len() != 0 || b.Find(rec) >= 0 {
		t.Error("there are branches before there are any")
	}
	from := match
	for i := 1; i <= 2; i++ {
		branch := other(t, rec, "")
		if n, err := b.Add(from, watch.Played{Record: branch, Change: fmt.Sprint("name ", i), Worth: "worth it"}); n != i || err != nil || b.Len() != i {
			t.Errorf("branch %d of %d: %v", n, b.Len(), err)
		}
		if b.Find(branch) != i || b.Record(i) != branch || b.Match(i).Record != from.Record {
			t.Errorf("branch %d is not beside what it was played on from", i)
		}
		from = watch.NewMatch(branch)
	}
	if b.Match(0) != match || match.Compared() {
		t.Error("the match itself is not alone")
	}
	if n, words := b.At("2"); n != 2 || words != "worth it" {
		t.Errorf("%d %q", n, words)
	}
	for _, arg := range []string{"3", "-1", "", "one"} {
		if n, _ := b.At(arg); n >= 0 {
			t.Errorf("%q is branch %d", arg, n)
		}
	}
	o := b.Opened(2, 7)
	if !o.Paused || o.Round != 7 || o.Branch != 2 || len(o.Branches) != 3 || o.Branches[1].From != 0 || o.Branches[2].From != 1 {
		t.Errorf("%+v", o)
	}
	if _, err := b.Add(match, watch.Played{Record: rec}); err == nil || b.Len() != 2 {
		t.Error("a match is a branch of itself")
	}
}

// A branch opens beside what it was played on from, in front, in the round in which they
// part; Esc leads back to the match alone, to the place that was left.
func TestBranchBesideItsMatch(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
		r := newBranchRig(t, watch.Options{W: size[0], H: size[1], Place: watch.At(57)})
		r.press("inspect")
		place := r.state.Place()
		r.branch("Seeker muted from 40", 40)
		if r.at() != 40 || !r.state.SecondFront {
			t.Errorf("%v: at round %d, the branch in front: %v", size, r.at(), r.state.SecondFront)
		}
		r.says("B: Seeker muted from 40")
		r.has("A: the match itself", size[0] > 112)
		r.press("other")
		r.says("A: the match itself")
		r.press("on10", "leave", "leave")
		r.follow()
		if r.state.Place() != place || r.state.SecondFront {
			t.Errorf("%v: back at %+v instead of %+v", size, r.state.Place(), place)
		}
		r.has("Seeker muted", false)
		r.press("other")
		r.says("there is one match here")
		r.press("inspect", "whatif")
		r.typed("down", "enter")
		r.follow()
		if r.at() != 50 {
			t.Errorf("%v: again in the branch at round %d", size, r.at())
		}
	}
}

// A branch of a branch stands beside that, and the list says the whole way.
func TestBranchOfABranch(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, watch.Options{W: 160, H: 70, Place: watch.At(57)})
	r.branch("Seeker muted from 40", 40)
	r.branch("other dice from 60", 60)
	r.says("A: Seeker muted from 40")
	r.says("B: other dice from 60")
	r.press("whatif")
	r.says("Seeker muted from 40, then other dice from 60; worth it")
	r.press("all", "leave")
	r.follow()
	if r.at() != 57 || r.match.Compared() {
		t.Errorf("back in round %d", r.at())
	}
}

// A branch is named by hand in the list, cleaned and bounded; its name stands in the heading,
// in the list, and in the note of what is written. An empty one takes it away.
func TestBranchesAreNamed(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, watch.Options{W: 100, H: 40, Place: watch.At(57)})
	name := func(text string) {
		t.Helper()
		r.press("rename")
		r.take(watch.Paste{Text: text})
		r.typed("enter")
	}
	r.press("whatif", "rename")
	r.says("choose a branch first")
	r.press("all")
	r.branch("Seeker muted from 40", 40)
	first := r.match.InFront(&r.state).Record
	r.press("whatif")
	r.typed("down")
	name("quiet \x1b[31m \"Seeker\"\n" + strings.Repeat("x", 100))
	if r.effect.Kind != watch.NameBranches {
		t.Fatalf("%+v", r.effect)
	}
	r.branches.TakeNames(&r.state)
	r.press("rename", "eraseAll")
	name("quiet \"Seeker\"")
	r.branches.TakeNames(&r.state)
	r.says("quiet \"Seeker\": Seeker muted from 40; worth it")
	r.press("all")
	r.says("B: quiet \"Seeker\"")
	if note := r.branches.Noted(first).Meta().Note; note != `"quiet 'Seeker'", branch of seed 30 from round 40: Seeker muted` {
		t.Error(note)
	}
	r.branch("other dice from 60", 60)
	second := r.match.InFront(&r.state).Record
	r.press("whatif")
	r.says("quiet \"Seeker\", then other dice from 60")
	const way = `branch of seed 30 from round 40: Seeker muted ("quiet 'Seeker'"); then from round 60: nothing else changed`
	if note := r.branches.Noted(second).Meta().Note; note != way {
		t.Error(note)
	}
	r.typed("down")
	r.press("rename", "eraseAll", "accept")
	r.branches.TakeNames(&r.state)
	r.says("named: Seeker muted from 40")
	if r.branches.Noted(first) != first {
		t.Error("the note still has a name")
	}
	if rec := r.branches.Record(0); r.branches.Noted(rec) != rec {
		t.Error("the match itself has another note")
	}
}

// Bookmarks, what was seen and the way back are a match's own: they are there again when
// somebody comes back to it, and what was set in a branch is the branch's.
func TestBranchesKeepWhatIsTheirs(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, watch.Options{W: 100, H: 40, NoSpoilers: true, Place: watch.At(70)})
	r.press("go")
	r.typed("5", "0", "enter")
	r.press("bookmark")
	r.typed("enter")
	names := func() string {
		var list []string
		for _, b := range r.state.Bookmarks() {
			list = append(list, b.Name)
		}
		return strings.Join(list, ", ")
	}
	r.branch("Seeker muted from 50", 50)
	if names() != "" || r.state.Horizon() != 50 || r.state.HasBack() {
		t.Errorf("in the branch: bookmarks %q, seen to %d, a way back %v", names(), r.state.Horizon(), r.state.HasBack())
	}
	r.press("on", "on", "bookmark")
	r.typed("enter")
	if names() != "round 52" || r.effect.Kind != watch.Keep {
		t.Errorf("of the branch: %q", names())
	}
	r.press("other")
	if names() != "round 50" {
		t.Errorf("of the match beside it: %q", names())
	}
	r.press("leave")
	r.follow()
	if names() != "round 50" || r.state.Horizon() != 70 || !r.state.HasBack() || r.at() != 50 {
		t.Errorf("back: bookmarks %q, seen to %d, a way back %v, round %d", names(), r.state.Horizon(), r.state.HasBack(), r.at())
	}
	r.press("whatif")
	r.typed("down", "enter")
	r.follow()
	if names() != "round 52" || r.state.Horizon() != 52 {
		t.Errorf("again in the branch: %q, seen to %d", names(), r.state.Horizon())
	}
	r.take(watch.Opened{Paused: true})
	if names() != "" || r.state.Seen != 0 {
		t.Errorf("of another match: %q, seen to %d", names(), r.state.Seen)
	}
}

// Without spoilers neither match tells what lies ahead in the other one.
func TestBranchKeepsSecrets(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, watch.Options{W: 160, H: 70, NoSpoilers: true, Place: watch.At(200)})
	r.branch("Seeker muted from 40", 40)
	for _, id := range []string{"last", "nextDifference", "nextEvent", "nextLead", "live"} {
		if r.press(id); r.at() != 40 {
			t.Errorf("%s leads to round %d", id, r.at())
		}
	}
	r.has("orders of", false)
	r.press("on", "back")
	r.says("orders of") // which have been seen
}

// Where one of both is shorter the one in front says how far it goes.
func TestOneOfBothIsShorter(t *testing.T) {
	t.Parallel()
	rec := tuitest.Recording(t, "thepurge", "demo-s30")
	cut := record.New(*rec.Meta(), rec.State(0))
	for k := range 30 {
		cut.Append(rec.Turn(k), rec.State(k+1))
	}
	m, err := watch.Compare(cut, tuitest.Recording(t, "thepurge", "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {160, 70}} {
		v := m.Viewer()
		r := &rig{T: t, match: m, v: v, state: v.Open(watch.Options{W: size[0], H: size[1], Paused: true})}
		r.press("last")
		if r.at() != 30 {
			t.Errorf("A ends in round %d", r.at())
		}
		r.press("other", "last")
		if r.at() != 250 {
			t.Errorf("B ends in round %d", r.at())
		}
		r.says("round 250/250")
		r.has("round 30/250", size[0] > 112)
		for _, b := range bindings() { // nothing breaks where the other one has no such round
			r.press(b.ID)
			r.draw()
		}
		r.state = v.Open(watch.Options{W: size[0], H: size[1], Paused: true})
		r.press("other", "last", "other")
		if r.at() != 30 {
			t.Errorf("A in front in round %d", r.at())
		}
	}
}
