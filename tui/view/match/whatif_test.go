package match_test

import (
	"fmt"
	"testing"

	"game-tui/configs"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
)

// TestWhatIfPageOffersBranches checks that the page offers changes to the shown round, requests the
// selected one, and opens existing branches.
func TestWhatIfPageOffersBranches(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	r := newRig(t, rec, options{Paused: true, W: 100, H: 50, Profile: theme.TrueColor, Place: location.AtRound(30), Players: []string{"Demo", "Greedy"}})
	r.press("whatif")
	for _, words := range []string{"what-if from round 30", "same players, different dice", "Seeker gives no more orders", "Greedy replaces Seeker", "Demo replaces Greedy"} {
		r.requireText(words)
	}
	r.checkText("Greedy replaces Greedy", false)
	r.typeKeys("down", "down", "enter")
	if asked, ok := r.effect.Request.(ui.Branch); !ok || r.effect.ID == 0 || asked.Change != (branch.Change{Round: 30, Muted: true}) {
		t.Fatalf("%+v", r.effect)
	}
	id := r.effect.ID
	r.requireText("continuing: Seeker gives no more orders")
	r.send(ui.Progress{ID: id, Text: "7 of 32 dice"})
	r.requireText("7 of 32 dice")

	r.press("whatif", "search")
	r.typeKeys("m", "u", "t", "e", "enter")
	r.requireText("4 of ")
	r.press("all")
	r.requireText("cancelled: 7 of 32 dice")
	r.answerBranch(id, "too late")
	r.press("all", "all")
	if r.view().Source() != r.match || r.program.TopPage() != nil {
		t.Error("a branch that was cancelled is shown")
	}
	if r.otherDice(); r.effect.Request.(ui.Branch).Change != (branch.Change{Round: 30}) {
		t.Errorf("%+v", r.effect)
	}
	r.answerBranch(r.effect.ID, "branch one")
	if r.at() != 30 || r.program.IsBusy() {
		t.Errorf("the branch opens at round %d", r.at())
	}
	r.press("whatif")
	r.requireText("branch one")
	r.typeKeys("enter")
	r.checkText("branch one", false)
	if r.view().Source() != r.match {
		t.Error("the match itself is not shown")
	}
	r.press("whatif")
	before := r.view()
	if r.typeKeys("enter"); r.view() != before || r.effect.Request != nil { // The match in front is already open.
		t.Errorf("%+v", r.effect)
	}

	for i := range ui.DefaultMaxBranches - 1 {
		r.otherDice()
		if asked, ok := r.effect.Request.(ui.Branch); !ok || asked.Change.DiceSeed != i+2 {
			t.Fatalf("%+v", r.effect)
		}
		r.answerBranch(r.effect.ID, fmt.Sprint("branch ", i))
	}
	if r.otherDice(); r.effect.Request != nil {
		t.Errorf("a ninth branch: %+v", r.effect)
	}
	r.requireText("branches can be kept")
}

// otherDice requests a branch that only has other dice.
func (r *rig) otherDice() {
	r.press("whatif", "search")
	r.typeText("same players")
	r.typeKeys("enter", "enter")
}

// answerBranch answers the request for a branch with a record equal to the match.
func (r *rig) answerBranch(id int, change string) {
	rec := r.match.Record
	r.send(ui.Answer{ID: id, Result: branch.Result{Record: rec.WithMeta(*rec.Meta()), Round: 30, ChangeText: change}})
}

func TestWhatIfNeedsAPlayableMatch(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default("thepurge"), 1000)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(30), Shell: &ui.Capabilities{Unsupported: map[ui.Capability]string{ui.CanBranch: ""}}})
	r.press("whatif")
	r.requireText("cannot try what-ifs here")
	r = newRig(t, rec, options{Paused: true})
	r.press("last", "whatif")
	r.requireText("the match is over")
}

func TestGoldenWhatIf(t *testing.T) {
	t.Parallel()
	for i, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 60)
		t.Run(g.Name(), func(t *testing.T) {
			w, h, golden := goldenSize(i)
			r := newRig(t, rec, options{Paused: true, Place: location.AtRound(30), W: w, H: h, Profile: theme.TrueColor,
				Players: []string{"Demo", "Greedy", "Null"}})
			r.otherDice()
			r.answerBranch(r.effect.ID, "other dice from 30")
			r.press("whatif", "choose", "whatif")
			r.requireText("what-if from round 30")
			r.requireText("same players, different dice")
			if golden {
				screentest.CompareGolden(t, r.screen())
			}
		})
	}
}
