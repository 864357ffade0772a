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
			table := a.Curve().Chances
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
			if a.Match.IsEstimateOnly() || !a.FitsSettings() || a.PiecesDone != 120 {
				t.Errorf("only estimates %v, settings fit %v, %d pieces; want false, true, 120", a.Match.IsEstimateOnly(), a.FitsSettings(), a.PiecesDone)
			}
			if !reflect.DeepEqual(a.Curve().Chances, b.Curve().Chances) {
				t.Error("the same work gives different curves")
			}
			if reflect.DeepEqual(a.Curve().Chances, table) {
				t.Error("rollouts do not change the curve")
			}
			if won := a.Curve().Chances[l.Rounds()].WinChance; won != winchance.WinShares(l.State(l.Rounds()).Scores()) {
				t.Errorf("at the end %v, want the result", won)
			}
		})
	}
}

// checkChances checks that chances are between 0 and 1 and add up to 1.
func checkChances(t *testing.T, a *winchance.Analysis) {
	t.Helper()
	for k, c := range a.Curve().Chances {
		if missing := a.Match.Record.IsMissing(k); missing != !c.IsKnown() {
			t.Fatalf("round %d: missing %v, known %v", k, missing, c.IsKnown())
		} else if missing {
			continue
		}
		sum := 0.0
		for seat := range sim.Seats {
			sum += c.WinChance[seat]
			if !(c.WinChance[seat] >= 0 && c.WinChance[seat] <= 1.0001) || !(c.Error[seat] >= 0 && c.Error[seat] < 0.5) {
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
		before := a.Curve().Chances
		for a.Next() {
		}
		if !a.Match.IsEstimateOnly() || a.Level != winchance.LevelDone || !reflect.DeepEqual(a.Curve().Chances, before) {
			t.Errorf("%s: only estimates %v, level %v; want true, done, the same curve", g.Title(), a.Match.IsEstimateOnly(), a.Level)
		}
		for _, turn := range a.TurningPoints() {
			if !turn.Estimate || turn.Error != 0 || math.Abs(turn.ChanceAfter-turn.ChanceBefore) < 0.15 || turn.EndRound <= turn.Round {
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
	for a.Level <= winchance.LevelSplit && a.Next() {
	}
	for _, turning := range a.TurningPoints() {
		if turning.Round <= 58 && turning.EndRound > 58 {
			if !strings.HasPrefix(turning.Reasons[0].Text, "Rival opens 1 safe in ") {
				t.Error(turning.Reasons)
			}
			return
		}
	}
	t.Errorf("no turning point around round 58: %+v", a.TurningPoints())
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
	line := a.Curve().Chances
	last := line[100]
	if last.Round != 100 || last.Rollouts != 1 || len(line) != 101 {
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
		won := winchance.WinShares(l.State(l.Rounds()).Scores())
		if len(s.Winners) == 0 || won[s.Winners[0]] == 0 || won[s.BestLoserSeat] > 0 {
			t.Errorf("%s: %+v", g.Title(), s)
		}
		if !(s.LowestChance > 0 && s.LowestChance <= 0.5) || !(s.BestLoserChance >= 0.2 && s.BestLoserChance < 1) || !(s.Excitement >= 0.5) {
			t.Errorf("%s: %+v", g.Title(), s)
		}
		for range 60 {
			a.Next()
		}
		now := a.Summary()
		if line := a.Curve().Chances; now.BestLoserChance != line[now.BestLoserRound].WinChance[now.BestLoserSeat] || now.BestLoserChance == s.BestLoserChance || now.Excitement != s.Excitement {
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
	greedy, null := p.ForSeat(0), p.ForSeat(1)
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
	for a.Level < winchance.LevelFull && a.Next() {
	}
	if len(a.TurningPoints()) == 0 {
		t.Error("no turning points")
	}
	for _, turn := range a.TurningPoints() {
		if size := math.Abs(turn.ChanceAfter - turn.ChanceBefore); size <= 0.1 || size <= 2.5*turn.Error || turn.Rollouts < 48 ||
			turn.EndRound-turn.Round > 16 || !strings.Contains(turn.Reasons[0].Text, " in ") {
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
	done, of := a.CheckedCandidates()
	if done != 1 || of < 2 || a.Level != winchance.LevelSplit || a.PiecesDone < 48 || a.PiecesDone > 3*48 {
		t.Errorf("%d of %d candidates checked in %d rollouts, level %v; want one in 48 to 144", done, of, a.PiecesDone, a.Level)
	}
	for b.Level < winchance.LevelFull && b.NextInBudget(0) {
	}
	if done, of := b.CheckedCandidates(); done != of || of == 0 {
		t.Errorf("%d of %d candidates checked, want all", done, of)
	}
}

func TestConcurrentPiecesGiveTheSameResult(t *testing.T) {
	t.Parallel()
	m, l := played(t, catalog.Games()[2], 11, "Demo", "Greedy", "Demo", "Null")
	a, b := newAnalysis(t, m), newAnalysis(t, m)
	for a.Level < winchance.LevelFull && a.Next() {
	}
	first := b.Snapshot()
	line := slices.Clone(first.Curve(l.Rounds()).Chances)
	for b.Level < winchance.LevelFull {
		list := b.Take(7)
		var group sync.WaitGroup
		for _, p := range list {
			group.Go(p.Do)
		}
		group.Wait()
		b.Put(list)
	}
	for a.PiecesDone < b.PiecesDone {
		a.Next()
	}
	if !reflect.DeepEqual(a.Snapshot(), b.Snapshot()) {
		t.Error("concurrent pieces give a different result")
	}
	if !reflect.DeepEqual(first.Curve(l.Rounds()).Chances, line) || first.PiecesDone != 0 || first.Level != winchance.LevelCoarse {
		t.Error("a snapshot changed")
	}
	checkChances(t, b)
}

func TestHorizonHidesLaterRounds(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	m, l := played(t, catalog.Games()[2], 8, "Greedy", "Demo", "Demo", "Null")
	a := newAnalysis(t, m)
	for a.Level < winchance.LevelSplit {
		a.Next()
	}
	s := a.Snapshot()
	for _, horizon := range []int{0, 1, 50, 97, 200} {
		line := s.Curve(horizon).Chances
		if len(line) != horizon+1 {
			t.Fatalf("%d rounds up to %d", len(line), horizon)
		}
		for k := range line {
			if k%5 == 0 && line[k] != s.Curve(l.Rounds()).Chances[k] { // analysed points must not depend on the horizon
				t.Errorf("round %d of %d: %+v", k, horizon, line[k])
			}
		}
		for _, turn := range s.TurningPointsUntil(horizon) {
			if turn.KnownAt > horizon || turn.EndRound > turn.KnownAt {
				t.Errorf("up to round %d: %+v", horizon, turn)
			}
		}
	}
	if len(s.TurningPointsUntil(l.Rounds())) != len(s.TurningPoints) {
		t.Errorf("at the end %d turning points are known, want %d", len(s.TurningPointsUntil(l.Rounds())), len(s.TurningPoints))
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
		for a.Level <= winchance.LevelFine && a.Next() {
		}
		won := winchance.WinShares(l.State(l.Rounds()).Scores())
		line := a.Curve().Chances
		for k := l.Rounds() - min(8, l.Rounds()/25); k < l.Rounds(); k++ {
			if line[k].Rollouts < 16 {
				t.Errorf("%s, round %d: %d rollouts, want at least 16", g.Title(), k, line[k].Rollouts)
			}
		}
		if last := line[l.Rounds()-1]; last.WinChance != won {
			t.Errorf("%s: one round before the end %v, want the result %v", g.Title(), last.WinChance, won)
		}
	}
}
