package winchance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
)

// branch plays a branch with the original dice.
func branch(t *testing.T, w *winchance.WhatIf, l *record.Record) *record.Record {
	t.Helper()
	b, err := match.Resume(l, w.Round, match.Dice{Original: true})
	if err != nil {
		t.Fatal(err)
	}
	other, err := w.Play(t.Context(), b, "a.res")
	if err != nil {
		t.Fatal(err)
	}
	return other
}

func TestNotesKeepTheOriginOfABranch(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, l := played(t, catalog.Games()[2], 13, "Greedy", "Demo", "Demo", "Null")
	w := &winchance.WhatIf{Match: m, Round: 30}
	w.Muted[1] = true
	other := branch(t, w, l)
	recording := text(t, other)
	var beside bytes.Buffer
	if err := notes.Write(&beside, other, "sum", nil); err != nil {
		t.Fatal(err)
	}
	if note := notes.Note(beside.Bytes()); note != "branch of a.res from round 30: Demo 1 muted" {
		t.Errorf("note %q", note)
	}
	read, cut, err := res.Read(recording, catalog.Games(), "")
	if err != nil || cut != nil {
		t.Fatal(err, cut)
	}
	if err := notes.Read(beside.Bytes(), read, "sum"); err != nil || read.Turn(50).KnownParts&sim.KnownOrders == 0 {
		t.Errorf("reading the notes of a branch: %v, or its orders are unknown", err)
	}
}

func text(t *testing.T, l *record.Record) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := res.Write(&b, l); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// strongest returns a line-up that includes a player that remembers earlier rounds.
func strongest(g sim.Game) []string {
	b, _ := ai.Reference(g.Name())
	return []string{b.Name, "Greedy", "Demo", "Greedy"}
}

// TestUnchangedBranchIsTheSameMatch checks that a branch with the original dice and players equals
// the original match.
func TestUnchangedBranchIsTheSameMatch(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			m, l := played(t, g, 13, strongest(g)...)
			from := l.Rounds() / 2
			other := branch(t, &winchance.WhatIf{Match: m, Round: from}, l)
			if !bytes.Equal(text(t, l), text(t, other)) {
				t.Error("the unchanged branch differs from the match")
			}
			if note := other.Meta().Note; note != fmt.Sprintf("branch of a.res from round %d: only the dice changed", from) {
				t.Errorf("note %q", note)
			}
			over, err := other.Ended()
			if !over || err != nil {
				t.Errorf("over %v, %v; want true, nil", over, err)
			}
		})
	}
}

func TestBranchDiffersFromItsRoundOn(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			m, l := played(t, g, 13, "Greedy", "Greedy", "Demo", "Greedy")
			reference, _ := ai.Reference(g.Name())
			from := min(60, l.Rounds()/2)
			w := &winchance.WhatIf{Match: m, Round: from}
			w.Replacements[1], w.Muted[3] = &reference, true
			other := branch(t, w, l)
			if other.State(from) != l.State(from) || other.Edge() != l.Rounds() || bytes.Equal(text(t, l), text(t, other)) {
				t.Errorf("want the same states up to round %d and different ones later", from)
			}
			if other.Meta().Names[1] != reference.Name || len(other.Turn(from + 10).Orders[3]) > 0 || len(other.Turn(from + 10).Orders[0]) == 0 {
				t.Errorf("names %v, orders %v", other.Meta().Names, other.Turn(from + 10).Orders[3])
			}
			if note := other.Meta().Note; !strings.Contains(note, reference.Name+" replaces Greedy 1, Greedy 3 muted") {
				t.Errorf("note %q", note)
			}

			old := l.Turn(from).Orders[0][0].Order
			o, ok := otherOrder(g, l.State(from), old)
			if !ok {
				t.Skip("no other order can be executed")
			}
			w = &winchance.WhatIf{Match: m, Round: from, Orders: []sim.Order{o}, IdleUnits: []int32{l.Turn(from).Orders[1][0].Unit}}
			turn := branch(t, w, l).Turn(from)
			if first := turn.Orders[0][0]; !reflect.DeepEqual(first.Order, o) {
				t.Errorf("first order %v, want %v", first, o)
			}
			for _, o := range turn.Orders[1] {
				if o.Unit == w.IdleUnits[0] {
					t.Error("an idle unit has an order")
				}
			}
			fresh, err := match.Resume(l, from, match.Dice{Seed: 77})
			if err != nil && !errors.Is(err, match.ErrIncompleteState) {
				t.Fatal(err)
			}
			dice, err := (&winchance.WhatIf{Match: m, Round: from}).Play(t.Context(), fresh, "")
			if err != nil || bytes.Equal(text(t, dice), text(t, l)) {
				t.Errorf("other dice give the same match (%v)", err)
			}
		})
	}
}

// otherOrder returns a different order that the unit can execute.
func otherOrder(g sim.Game, s sim.State, o sim.Order) (sim.Order, bool) {
	for dir := range int8(8) {
		o := sim.Order{Unit: o.Unit, Kind: 'm', Dir: dir}
		if winchance.CheckOrder(g, s, o) == nil {
			return o, true
		}
	}
	return o, false
}

func TestInvalidBranchesAreRefused(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	g := catalog.Games()[0]
	m, l := played(t, g, 13, "Greedy", "Greedy", "Demo", "Null")
	unit := l.Turn(9).Orders[0][0].Unit
	external := m
	external.Players[2], external.Names[2] = nil, "Rival"
	for want, w := range map[string]*winchance.WhatIf{
		"cannot be continued from round 200": {Match: m, Round: 200},
		"cannot be continued from round -1":  {Match: m, Round: -1},
		"Rival is not built in":              {Match: external, Round: 9},
		"has two orders":                     {Match: m, Round: 9, Orders: []sim.Order{mustOtherOrder(t, g, l, unit), mustOtherOrder(t, g, l, unit)}},
		"no such order":                      {Match: m, Round: 9, Orders: []sim.Order{{Unit: unit, Kind: 'x'}}},
		"no such direction":                  {Match: m, Round: 9, Orders: []sim.Order{{Unit: unit, Kind: 'm', Dir: 99}}},
		"no player has a unit 99999":         {Match: m, Round: 9, Orders: []sim.Order{{Unit: 99999, Kind: 'm'}}},
		"no player has a unit 88888":         {Match: m, Round: 9, IdleUnits: []int32{88888}},
	} {
		if err := w.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func mustOtherOrder(t *testing.T, g sim.Game, l *record.Record, unit int32) sim.Order {
	t.Helper()
	o, ok := otherOrder(g, l.State(9), sim.Order{Unit: unit})
	if !ok {
		t.Skip("no order can be executed")
	}
	return o
}

func TestEvaluationMeasuresAMutedPlayer(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, _ := played(t, catalog.Games()[2], 13, "Greedy", "Demo", "Demo", "Null")
	w := &winchance.WhatIf{Match: m, Round: 20}
	w.Muted[0] = true
	v, err := w.NewEvaluation(8)
	if err != nil {
		t.Fatal(err)
	}
	for v.Next(t.Context()) {
	}
	got := v.Value(0)
	if got.Runs != 8 || got.ScoreGain.Mean >= 0 || got.ScoreGain.Error <= 0 || got.BranchShare.Error <= 0 || got.BranchShare.Mean > got.OriginalShare.Mean {
		t.Errorf("got %+v, want 8 runs and a loss", got)
	}
	same, err := (&winchance.WhatIf{Match: m, Round: 20}).NewEvaluation(4)
	if err != nil {
		t.Fatal(err)
	}
	for same.Next(t.Context()) {
	}
	if got := same.Value(0); got.BranchShare != got.OriginalShare || got.ScoreGain.Mean != 0 {
		t.Errorf("an unchanged branch has value %+v, want 0", got)
	}
}

// ending is a player that cancels the match in its first round.
type ending struct {
	end  context.CancelFunc
	asks *int
}

func (p ending) Play(context.Context, *sim.Query) sim.Reply {
	*p.asks++
	p.end()
	return sim.Reply{}
}

// TestCancelStopsABranch checks that no player is called after the context is cancelled.
func TestCancelStopsABranch(t *testing.T) {
	t.Parallel()
	m, l := played(t, catalog.Games()[2], 13, "Greedy", "Demo", "Demo", "Null")
	for _, round := range []int{0, 30} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		asks := 0
		w := &winchance.WhatIf{Match: m, Round: round}
		w.Replacements[3] = &sim.Builtin{Name: "Ending", New: func() sim.Player { return ending{cancel, &asks} }}
		b, err := match.Resume(l, w.Round, match.Dice{Original: true})
		if err != nil {
			t.Fatal(err)
		}
		if rec, err := w.Play(ctx, b, ""); rec != nil || !errors.Is(err, context.Canceled) || asks != 1 {
			t.Errorf("from round %d: got %v after %d calls of the player, want cancelled after 1", round, err, asks)
		}
		ctx, cancel = context.WithCancel(t.Context())
		defer cancel()
		asks = 0
		v, err := w.NewEvaluation(8)
		if err != nil {
			t.Fatal(err)
		}
		if v.Next(ctx) || v.Value(0).Runs != 0 || asks != 1 {
			t.Errorf("from round %d: %d calls of the player and %d runs, want 1 and 0", round, asks, v.Value(0).Runs)
		}
	}
}

// TestNoteListsAllBranches checks that the note of a nested branch lists both origins with their
// names.
func TestNoteListsAllBranches(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, _ := played(t, catalog.Games()[2], 13, "Greedy", "Demo", "Demo", "Null")
	w := &winchance.WhatIf{Match: m, Round: 30}
	w.Muted[1] = true
	note := w.Note("a.res")
	if w.Name() != "Demo 1 muted from 30" {
		t.Error(w.Name())
	}
	next := &winchance.WhatIf{Match: m, Round: 60}
	if next.Name() != "other dice from 60" {
		t.Error(next.Name())
	}
	for was, want := range map[string]string{
		"truncated in round 57, line 9120": "branch of b.res from round 60: only the dice changed",
		note:                               "branch of a.res from round 30: Demo 1 muted; then from round 60: only the dice changed",
		"branch of a, branch of b.res from round 30: Demo 1 muted": "branch of a, branch of b.res from round 30: Demo 1 muted; then from round 60: only the dice changed",
		winchance.NoteWithName(note, "x, branch of y"):             `branch of a.res from round 30: Demo 1 muted ("x, branch of y"); then from round 60: only the dice changed`,
		winchance.NoteWithName(note, `a "quiet" one`):              `branch of a.res from round 30: Demo 1 muted ("a 'quiet' one"); then from round 60: only the dice changed`,
	} {
		next.Match.Note = was
		if got := next.Note("b.res"); got != want {
			t.Errorf("note after %q: got %q, want %q", was, got, want)
		}
	}
}

// TestClaimedRoundsAreBounded checks that rollouts play a bounded number of rounds, even if a
// recording claims more.
func TestClaimedRoundsAreBounded(t *testing.T) {
	t.Parallel()
	game := catalog.Games()[0]
	for name, text := range simtest.Recordings(t, game.Name()) {
		long := regexp.MustCompile(`(?m)^(NUM_ROUNDS\s+)\d+`).ReplaceAll(text, []byte("${1}1000000000"))
		rec, _, err := res.Read(long, catalog.Games(), name)
		if err != nil {
			t.Fatal(err)
		}
		m := winchance.NewMatch(rec, func(game, _ string) (sim.Builtin, bool) { return ai.Find(game, "Null") })
		if m.Settings.Rounds() != 1e9 {
			t.Fatalf("%d rounds", m.Settings.Rounds())
		}
		a, done := newAnalysis(t, m), make(chan struct{})
		go func() {
			defer close(done)
			a.Next()
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("the rollout still runs after a minute")
		}
		if _, err := (&winchance.WhatIf{Match: m, Round: 5}).Play(t.Context(), nil, ""); err == nil || !strings.Contains(err.Error(), "too long") {
			t.Errorf("branch: got %v, want too long", err)
		}
		return
	}
}
