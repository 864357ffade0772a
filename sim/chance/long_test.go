package chance_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestRoundsThatARecordingClaims: a recording may claim any number of rounds. A rollout
// plays a bounded number of them, and no branch of such a match is kept.
func TestRoundsThatARecordingClaims(t *testing.T) {
	t.Parallel()
	game := catalog.Games()[0]
	for name, text := range simtest.Recordings(t, game.Name()) {
		long := regexp.MustCompile(`(?m)^(NUM_ROUNDS\s+)\d+`).ReplaceAll(text, []byte("${1}1000000000"))
		rec, _, err := res.Read(long, catalog.Games(), name)
		if err != nil {
			t.Fatal(err)
		}
		null, _ := ai.Find(game.Name(), "Null")
		m := chance.Match{Game: game, Settings: rec.Meta().Settings, Names: rec.Meta().Names, Record: rec}
		for seat := range m.Players {
			m.Players[seat] = null.New
		}
		if m.Settings.Rounds() != 1e9 {
			t.Fatalf("%d rounds", m.Settings.Rounds())
		}
		a, done := begin(t, m), make(chan struct{})
		go func() {
			defer close(done)
			a.Next()
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("a rollout does not end")
		}
		if _, err := (&chance.WhatIf{Match: m, Round: 5}).Play(t.Context(), nil, ""); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("a branch: %v", err)
		}
		return
	}
}
