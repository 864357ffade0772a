package thepurge_test

import (
	"testing"

	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
)

func TestEventTexts(t *testing.T) {
	t.Parallel()
	at, to := sim.Pos16{Row: 3, Col: 4}, sim.Pos16{Row: 3, Col: 5}
	const builder, hammer, gun, bazooka, won = 3, 0, 1, 2, 16
	for want, e := range map[string]sim.Event{
		"warrior 16 (Ann, gun) attacks builder 3 (Bob) at (3,4): 100 against 1; citizen 3 loses life": {
			Kind: tp.EventFight, Seat: 0, Other: 1, Unit: 16, Target: 3, At: at, To: to, A: 100, B: 1, Cause: gun | builder<<2 | won},
		"builder 16 (Ann) attacks warrior 3 (Bob, bazooka) at (3,4): 1 against 1000; citizen 16 loses life": {
			Kind: tp.EventFight, Seat: 0, Other: 1, Unit: 16, Target: 3, At: at, To: to, A: 1, B: 1000, Cause: builder | bazooka<<2},
		"warrior 16 (Cid, hammer) kills builder 3 (Bob) at (3,4): +100": {
			Kind: tp.EventDeath, Seat: 2, Other: 1, Unit: 16, Target: 3, At: at, A: 100, Cause: hammer | builder<<2},
		"warrior 16 (Cid, hammer) hits Bob's barricade at (3,4): -10, 30 left": {
			Kind: tp.EventHit, Seat: 2, Other: 1, Unit: 16, Target: -1, At: at, A: 10, B: 30},
		"warrior 16 (Cid, hammer) breaks Bob's barricade at (3,4)": {
			Kind: tp.EventBroken, Seat: 2, Other: 1, Unit: 16, Target: -1, At: at, A: 10},
		"builder 16 (Cid) breaks Bob's barricade at (3,4), exposing citizen 5": {
			Kind: tp.EventBroken, Seat: 2, Other: 1, Unit: 16, Target: 5, At: at, A: 10, Cause: builder},
		"warrior 27 (Dee) is back at (3,4)": {Kind: tp.EventBack, Seat: 3, Other: -1, Unit: 27, Target: -1, At: at},
		"builder 27 (Dee) is back at (3,4)": {Kind: tp.EventBack, Seat: 3, Other: -1, Unit: 27, Target: -1, At: at, Cause: builder},
		"warrior 7 (Ann, hammer) takes a bazooka at (3,4)": {
			Kind: tp.EventWeapon, Unit: 7, At: at, A: bazooka, B: bazooka, Cause: hammer},
		"warrior 7 (Ann, bazooka) takes a gun at (3,4) and keeps the bazooka": {
			Kind: tp.EventWeapon, Unit: 7, At: at, A: gun, B: bazooka, Cause: bazooka},
		"builder 7 (Ann) destroys a gun at (3,4)": {
			Kind: tp.EventWeapon, Unit: 7, At: at, A: gun, B: builder, Cause: builder},
		"builder 7 (Ann) eats at (3,4): life already full (60)":          {Kind: tp.EventFood, Unit: 7, At: at, B: 60, Cause: builder},
		"builder 7 (Ann) eats at (3,4): life +20, now 60":                {Kind: tp.EventFood, Unit: 7, At: at, A: 20, B: 60, Cause: builder},
		"warrior 7 (Ann, hammer) collects money at (3,4): +10":           {Kind: tp.EventMoney, Unit: 7, At: at, A: 10},
		"builder 7 (Ann) builds a barricade at (3,4): resistance 40":     {Kind: tp.EventBuilt, Unit: 7, At: at, A: 40},
		"builder 7 (Ann) reinforces a barricade at (3,4): resistance 80": {Kind: tp.EventReinforced, Unit: 7, At: at, A: 80, B: 40},
		"dusk of day 2, 7 barricades stand":                              {Kind: tp.EventDusk, Seat: -1, Other: -1, Unit: -1, A: 2, B: 7},
		"dusk of day 2, no barricade stands":                             {Kind: tp.EventDusk, Seat: -1, Other: -1, Unit: -1, A: 2},
		"dawn of day 3, 1 barricade falls":                               {Kind: tp.EventDawn, Seat: -1, Other: -1, Unit: -1, A: 3, B: 1},
		"dawn of day 3":                                                  {Kind: tp.EventDawn, Seat: -1, Other: -1, Unit: -1, A: 3, B: -1},
		"the last night ends, 2 barricades fall":                         {Kind: tp.EventDawn, Seat: -1, Other: -1, Unit: -1, B: 2},
	} {
		if got := string(game.AppendEventText(nil, &e, &names)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestFewCausesStayUnknown checks that the number of events that cannot be derived is at most a
// quarter of the number of fights.
func TestFewCausesStayUnknown(t *testing.T) {
	t.Parallel()
	m, err := newMatch(violent(), 30, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	doubts, fights := 0, 0
	before := m.Board.State()
	for range m.set.Rounds() {
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
		for _, e := range m.LastTurn.Events {
			if e.Kind == tp.EventFight {
				fights++
			}
		}
		events, _ := game.Derive(before, m.LastTurn.Executed, m.Board.State())
		doubts += len(m.LastTurn.Events) - len(events)
		before = m.Board.State()
	}
	if doubts > fights/4 {
		t.Errorf("%d events cannot be derived, of matches with %d fights", doubts, fights)
	}
}
