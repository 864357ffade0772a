package report

import (
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
)

// TestRoundOfCutRecording checks that the winners of a truncated match are found with its own dice.
// If the dice are unknown, the reason must be reported.
func TestRoundOfCutRecording(t *testing.T) {
	t.Parallel()
	text := simtest.Recordings(t, "thepurge")["mixed-s30"]
	whole, _, err := res.Read(text, catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	if turn := whole.Turn(0); turn.KnownParts&sim.KnownOrders == 0 {
		match.Enrich(t.Context(), text, whole, ai.Find)
	}
	const cut = 240
	look := func(change func(*record.Meta)) *roundAnalysis {
		t.Helper()
		meta := *whole.Meta()
		change(&meta)
		rec := record.New(meta, whole.State(0))
		for k := range cut {
			rec.Append(whole.Turn(k), whole.State(k+1))
		}
		rec.End(nil)
		a, err := winchance.New(analysis.NewMatch(rec))
		if err != nil {
			t.Fatal(err)
		}
		r := &analyzedMatch{name: "cut.res", record: rec, analysis: a, round: cut - 5}
		if err := (&Analysis{Quiet: true, Time: 1}).analyzeRound(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		return r.roundAnalysis
	}
	at := look(func(*record.Meta) {})
	want := sim.Winners(whole.State(whole.Edge()).Scores())
	if at.OtherDiceReplays != play.BranchDiceCount || len(at.OwnDiceWinners) != len(want) || at.OwnDiceWinners[0] != want[0] {
		t.Errorf("the dice of the match: %v, want %v; %d other dice; %q %q", at.OwnDiceWinners, want, at.OtherDiceReplays, at.NoOtherDiceReason, at.NoOwnDiceReason)
	}
	at = look(func(m *record.Meta) { m.Seed++ })
	if at.OwnDiceWinners != nil || !strings.Contains(at.NoOwnDiceReason, "dice are unknown") || at.OtherDiceReplays != play.BranchDiceCount {
		t.Errorf("with another seed: %v, %q", at.OwnDiceWinners, at.NoOwnDiceReason)
	}
	at = look(func(m *record.Meta) { m.HasClock = true })
	if at.OwnDiceWinners != nil || !strings.Contains(at.NoOwnDiceReason, "its players could see processor times") {
		t.Errorf("with a clock: %v, %q", at.OwnDiceWinners, at.NoOwnDiceReason)
	}
	at = look(func(m *record.Meta) { m.Names[2] = "Stranger" })
	if at.OtherDiceReplays != 0 || at.NoOtherDiceReason != "a player is not built in" {
		t.Errorf("with a stranger: %q", at.NoOtherDiceReason)
	}
}
