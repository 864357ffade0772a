package match_test

import (
	"fmt"
	"testing"

	"game-tui/configs"
	watch "game-tui/tui/match"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// The page offers changes of the shown round, asks the shell for the chosen one, and leads
// to branches that are there.
func TestWhatIf(t *testing.T) {
	t.Parallel()
	rec := tuitest.Played(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	shell := &watch.Shell{Players: []string{"Demo", "Greedy"}}
	r := newRig(t, rec, watch.Options{Paused: true, Place: watch.At(30), Shell: shell})
	r.press("whatif")
	for _, words := range []string{"what if, from round 30", "the same players, other dice", "Seeker gives no orders any more", "Greedy plays for Seeker", "Demo plays for Greedy"} {
		r.says(words)
	}
	r.has("Greedy plays for Greedy", false)
	r.typed("down", "down", "enter")
	if c := r.effect.Change; r.effect.Kind != watch.Branch || r.effect.ID == 0 || c != (watch.Change{Round: 30, Mute: true}) {
		t.Fatalf("%+v", r.effect)
	}
	r.says("playing on: Seeker gives no orders any more")
	r.take(watch.Progress{ID: r.effect.ID, Text: "7 of 32 dice"})
	r.says("7 of 32 dice")

	r.press("whatif", "search")
	r.typed("m", "u", "t", "e", "enter")
	r.says("4 of ")
	r.press("leave", "all", "whatif")
	if r.typed("enter"); r.effect.Change.Dice != 0 {
		t.Errorf("%+v", r.effect)
	}

	r.take(watch.Opened{Paused: true, Round: 30, Branches: kept("the match itself", "branch one"), Branch: 1})
	if r.at() != 30 || r.state.Busy() {
		t.Errorf("the branch opens at round %d", r.at())
	}
	r.press("whatif")
	r.says("branch one")
	r.typed("enter")
	if r.effect.Kind != watch.Switch || r.effect.Arg != "0" {
		t.Errorf("%+v", r.effect)
	}
	r.press("whatif")
	r.typed("down", "enter") // what is watched already
	if r.effect.Kind != watch.None {
		t.Errorf("%+v", r.effect)
	}

	var names []string
	for i := range watch.MaxBranches + 1 {
		names = append(names, fmt.Sprint("branch ", i))
	}
	r.take(watch.Opened{Paused: true, Round: 30, Branches: kept(names...)})
	r.press("whatif")
	r.typed("end", "enter")
	if r.effect.Kind != watch.None {
		t.Errorf("a ninth branch: %+v", r.effect)
	}
	r.says("no more are kept")
}

// kept are branches of a match, which is the first.
func kept(names ...string) (list []watch.KeptBranch) {
	for _, name := range names {
		list = append(list, watch.KeptBranch{Change: name})
	}
	return list
}

// Where nothing can be played on, the key says so.
func TestNoWhatIf(t *testing.T) {
	t.Parallel()
	rec := tuitest.Played(t, tuitest.Games[2], configs.Default("thepurge"), 1000)
	r := newRig(t, rec, watch.Options{Paused: true, Place: watch.At(30), Shell: &watch.Shell{Cannot: map[watch.Kind]string{watch.Branch: ""}}})
	r.press("whatif")
	r.says("nothing can be played on from here")
	r = newRig(t, rec, watch.Options{Paused: true})
	r.press("last", "whatif")
	r.says("the match is over")
}

// TestGoldenWhatIf holds the page.
func TestGoldenWhatIf(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.Played(t, g, configs.Default(g.Name()), 60)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), size[0], size[1]), func(t *testing.T) {
				r := newRig(t, rec, watch.Options{Paused: true, Place: watch.At(30), W: size[0], H: size[1], Profile: theme.TrueColor,
					Shell: &watch.Shell{Players: []string{"Demo", "Greedy", "Null"}}})
				r.take(watch.Opened{Paused: true, Round: 30, Branches: kept("the match itself", "other dice from 30"), Branch: 1})
				r.press("whatif")
				tuitest.Golden(t, tuitest.Show(t, r.draw()).String())
			})
		}
	}
}
