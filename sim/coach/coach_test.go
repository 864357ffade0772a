package coach

import (
	"context"
	"slices"
	"testing"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
	"game-tui/sim/simtest/model"
	"game-tui/sim/simtest/model/players"
)

// habit is a player that reverses the orders selected by turns.
type habit struct {
	sim.Player
	turns func(s *model.State, o sim.Order) bool
}

func (h habit) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := h.Player.Play(ctx, q)
	for i, o := range r.Orders {
		if h.turns(q.State.(*model.State), o) {
			r.Orders[i].Dir ^= 2
		}
	}
	return r
}

func entry(turns func(s *model.State, o sim.Order) bool) match.Entry {
	return match.Entry{Player: match.PlayerSpec{Name: "mine"}, New: func() sim.Player { return habit{sim.NewPlayer[players.Greedy](), turns} }}
}

func never(*model.State, sim.Order) bool { return false }

func setup(player match.Entry) Setup {
	config := string(simtest.WithSettings([]byte(model.Config), map[string]int{"NUM_ROUNDS": 20}))
	return Setup{Game: model.Game, Spec: match.Spec{Game: model.Game.Name(), Config: config}, Seed: 7,
		Player: player, Models: []match.Entry{entry(never)}, Opponents: []match.Entry{entry(never), {New: sim.NewPlayer[players.Demo]}}}
}

// study runs a study with several pieces at a time until its first claim or its end.
func study(t *testing.T, setup Setup, pieces int) Lessons {
	s := New(setup)
	defer s.Close()
	for {
		var list []*Piece
		for range pieces {
			if p := s.Take(); p != nil {
				list = append(list, p)
			}
		}
		if len(list) == 0 || len(s.Lessons().Claims) > 0 {
			return s.Lessons()
		}
		for _, p := range slices.Backward(list) {
			do(t, s, p)
		}
	}
}

func do(t *testing.T, s *Study, p *Piece) {
	t.Helper()
	if err := p.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Put(p)
}

func TestFirstMatchGivesAScore(t *testing.T) {
	t.Parallel()
	s := New(setup(entry(never)))
	defer s.Close()
	for s.Lessons().Score.N == 0 {
		do(t, s, s.Take())
		if s.Lessons().Matches > 2 {
			t.Fatalf("no score after 2 matches: %+v", s.Lessons())
		}
	}
}

// TestStudyClaimsTheCostlyHabit checks that the most costly habit is claimed, for any number of
// concurrent pieces. Nothing may be claimed about a player that equals the model.
func TestStudyClaimsTheCostlyHabit(t *testing.T) {
	t.Parallel()
	equal := study(t, setup(entry(never)), 3)
	if len(equal.Claims) > 0 || !equal.Done {
		t.Errorf("equal player: got %+v, want no claims", equal)
	}
	apples := setup(entry(func(s *model.State, o sim.Order) bool {
		return s.Cell(sim.Dir(o.Dir).Neighbor(s.Picker(o.Unit).At)).Apples > 0
	}))
	one, four := study(t, apples, 1), study(t, apples, 4)
	if len(one.Claims) != 1 || one.Claims[0].Part.Name != "adjacent apples" || !one.Claims[0].Sure {
		t.Errorf("player that takes no apples: got %+v, want one sure claim about apples", one)
	}
	if len(four.Claims) != 1 || one.Score != four.Score || one.Claims[0].Points != four.Claims[0].Points {
		t.Errorf("one piece at a time gives %+v, four give %+v; want the same", one, four)
	}
}

// gone is a player that fails in its first round.
type gone struct{}

func (gone) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{Failure: &sim.Failure{}} }

func TestMatchesWithFailuresAreOnlyCounted(t *testing.T) {
	t.Parallel()
	player := match.Entry{New: func() sim.Player { return gone{} }}
	for _, by := range [][]match.Entry{{entry(never)}, {entry(never), {New: sim.NewPlayer[players.Demo]}}} {
		s := setup(player)
		s.Models = by
		if l := study(t, s, 2); !l.Done || l.Score.N > 0 || l.FailedMatches == 0 || l.FailedMatches > l.Matches {
			t.Errorf("%d model players: got %+v, want failures and no score", len(by), l)
		}
	}
}

// TestPickPrefersClearSituations checks that pick returns the part with the highest cost relative
// to its share of the orders. A situation that costs slightly less wins if far more of its orders
// differ.
func TestPickPrefersClearSituations(t *testing.T) {
	type part struct{ gain, in, differ int }
	for name, c := range map[string]struct {
		want  string
		parts map[string]part
	}{
		"most costly":          {"crowds", map[string]part{"crowds": {90, 30, 10}, "apples": {60, 30, 10}}},
		"beyond its share":     {"apples", map[string]part{"crowds": {70, 80, 10}, "apples": {60, 10, 10}}},
		"idle units":           {"units without an order", map[string]part{"units without an order": {90, 20, 20}, "apples": {70, 50, 10}}},
		"not idle units":       {"apples", map[string]part{"units without an order": {90, 20, 20}, "apples": {70, 30, 18}}},
		"a clear situation":    {"apples", map[string]part{"crowds": {90, 50, 10}, "apples": {80, 20, 20}}},
		"a costlier situation": {"crowds", map[string]part{"crowds": {90, 50, 10}, "apples": {60, 20, 20}}},
	} {
		s := New(setup(entry(never)))
		defer s.Close()
		s.counts.orderCount = 100
		s.counts.ordersByPart[0], s.counts.differentByPart[0] = 100, 20
		var list []*trial
		trial := func(p *Part, gain int) *trial {
			t := s.newTrial(p, nil, 0)
			for i := range screenMatches {
				for k, a := range []*arm{t.base[t.side(i)], t.changed[t.side(i)]} {
					for len(a.samples) <= i {
						a.samples = append(a.samples, sample{})
					}
					score := float64(i + k*(i%2)) // varies, so that standard errors are above 0
					if k > 0 {
						score += float64(gain * (1 - 2*t.side(i)))
					}
					a.samples[i] = sample{true, true, false, score, 0}
				}
			}
			return t
		}
		for i, p := range s.parts {
			if c, ok := c.parts[p.Name]; ok {
				s.counts.ordersByPart[i], s.counts.differentByPart[i] = c.in, c.differ
				list = append(list, trial(p, c.gain))
			}
		}
		if got := s.pick(list, trial(s.wholeGame, 100), zConfirm); got == nil || got.part.Name != c.want {
			t.Errorf("%s: got %+v, want %s", name, got, c.want)
		}
	}
}

// TestModelOfTheSameStyleComesFirst checks that the model player with the style of the studied
// player is tried first. A model that plays identically is skipped.
func TestModelOfTheSameStyleComesFirst(t *testing.T) {
	t.Parallel()
	lazy := func(s *model.State, _ sim.Order) bool { return s.Round()%10 == 0 }
	other, kin, twin := match.Entry{Player: match.PlayerSpec{Name: "other"}, New: sim.NewPlayer[players.Demo]}, entry(never), entry(lazy)
	kin.Player.Name, twin.Player.Name = "kin", "twin"
	for want, by := range map[string][]match.Entry{"kin": {other, twin, kin}, "other": {twin, other}} {
		setup := setup(entry(lazy))
		setup.Models = by
		s := New(setup)
		defer s.Close()
		for s.Lessons().Score.N == 0 {
			do(t, s, s.Take())
		}
		if got := s.Lessons().Model.Name; got != want {
			t.Errorf("model player %s, want %s", got, want)
		}
	}
}

// fixed is a player that gives the same orders in every round.
type fixed []sim.Order

func (f fixed) Play(_ context.Context, q *sim.Query) sim.Reply {
	q.Rand.Random(0, 9)
	return sim.Reply{Orders: f, Calls: len(f), Stderr: []string{"hello"}}
}

func order(unit int32, dir int8) sim.Order { return sim.Order{Unit: unit, Kind: 'm', Dir: dir} }

// TestHybridExchangesOrdersOfAPart checks that units of the selected part get the other player's
// orders. Both lists keep their order.
func TestHybridExchangesOrdersOfAPart(t *testing.T) {
	part := func(ids ...int32) *Part {
		return &Part{situations: []sim.Situation{{AppendUnits: func(dst []int32, _ sim.State, _ int) []int32 { return append(dst, ids...) }}}}
	}
	own := fixed{order(1, 0), order(2, 0), order(3, 0), order(4, 0)}
	other := fixed{order(4, 1), order(2, 1), order(5, 1)}
	for name, c := range map[string]struct {
		mix
		want []sim.Order
	}{
		"nothing":                {mix{}, own},
		"everything":             {mix{include: []*Part{{allUnits: true}}}, other},
		"two units":              {mix{include: []*Part{part(2, 4)}}, []sim.Order{order(1, 0), order(4, 1), order(2, 1), order(3, 0)}},
		"two parts":              {mix{include: []*Part{part(2), part(4)}}, []sim.Order{order(1, 0), order(4, 1), order(2, 1), order(3, 0)}},
		"all but one":            {mix{include: []*Part{part(2, 4)}, exclude: []*Part{part(4)}}, []sim.Order{order(1, 0), order(2, 1), order(3, 0), order(4, 0)}},
		"units without an order": {mix{include: []*Part{{idleUnits: true}}}, []sim.Order{order(1, 0), order(2, 0), order(3, 0), order(5, 1), order(4, 0)}},
		"a later third":          {mix{include: []*Part{{third: 2}}}, own},
		"the current third":      {mix{include: []*Part{{third: 1}}}, other},
	} {
		settings, n, _ := model.Game.ReadSettings([]byte(model.Config))
		board, _ := model.Game.NewBoard(settings, []byte(model.Config[n:]), 1)
		rand := sim.NewRand(3)
		alone := rand
		alone.Random(0, 9)
		r := newHybrid(own, other, false, c.mix, nil).Play(t.Context(), &sim.Query{State: board.State(), Settings: settings, Rand: &rand})
		if !slices.EqualFunc(r.Orders, c.want, sim.Order.Equal) || len(r.Stderr) != 1 {
			t.Errorf("%s: got %v, want %v", name, r, c.want)
		}
		if rand != alone {
			t.Errorf("%s: the other player draws from the generator of the first", name)
		}
	}
}
