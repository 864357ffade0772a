package harrypotter_test

import (
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

func TestEventTexts(t *testing.T) {
	t.Parallel()
	names := [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}
	at, to := sim.Pos16{Row: 3, Col: 4}, sim.Pos16{Row: 5, Col: 6}
	for want, e := range map[string]sim.Event{
		"ghost 1 (Bob) casts the spell at (3,4) and takes 8 cells": {
			Kind: hp.EventSpell, Seat: 1, Other: -1, Unit: 1, Target: -1, At: at, A: 8},
		"Voldemort catches wizard 28 (Bob) at (3,4), who joins Cid at (5,6)": {
			Kind: hp.EventDeath, Seat: -1, Other: 1, Unit: -1, Target: 28, At: at, To: to, A: 2},
		"ghost 1 (Bob) walks up to Voldemort from (3,4) and returns at (5,6)": {
			Kind: hp.EventDeath, Seat: -1, Other: 1, Unit: -1, Target: 1, At: at, To: to, A: 1, Cause: 1},
		"wizard 7 (Ann) attacks ghost 1 (Bob) at (3,4), extending its rest by 5 rounds (9 left)": {
			Kind: hp.EventGhostAttacked, Seat: 0, Other: 1, Unit: 7, Target: 1, At: at, A: 5, B: 9},
		"wizard 28 (Bob) at (3,4) joins Ann: +1 point": {
			Kind: hp.EventConverted, Seat: 0, Other: 1, Unit: -1, Target: 28, At: at, A: 1},
		"wizard 7 (Ann) attacks wizard 28 (Bob) at (3,4), 40 against 12": {
			Kind: hp.EventAttack, Seat: 0, Other: 1, Unit: 7, Target: 28, At: at, A: 40, B: 12},
		"wizard 27 (Bob) stops wizard 28 at (3,4) from joining Ann in 2 rounds": {
			Kind: hp.EventConversionStopped, Seat: 1, Other: 1, Unit: 27, Target: 28, At: at, A: 0, B: 2},
		"wizard 28 (Bob) at (3,4) will join Ann in 4 rounds": {
			Kind: hp.EventConversionBegun, Seat: 0, Other: 1, Unit: 7, Target: 28, At: at, A: 4},
		"wizard 7 (Ann) reads a book at (3,4): +20 strength": {
			Kind: hp.EventBook, Seat: 0, Other: -1, Unit: 7, Target: -1, At: at, A: 20},
		"Voldemort destroys a book at (3,4)": {
			Kind: hp.EventBookDestroyed, Seat: -1, Other: -1, Unit: -1, Target: -1, At: at},
	} {
		if got := string(hp.Game.AppendEventText(nil, &e, &names)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
