package match_test

import (
	"testing"

	"game-tui/configs"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// TestCoachPageOpensMoments checks that the page requests the habits of the highlighted player,
// shows results as they arrive, and opens a moment.
func TestCoachPageOpensMoments(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[2], configs.Default("thepurge"), 60)
	r := newRig(t, rec, options{Paused: true, W: 100, H: 40, Profile: theme.TrueColor, Me: "1"})
	r.press("coach")
	if asked, ok := r.effect.Request.(ui.Coach); !ok || asked.Seat != 1 || asked.Record != rec {
		t.Fatalf("%+v", r.effect)
	}
	r.requireText("playing the first matches")
	id := r.effect.ID
	lines := []page.Lesson{{Text: "money: about 300 points", IsHeading: true}, {Text: "see 1", MomentName: "1"}}
	r.send(ui.Progress{ID: id, Text: "40 matches", Result: &page.Lessons{Seat: 1, Lines: lines[:1]}})
	r.requireText("so far")
	r.requireText("money: about 300 points")
	r.requireText("40 matches")
	if r.typeKeys("enter"); r.effect.Request != nil {
		t.Errorf("a line without a moment asks for %+v", r.effect)
	}
	r.send(ui.Answer{ID: id, Result: &page.Lessons{Seat: 1, Lines: lines, IsComplete: true}})
	r.checkText("so far", false)
	r.typeKeys("down", "enter")
	if asked, ok := r.effect.Request.(ui.Open); !ok || asked.Name != "1" {
		t.Errorf("the moment asks for %+v", r.effect)
	}
	r.send(ui.Answer{ID: r.effect.ID, Result: ui.Notice{Text: "opened"}})
	r.press("all", "coach")
	r.requireText("see 1") // The known result is not requested again.
	r.press("coach", "front", "coach")
	if asked, ok := r.effect.Request.(ui.Coach); !ok || asked.Seat != 2 {
		t.Errorf("of another player: %+v", r.effect)
	}
}
