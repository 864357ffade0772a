package winchance_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/sim/winchance"
)

func newAnalysis(t *testing.T, m winchance.Match) *winchance.Analysis {
	t.Helper()
	a, err := winchance.New(m)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestSameWorkGivesTheSameChances checks that the same work gives the same chances, which always
// add up to 1.
func TestSameWorkGivesTheSameChances(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			m, l := played(t, g, 11, "Demo", "Greedy", "Demo", "Null")
			a, b := newAnalysis(t, m), newAnalysis(t, m)
			table := a.Curve().Line
			if len(table) != l.Rounds()+1 {
				t.Fatalf("%d estimates, want %d", len(table), l.Rounds()+1)
			}
			for i := range 120 {
				if a.Next() != b.Next() {
					t.Fatal("one of two equal analyses ends earlier")
				}
				if i%40 == 0 {
					checkChances(t, a)
				}
			}
			if a.Match.OnlyEstimate() || !a.FitsSettings() || a.Pieces != 120 {
				t.Errorf("only estimates %v, settings fit %v, %d pieces; want false, true, 120", a.Match.OnlyEstimate(), a.FitsSettings(), a.Pieces)
			}
			if !reflect.DeepEqual(a.Curve().Line, b.Curve().Line) {
				t.Error("the same work gives different curves")
			}
			if reflect.DeepEqual(a.Curve().Line, table) {
				t.Error("rollouts do not change the curve")
			}
			if won := a.Curve().Line[l.Rounds()].Win; won != winchance.Shares(l.State(l.Rounds()).Scores()) {
				t.Errorf("at the end %v, want the result", won)
			}
		})
	}
}

// checkChances checks that chances are between 0 and 1 and add up to 1.
func checkChances(t *testing.T, a *winchance.Analysis) {
	t.Helper()
	for k, c := range a.Curve().Line {
		if missing := a.Match.Record.IsMissing(k); missing != !c.IsKnown() {
			t.Fatalf("round %d: missing %v, known %v", k, missing, c.IsKnown())
		} else if missing {
			continue
		}
		sum := 0.0
		for seat := range sim.Seats {
			sum += c.Win[seat]
			if !(c.Win[seat] >= 0 && c.Win[seat] <= 1.0001) || !(c.Error[seat] >= 0 && c.Error[seat] < 0.5) {
				t.Fatalf("round %d: %+v", c.Round, c)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("round %d: the chances add up to %v", c.Round, sum)
		}
	}
}

// TestExternalPlayersGetEstimatesOnly checks that a match with an external player has no rollouts
// and that its turning points are marked as estimates.
func TestExternalPlayersGetEstimatesOnly(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		m, _ := played(t, g, 5, "Greedy", "Greedy", "Demo", "Greedy")
		m.Players[2] = nil
		a := newAnalysis(t, m)
		before := a.Curve().Line
		for a.Next() {
		}
		if !a.Match.OnlyEstimate() || a.Level != winchance.Done || !reflect.DeepEqual(a.Curve().Line, before) {
			t.Errorf("%s: only estimates %v, level %v; want true, done, the same curve", g.Title(), a.Match.OnlyEstimate(), a.Level)
		}
		for _, turn := range a.Turnings() {
			if !turn.Estimate || turn.Error != 0 || math.Abs(turn.To-turn.From) < 0.15 || turn.Until <= turn.Round {
				t.Errorf("%s: %+v", g.Title(), turn)
			}
		}
		if m.Reference = &(sim.Builtin{New: m.Players[0]}); winchance.NewPace(m) != nil {
			t.Error("NewPace accepts an external player")
		}
	}
}

// TestReasonIsAnEventOfTheSwing checks that the swing in round 58 of a recording is explained by
// the safe that is opened.
func TestReasonIsAnEventOfTheSwing(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	l, _, err := res.Read(simtest.Recordings(t, "moneyheist")["rival-s2001"], catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	a := newAnalysis(t, winchance.NewMatch(l, ai.Find))
	for a.Level <= winchance.Split && a.Next() {
	}
	for _, turning := range a.Turnings() {
		if turning.Round <= 58 && turning.Until > 58 {
			if !strings.HasPrefix(turning.Reasons[0].Text, "Rival opens 1 safe in ") {
				t.Error(turning.Reasons)
			}
			return
		}
	}
	t.Errorf("no turning point around round 58: %+v", a.Turnings())
}

// FuzzAnalysis checks that the analysis of a modified recording terminates, whatever its states
// contain.
func FuzzAnalysis(f *testing.F) {
	simtest.SkipUnderRace(f)
	for _, g := range catalog.Games() {
		text := simtest.Recordings(f, g.Name())["mixed-s30"]
		for _, at := range []int64{900, 3000, 9000} {
			f.Add(text[:min(len(text), 40_000)], at, []byte("9")) // contains only the first rounds
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, at int64, change []byte) {
		if len(text) > 60_000 {
			return
		}
		text = slices.Clone(text)
		if n := int64(len(text)); n > 0 {
			copy(text[uint64(at)%uint64(n):], change)
		}
		l, _, err := res.Read(text, catalog.Games(), "")
		if err != nil || l.Rounds() > 1000 {
			return
		}
		a := newAnalysis(t, winchance.NewMatch(l, func(game, _ string) (sim.Builtin, bool) { return ai.Find(game, "Greedy") }))
		for range 5 {
			a.Next()
		}
		checkChances(t, a)
		a.Summary()
	})
}

func TestUpdateStartsWithTheNewestRound(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, l := played(t, catalog.Games()[2], 8, "Greedy", "Demo", "Demo", "Null")
	m.Record = record.New(m.Meta, l.State(0))
	grow := func(until int) {
		for k := m.Record.Edge(); k < until; k++ {
			m.Record.Append(l.Turn(k), l.State(k+1))
		}
	}
	grow(40)
	a := newAnalysis(t, m)
	for range 30 {
		a.Next()
	}
	grow(100)
	a.Update()
	a.Next()
	line := a.Curve().Line
	last := line[100]
	if last.Round != 100 || last.Runs != 1 || len(line) != 101 {
		t.Errorf("newest point %+v of %d rounds, want one rollout in round 100 of 101", last, len(line))
	}
	checkChances(t, a)
}

func TestSummaryFindsTheHighestLosingChance(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		m, l := played(t, g, 3, "Greedy", "Null", "Greedy", "Null")
		a := newAnalysis(t, m)
		s := a.Summary()
		won := winchance.Shares(l.State(l.Rounds()).Scores())
		if len(s.Winners) == 0 || won[s.Winners[0]] == 0 || won[s.ThrownSeat] > 0 {
			t.Errorf("%s: %+v", g.Title(), s)
		}
		if !(s.Lowest > 0 && s.Lowest <= 0.5) || !(s.Thrown >= 0.2 && s.Thrown < 1) || !(s.Excitement >= 0.5) {
			t.Errorf("%s: %+v", g.Title(), s)
		}
		for range 60 {
			a.Next()
		}
		now := a.Summary()
		if line := a.Curve().Line; now.Thrown != line[now.ThrownRound].Win[now.ThrownSeat] || now.Thrown == s.Thrown || now.Excitement != s.Excitement {
			t.Errorf("%s: after rollouts %+v, before %+v", g.Title(), now, s)
		}
	}
}

// TestPaceIsRelativeToTheReference checks that Greedy has a pace of its own, but Null has none.
func TestPaceIsRelativeToTheReference(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, _ := played(t, catalog.Games()[0], 4, "Greedy", "Null", "Greedy", "Demo")
	m.Reference = &sim.Builtin{Name: "Greedy", New: m.Players[0]}
	p := winchance.NewPace(m)
	pieces := 0
	for p.Next() {
		pieces++
	}
	greedy, null := p.Seat(0), p.Seat(1)
	if pieces != 80 || !greedy.Overall.OK || math.Abs(greedy.Overall.Rate-1) > 3*greedy.Overall.Error+0.1 || null.Overall.Rate > greedy.Overall.Rate/2 || !greedy.Parts[1].OK {
		t.Errorf("%d pieces, Greedy %+v, Null %+v; want 80, 1 and at most half", pieces, greedy, null)
	}
	var sum winchance.PaceTotals
	sum.Add(p, 0)
	if sum.Mean().Overall.OK {
		t.Error("the mean of one match has an error")
	}
	sum.Add(p, 2)
	if r := sum.Mean().Overall; !r.OK || math.Abs(r.Rate-1) > 0.5 {
		t.Errorf("mean pace of Greedy: %+v, want about 1", r)
	}
}

func TestTurningsExceedTheirNoise(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, _ := played(t, catalog.Games()[1], 21, "Greedy", "Greedy", "Demo", "Greedy")
	a := newAnalysis(t, m)
	for a.Level < winchance.Full && a.Next() {
	}
	if len(a.Turnings()) == 0 {
		t.Error("no turning points")
	}
	for _, turn := range a.Turnings() {
		if size := math.Abs(turn.To - turn.From); size <= 0.1 || size <= 2.5*turn.Error || turn.Runs < 48 ||
			turn.Until-turn.Round > 16 || !strings.Contains(turn.Reasons[0].Text, " in ") {
			t.Errorf("turning point is too small or unexplained: %+v", turn)
		}
	}
}

// TestBudgetChecksAtLeastOneCandidate checks that exactly one candidate is checked without time,
// and all with enough time.
func TestBudgetChecksAtLeastOneCandidate(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, _ := played(t, catalog.Games()[2], 11, "Demo", "Greedy", "Greedy", "Demo")
	a, b := newAnalysis(t, m), newAnalysis(t, m)
	for a.NextInBudget(1) {
	}
	done, of := a.CheckedTurnings()
	if done != 1 || of < 2 || a.Level != winchance.Split || a.Pieces < 48 || a.Pieces > 3*48 {
		t.Errorf("%d of %d candidates checked in %d rollouts, level %v; want one in 48 to 144", done, of, a.Pieces, a.Level)
	}
	for b.Level < winchance.Full && b.NextInBudget(0) {
	}
	if done, of := b.CheckedTurnings(); done != of || of == 0 {
		t.Errorf("%d of %d candidates checked, want all", done, of)
	}
}

func TestConcurrentPiecesGiveTheSameResult(t *testing.T) {
	t.Parallel()
	m, l := played(t, catalog.Games()[2], 11, "Demo", "Greedy", "Demo", "Null")
	a, b := newAnalysis(t, m), newAnalysis(t, m)
	for a.Level < winchance.Full && a.Next() {
	}
	first := b.Snapshot()
	line := slices.Clone(first.Curve(l.Rounds()).Line)
	for b.Level < winchance.Full {
		list := b.Take(7)
		var group sync.WaitGroup
		for _, p := range list {
			group.Go(p.Do)
		}
		group.Wait()
		b.Put(list)
	}
	for a.Pieces < b.Pieces {
		a.Next()
	}
	if !reflect.DeepEqual(a.Snapshot(), b.Snapshot()) {
		t.Error("concurrent pieces give a different result")
	}
	if !reflect.DeepEqual(first.Curve(l.Rounds()).Line, line) || first.Pieces != 0 || first.Level != winchance.Coarse {
		t.Error("a snapshot changed")
	}
	checkChances(t, b)
}

func TestHorizonHidesLaterRounds(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, l := played(t, catalog.Games()[2], 8, "Greedy", "Demo", "Demo", "Null")
	a := newAnalysis(t, m)
	for a.Level < winchance.Split {
		a.Next()
	}
	s := a.Snapshot()
	for _, horizon := range []int{0, 1, 50, 97, 200} {
		line := s.Curve(horizon).Line
		if len(line) != horizon+1 {
			t.Fatalf("%d rounds up to %d", len(line), horizon)
		}
		for k := range line {
			if k%5 == 0 && line[k] != s.Curve(l.Rounds()).Line[k] { // analysed points must not depend on the horizon
				t.Errorf("round %d of %d: %+v", k, horizon, line[k])
			}
		}
		for _, turn := range s.TurningsUntil(horizon) {
			if turn.KnownAt > horizon || turn.Until > turn.KnownAt {
				t.Errorf("up to round %d: %+v", horizon, turn)
			}
		}
	}
	if len(s.TurningsUntil(l.Rounds())) != len(s.Turnings) {
		t.Errorf("at the end %d turning points are known, want %d", len(s.TurningsUntil(l.Rounds())), len(s.Turnings))
	}
}

// TestLastRoundsAreRolledToTheEnd checks that each of the last rounds has rollouts to the end,
// which recognise a decided match.
func TestLastRoundsAreRolledToTheEnd(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		m, l := played(t, g, 11, "Demo", "Null", "Null", "Null")
		a := newAnalysis(t, m)
		for a.Level <= winchance.Fine && a.Next() {
		}
		won := winchance.Shares(l.State(l.Rounds()).Scores())
		line := a.Curve().Line
		for k := l.Rounds() - min(8, l.Rounds()/25); k < l.Rounds(); k++ {
			if line[k].Runs < 16 {
				t.Errorf("%s, round %d: %d rollouts, want at least 16", g.Title(), k, line[k].Runs)
			}
		}
		if last := line[l.Rounds()-1]; last.Win != won {
			t.Errorf("%s: one round before the end %v, want the result %v", g.Title(), last.Win, won)
		}
	}
}
