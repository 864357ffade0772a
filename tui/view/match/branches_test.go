package match_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/sim/record"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// withHeading returns a recording of the same board with a different heading, like that of a branch.
func withHeading(t *testing.T, rec *record.Record, heading string) *record.Record {
	t.Helper()
	meta := *rec.Meta()
	meta.Heading, meta.Source = heading, ""
	return rec.WithMeta(meta)
}

// branchRig views a match with branches and acts as the shell.
type branchRig struct{ *rig }

func newBranchRig(t *testing.T, o options) *branchRig {
	t.Helper()
	o.Paused = true
	return &branchRig{newRig(t, tuitest.ReadRecording(t, "thepurge", "demo-s30"), o)}
}

// frontRecord returns the record of the match in front.
func (r *branchRig) frontRecord() *record.Record { return r.state().Record }

// branch answers a request for a branch of the match in front. The view then opens the branch.
func (r *branchRig) branch(name string, round int) {
	r.Helper()
	from := r.frontRecord()
	rec := withHeading(r.T, tuitest.ReadRecording(r.T, "thepurge", "mixed-s30"), "branch")
	meta := *rec.Meta()
	meta.Note = fmt.Sprintf("branch of seed 30 from round %d: Seeker muted", round)
	if r.state().Branches != nil {
		meta.Note = fmt.Sprintf("%s; then from round %d: only the dice changed", from.Meta().Note, round)
	}
	r.playBranch(branch.Result{Record: rec.WithMeta(meta), Round: round, ChangeText: name, Worth: "worth it"})
}

// playBranch requests a branch of the match in front and answers the request.
func (r *branchRig) playBranch(p branch.Result) {
	r.Helper()
	r.press("whatif")
	r.typeKeys("end", "enter")
	ask, ok := r.effect.Request.(ui.Branch)
	if !ok || ask.Record != r.frontRecord() {
		r.Fatalf("%+v is no branch of what is in front", r.effect)
	}
	r.send(ui.Answer{ID: r.effect.ID, Result: p})
}

// savedRecord returns the record that the viewer would save.
func (r *branchRig) savedRecord() *record.Record {
	r.Helper()
	r.press("write")
	ask, ok := r.effect.Request.(ui.Write)
	if !ok {
		r.Fatalf("%+v writes nothing", r.effect)
	}
	r.send(ui.Answer{ID: r.effect.ID})
	return ask.Record
}

// names returns the names of the match and its branches.
func (r *branchRig) names() (list []string) {
	for _, b := range r.state().Branches.List {
		list = append(list, fmt.Sprint(b.Title(), " of ", b.Parent))
	}
	return list
}

// TestBranchesAreListedBelowTheirMatch checks that the match comes first and each branch after its
// parent.
func TestBranchesAreListedBelowTheirMatch(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, options{W: 100, H: 40, Place: location.AtRound(57)})
	whole := r.program.View().Source()
	if r.state().Branches != nil || r.view().Origin() != whole {
		t.Error("there are branches before there are any")
	}
	from := r.frontRecord()
	for i := 1; i <= 2; i++ {
		r.branch(fmt.Sprint("name ", i), 40)
		if shown := r.program.View().Source().(*match.Match); shown.Record != from || r.frontRecord() == from || r.view().Origin() != whole {
			t.Errorf("branch %d is not beside what it was played on from", i)
		}
		r.requireText("worth it")
		from = r.frontRecord()
	}
	if got := strings.Join(r.names(), ", "); got != "original match of 0, name 1 of 0, name 2 of 1" || r.state().Branches.Current != 2 {
		t.Errorf("%s, at %d", got, r.state().Branches.Current)
	}
	r.playBranch(branch.Result{Record: from, Round: 40})
	if len(r.names()) != 3 || r.program.IsBusy() {
		t.Error("a match is a branch of itself")
	}
	r.send(branch.Result{Record: withHeading(t, from, "")})
	if len(r.names()) != 3 {
		t.Error("a branch that nobody waits for is kept")
	}
	if r.press("leave", "leave"); r.program.View().Source() != whole || r.state().ComparisonSide != "" {
		t.Error("the match itself is not alone")
	}
}

// TestBranchBesideItsMatch checks that a branch opens in front of its parent, at the round where
// they diverge, and that Esc returns to the previous place.
func TestBranchBesideItsMatch(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
		r := newBranchRig(t, options{W: size[0], H: size[1], Place: location.AtRound(57)})
		r.press("inspect")
		from := r.state().Place
		r.branch("Seeker muted from 40", 40)
		if r.at() != 40 || !r.view().IsSecondInFront {
			t.Errorf("%v: at round %d, the branch in front: %v", size, r.at(), r.view().IsSecondInFront)
		}
		r.requireText("B: Seeker muted from 40")
		r.checkText("A: original match", size[0] > 112)
		r.press("other")
		r.requireText("A: original match")
		r.press("on10", "leave", "leave")
		if r.state().Place != from || r.view().IsSecondInFront {
			t.Errorf("%v: back at %+v instead of %+v", size, r.state().Place, from)
		}
		r.checkText("Seeker muted", false)
		r.press("other")
		r.requireText("no second match")
		r.press("inspect", "whatif")
		r.typeKeys("down", "enter")
		if r.at() != 50 {
			t.Errorf("%v: again in the branch at round %d", size, r.at())
		}
	}
}

// TestBranchesAreNamed checks that a name typed in the list is sanitized, limited and shown, and
// that an empty name removes it.
func TestBranchesAreNamed(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, options{W: 100, H: 40, Place: location.AtRound(57)})
	name := func(text string) {
		t.Helper()
		r.press("rename")
		r.send(ui.Paste{Text: text})
		r.typeKeys("enter")
	}
	r.press("whatif", "rename")
	r.requireText("choose a branch first")
	r.press("all")
	r.branch("Seeker muted from 40", 40)

	r.press("whatif")
	r.typeKeys("down")
	name("quiet \x1b[31m \"Seeker\"\n" + strings.Repeat("x", 100))
	r.press("rename")
	r.typeKeys("ctrl+u")
	name("quiet \"Seeker\"")
	r.requireText("quiet \"Seeker\": Seeker muted from 40; worth it")
	r.press("all")
	r.requireText("B: quiet \"Seeker\"")
	if note := r.savedRecord().Meta().Note; note != `"quiet 'Seeker'", branch of seed 30 from round 40: Seeker muted` {
		t.Error(note)
	}
	r.branch("other dice from 60", 60)

	r.press("whatif")
	r.requireText("quiet \"Seeker\", then other dice from 60")
	const way = `branch of seed 30 from round 40: Seeker muted; then from round 60: only the dice changed`
	if note := r.savedRecord().Meta().Note; note != way {
		t.Error(note)
	}
	r.typeKeys("down")
	r.press("rename")
	r.typeKeys("ctrl+u", "enter")
	r.requireText("branch name: Seeker muted from 40")
	r.typeKeys("enter") // The first branch is selected.
	if r.savedRecord() != r.frontRecord() {
		t.Error("the note still has a name")
	}
	if r.press("leave"); r.savedRecord() != r.frontRecord() {
		t.Error("the match itself has another note")
	}
}

// TestBranchesKeepTheirOwnBookmarks checks that each match or branch has its own bookmarks, seen
// rounds and jumps, and that they are restored on return.
func TestBranchesKeepTheirOwnBookmarks(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, options{W: 100, H: 40, NoSpoilers: true, Place: location.AtRound(70)})
	r.press("go")
	r.typeKeys("5", "0", "enter")
	r.press("bookmark")
	r.typeKeys("enter")
	marked := func() string {
		var list []string
		for _, b := range r.bookmarks() {
			list = append(list, b.Name)
		}
		return strings.Join(list, ", ")
	}
	r.branch("Seeker muted from 50", 50)
	if marked() != "" || r.state().Horizon != 50 || r.view().HasBack() {
		t.Errorf("in the branch: bookmarks %q, seen to %d, a way back %v", marked(), r.state().Horizon, r.view().HasBack())
	}
	r.press("on", "on", "bookmark")
	r.typeKeys("enter")
	if marked() != "round 52" || !savesBookmarks(r.effect) {
		t.Errorf("of the branch: %q", marked())
	}
	r.press("other")
	if marked() != "round 50" {
		t.Errorf("of the match beside it: %q", marked())
	}
	r.press("leave")
	if marked() != "round 50" || r.state().Horizon != 70 || !r.view().HasBack() || r.at() != 50 {
		t.Errorf("back: bookmarks %q, seen to %d, a way back %v, round %d", marked(), r.state().Horizon, r.view().HasBack(), r.at())
	}
	r.press("whatif")
	r.typeKeys("down", "enter")
	if marked() != "round 52" || r.state().Horizon != 52 {
		t.Errorf("again in the branch: %q, seen to %d", marked(), r.state().Horizon)
	}
	r.send(match.Replacement{Match: match.NewMatch(potterRecord(t)), Paused: true})
	if marked() != "" || r.view().LastSeen != 0 {
		t.Errorf("of another match: %q, seen to %d", marked(), r.view().LastSeen)
	}
}

// TestFollowingLeavesABranch checks that following the live edge leaves a branch, that other
// matches do not have the branch, and that shared frames do not show it.
func TestFollowingLeavesABranch(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, options{W: 100, H: 40, Place: location.AtRound(57)})
	r.press("bookmark", "accept")
	r.branch("Seeker muted from 40", 40)
	whole := r.view().Origin()
	public := r.program.SharedProgram(whole)
	r.program = r.program.Follow(whole)
	if r.program.View().Source() != whole || !r.follows() || len(r.names()) != 2 || len(r.bookmarks()) != 0 {
		t.Errorf("following: %v, branches %v, %d bookmarks", r.follows(), r.names(), len(r.bookmarks()))
	}
	if r.press("faster"); len(r.bookmarks()) != 1 {
		t.Errorf("after a key there are %d bookmarks", len(r.bookmarks()))
	}
	r.program = public
	if r.typeKeys("F9"); r.state().Branches != nil || len(r.bookmarks()) != 0 {
		t.Error("others see what is the watcher's own")
	}
	r.press("go")
	r.typeKeys("3", "0", "enter")
	r.branch("other dice from 30", 30)
	next := match.NewMatch(potterRecord(t))
	if r.program = r.program.Follow(next); r.program.View().Source() != ui.Source(next) || r.state().Branches != nil || !r.follows() {
		t.Error("another match has the branches of the one before")
	}
}

// TestBranchKeepsSecrets checks that, in no-spoilers mode, neither match reveals later rounds of
// the other.
func TestBranchKeepsSecrets(t *testing.T) {
	t.Parallel()
	r := newBranchRig(t, options{W: 160, H: 70, NoSpoilers: true, Place: location.AtRound(200)})
	r.branch("Seeker muted from 40", 40)
	for _, id := range []string{"last", "nextDifference", "nextEvent", "nextLead", "live"} {
		if r.press(id); r.at() != 40 {
			t.Errorf("%s leads to round %d", id, r.at())
		}
	}
	r.checkText("orders of", false)
	r.press("on", "back")
	r.requireText("orders of") // The viewer has seen these rounds.
}

// TestShorterMatchStatesItsLength checks the heading when the shorter match is in front.
func TestShorterMatchStatesItsLength(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "demo-s30")
	cut := record.New(*rec.Meta(), rec.State(0))
	for k := range 30 {
		cut.Append(rec.Turn(k), rec.State(k+1))
	}
	m, err := match.Compare(cut, tuitest.ReadRecording(t, "thepurge", "mixed-s30"))
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{80, 24}, {160, 70}} {
		r := rigOf(t, m, options{W: size[0], H: size[1], Paused: true})
		r.press("last")
		if r.at() != 30 {
			t.Errorf("A ends in round %d", r.at())
		}
		r.press("other", "last")
		if r.at() != 250 {
			t.Errorf("B ends in round %d", r.at())
		}
		r.requireText("round 250/250")
		r.checkText("round 30/250", size[0] > 112)
		for _, b := range bindings() { // No key may panic where the other match has no such round.
			r.press(b.ID)
			r.draw()
		}
		r = rigOf(t, m, options{W: size[0], H: size[1], Paused: true})
		r.press("other", "last", "other")
		if r.at() != 30 {
			t.Errorf("A in front in round %d", r.at())
		}
	}
}
