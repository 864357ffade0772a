package qualify

import (
	"context"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
	"game-tui/sim/match"
)

// scripted is a player without orders that fails or prints something in a given round.
type scripted struct {
	out, says int // rounds, or -1 for never
}

func (p scripted) Play(_ context.Context, q *sim.Query) (r sim.Reply) {
	switch q.State.Round() {
	case p.out:
		r.Failure = &sim.Failure{Reason: sim.FailedCrash, Detail: "SIGSEGV"}
	case p.says:
		r.Stderr = []string{"hello"}
	}
	return r
}

// starter is a scripted player that fails to start if why is set.
type starter struct {
	scripted
	why sim.FailureReason
}

func (p starter) Start(context.Context, sim.StartInfo) (string, *sim.Failure) {
	if p.why != "" {
		return "", &sim.Failure{Reason: p.why, Detail: "no room"}
	}
	return "Started", nil
}

func (starter) Close() {}

func entry(name string) match.Entry {
	b, _ := ai.Find("thepurge", name)
	return match.Entry{Player: match.PlayerSpec{Name: name}, New: b.New}
}

func entryOf(p sim.Player) match.Entry {
	return match.Entry{Player: match.PlayerSpec{Name: "mine"}, New: func() sim.Player { return p }}
}

func options(dummy string) Options {
	return Options{Game: thepurge.Game, Spec: match.Spec{Game: "thepurge", Config: string(configs.Default("thepurge")), Limits: sim.JudgeLimits}, Dummy: entry(dummy), Seed: 30}
}

func TestTryPassesOnlyPlayersThatStartStayInAndWin(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		player  match.Entry
		dummy   string
		step    Step
		reason  string
		matches int
		warning string
	}{
		"passes":            {entry("Greedy"), "Null", "", "", MatchCount, ""},
		"ties":              {entry("Null"), "Null", StepDummies, "seed 31, seat 0: tied at 0; a tie is not a win", 2, ""},
		"loses":             {entry("Null"), "Greedy", StepDummies, "seed 31, seat 0: lost ", 2, ""},
		"out":               {entryOf(scripted{3, 1}), "Null", StepCopies, "seed 30, seat 0: went out: crash in round 3 (SIGSEGV)", 1, `prints ("hello" in round 1)`},
		"does not start":    {entryOf(starter{scripted{-1, -1}, sim.FailedReply}), "Null", StepStart, "bad reply: no room", 0, ""},
		"starts, and loses": {entryOf(starter{scripted{-1, -1}, ""}), "Greedy", StepDummies, "lost 0 to", 2, ""},
	} {
		v, err := Run(t.Context(), c.player, options(c.dummy))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if v.FailedStep != c.step || v.Passed != (c.step == "") || !strings.Contains(v.Reason, c.reason) || len(v.Matches) != c.matches {
			t.Errorf("%s: %+v, want %q, %q, %d matches", name, v, c.step, c.reason, c.matches)
		}
		if (v.Record != nil) != (c.matches > 0 && c.step != "") {
			t.Errorf("%s: the record of the match that failed: %v", name, v.Record)
		}
		if !strings.Contains(strings.Join(v.Warnings, "\n"), c.warning) || c.warning == "" && v.Warnings != nil {
			t.Errorf("%s: warns of %q, want %q", name, v.Warnings, c.warning)
		}
	}
	if _, err := Run(t.Context(), entryOf(starter{why: sim.FailedMachine}), options("Null")); err == nil {
		t.Error("a machine that is too busy makes a verdict")
	}
	v, _ := Run(t.Context(), entry("Null"), options("Null"))
	if got := v.Matches[1].Command([]string{"--limits=judge"}); got != "game-tui Null Null Null Null --seed 31 --limits=judge" {
		t.Error(got)
	}
}
