package match_test

import (
	"testing"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// TestEveryJumpCanBeUndone checks that one key undoes any jump and another repeats it.
func TestEveryJumpCanBeUndone(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	start := newRig(t, l, options{Paused: true, Place: location.AtRound(57)})
	start.press("inspect")
	start.typeKeys("up", "up", "z", "z")
	lay := start.layout()
	jumps := map[string]func(*rig){
		"first": func(r *rig) { r.press("first") }, "last": func(r *rig) { r.press("last") },
		"tenth": func(r *rig) { r.typeKeys("7") }, "go": func(r *rig) { r.typeKeys("g", "9", "enter") },
		"event": func(r *rig) { r.press("nextEvent") }, "event before": func(r *rig) { r.press("prevEvent") },
		"live": func(r *rig) { r.press("live") },
		"timeline": func(r *rig) {
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: lay.Axis.Column(150), Y: lay.Timeline.Y})
		},
		"dragged": func(r *rig) {
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: lay.Axis.Column(150), Y: lay.Timeline.Y})
			for x := range 40 {
				r.send(ui.PointerEvent{Kind: ui.PointerMove, X: x, Y: 0})
			}
		},
	}
	for name, jump := range jumps {
		r := *start
		from := r.state().Place
		jump(&r)
		there := r.state().Place
		if there.Round == from.Round {
			t.Errorf("%s leads nowhere", name)
		}
		if !r.view().HasBack() {
			t.Errorf("%s leaves no way back", name)
		}
		if r.press("wayBack"); r.state().Place != from || r.view().Play.Mode != playback.Paused {
			t.Errorf("back from %s at %+v, want %+v", name, r.state().Place, from)
		}
		if r.press("wayAhead"); r.state().Place.Round != there.Round || r.view().Event != there.Event {
			t.Errorf("again at %s: %+v, want %+v", name, r.state().Place, there)
		}
	}
}

// TestStepsAreNoJumps checks that going back skips single steps.
func TestStepsAreNoJumps(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(57)})
	r.checkText(" back ", false)
	r.press("on", "on10", "back", "play")
	r.send(ui.Tick{Elapsed: r.program.NextTick()})
	r.press("play", "panDown", "zoomIn", "inspect", "inspect")
	if r.view().HasBack() {
		t.Error("there is a way back without a jump")
	}
	at := r.at()
	r.press("wayBack")
	if r.requireText("nothing to go back to"); r.at() != at {
		t.Errorf("at round %d", r.at())
	}
	r.press("wayAhead")
	r.requireText("nothing to go forward to")
	r.press("last", "back", "back10")
	r.requireText("Backspace back")
	here := r.at()
	if r.press("wayBack"); r.at() != at {
		t.Errorf("back at round %d, want %d", r.at(), at)
	}
	if r.press("wayAhead"); r.at() != here {
		t.Errorf("forward at round %d, want %d", r.at(), here)
	}
	r.press("first", "first", "first")
	if r.press("wayBack"); r.at() != here {
		t.Errorf("jumping to where one is was kept: round %d, want %d", r.at(), here)
	}
	r.typeKeys("3")
	r.press("wayAhead")
	if r.at() != 60 {
		t.Errorf("a new jump leaves the old way ahead: round %d", r.at())
	}
}

// TestAHundredJumpsAreKept checks the limit of the jump history, and that jumps cannot return from
// a new match to the old one.
func TestAHundredJumpsAreKept(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true})
	for range 300 {
		r.typeKeys("9", "1")
	}
	steps := 0
	for r.view().HasBack() && steps < 1000 {
		r.press("wayBack")
		steps++
	}
	if steps != 100 {
		t.Errorf("%d jumps are kept", steps)
	}
	r.typeKeys("5")
	other := match.NewMatch(potterRecord(t))
	gone := r.program.Follow(other)
	r.send(match.Replacement{Match: other})
	if r.view().HasBack() || gone.View().(match.State).HasBack() {
		t.Error("the way back leads into another match")
	}
}

func TestCopiesOfAStateJumpIndependently(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true})
	r.typeKeys("1", "2", "3", "4")
	r.press("wayBack", "wayBack")
	a, b := *r, *r
	a.typeKeys("9")
	b.press("on")
	b.typeKeys("8")
	a.press("wayBack")
	b.press("wayBack")
	if a.at() != 40 || b.at() != 41 {
		t.Errorf("back at rounds %d and %d, want 40 and 41", a.at(), b.at())
	}
}

// TestNoKeyPassesTheHorizon checks that, in no-spoilers mode, keys other than steps show no unseen
// rounds and display a notice.
func TestNoKeyPassesTheHorizon(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	lay := func(r *rig) match.Layout { return r.layout() }
	jumps := map[string]func(*rig){
		"last": func(r *rig) { r.press("last") }, "tenth": func(r *rig) { r.typeKeys("9") },
		"go": func(r *rig) { r.typeKeys("g", "1", "9", "9", "enter") }, "live": func(r *rig) { r.press("live") },
		"timeline": func(r *rig) {
			r.send(ui.PointerEvent{Kind: ui.PointerPress, X: lay(r).Axis.Column(150), Y: lay(r).Timeline.Y})
		},
		"played backwards": func(r *rig) { r.press("first", "reverse", "play") },
		"events": func(r *rig) {
			for range 300 {
				r.press("nextEvent")
			}
		},
	}
	for name, jump := range jumps {
		r := newRig(t, l, options{Paused: true, Place: location.AtRound(50), NoSpoilers: true})
		r.press("back", "back", "back")
		if jump(r); r.at() > 50 || r.state().Horizon != 50 {
			t.Errorf("%s leads to round %d, the horizon is %d", name, r.at(), r.state().Horizon)
		}
		switch name {
		case "played backwards":
		case "events":
			r.requireText("in the rounds you have seen")
		default:
			r.requireText("no-spoilers mode: rounds after 50 are hidden")
		}
	}
	r := newRig(t, l, options{Paused: true, Place: location.AtRound(50), NoSpoilers: true})
	if r.press("on10", "first"); r.state().Horizon != 60 {
		t.Errorf("after ten steps the horizon is %d", r.state().Horizon)
	}
	if r.press("last"); r.at() != 60 {
		t.Errorf("End leads to round %d", r.at())
	}
	free := newRig(t, l, options{Paused: true})
	if free.state().Horizon != 200 {
		t.Errorf("without a wish for it the horizon is %d", free.state().Horizon)
	}
}

// TestNoSpoilersOfTheEnd checks that, in no-spoilers mode, a finished match does not open at its
// end.
func TestNoSpoilersOfTheEnd(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	r := newRig(t, l, options{Live: true, NoSpoilers: true})
	if r.at() != 0 {
		t.Errorf("opens at round %d", r.at())
	}
	if r.program = r.program.Follow(r.match); r.at() != 0 {
		t.Errorf("following leads to round %d", r.at())
	}
	live := record.New(*l.Meta(), l.State(0))
	for k := range 20 {
		live.Append(l.Turn(k), l.State(k+1))
	}
	r = newRig(t, live, options{Live: true, NoSpoilers: true})
	if r.at() != 20 {
		t.Errorf("opens at round %d of a match that goes on", r.at())
	}
	if r.press("first", "live"); r.at() != 20 {
		t.Errorf("L leads to round %d", r.at())
	}
}

// TestOpensAtAPlace checks that a match opens at the round of a place and follows its unit.
func TestOpensAtAPlace(t *testing.T) {
	t.Parallel()
	l := potterRecord(t)
	p := location.AtRound(30)
	p.FollowedUnit = location.RefTo(7)
	r := newRig(t, l, options{Paused: true, Place: p})
	var f sim.Frame
	l.State(30).FillFrame(&f)
	r.press("inspect")
	r.requireText("following unit 7")
	if r.view().Cursor != f.Units[7].At {
		t.Errorf("the cursor is at %v, unit 7 at %v", r.view().Cursor, f.Units[7].At)
	}
}
