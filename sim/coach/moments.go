package coach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
)

// A Moment is a point in a match at which the model player's orders were better.
type Moment struct {
	Seed  int32          `json:"seed"`
	Seat  int            `json:"seat"`
	Round int            `json:"round"`
	Unit  int32          `json:"unit"`     // one of the units whose orders differ
	Units int            `json:"units"`    // number of units whose orders differ
	Gain  winchance.Mean `json:"log_odds"` // gain in the log odds of winning, averaged over other dice
	// Played is the unchanged match. In Other, the model player gives the part's orders for some
	// rounds.
	Played *record.Record `json:"-"`
	Other  *record.Record `json:"-"`
}

const (
	momentMatches = 12
	candidates    = 12
	maxMoments    = 3
	screenDice    = 6   // pairs of matches per moment in the first selection
	freshDice     = 12  // pairs of matches per moment in the final selection
	minGain       = 0.1 // in log odds; for example, from 25 to 27 %
)

type moment struct {
	Moment
	game       matchPlan
	window     int // rounds with the model's orders; the result is judged after twice as many
	drop       float64
	gains      []float64
	finalGains []float64
}

// searchMoments searches matches, starting at seed first, for moments that illustrate the last
// claim. It returns false if the study was closed.
func (s *Study) searchMoments(p *Part, first int32) bool {
	var list []*moment
	if !s.yield(s.findMoments(p, first, &list)) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int {
		return cmp.Or(cmp.Compare(b.drop, a.drop), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Round, b.Round))
	})
	list = list[:min(len(list), candidates)]
	if !s.yield(s.playPairs(p, list, 0, screenDice, func(m *moment) *[]float64 { return &m.gains })) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int {
		return cmp.Compare(winchance.MeanOf(b.gains).Mean, winchance.MeanOf(a.gains).Mean)
	})
	list = list[:min(len(list), maxMoments+1)]
	if !s.yield(s.playPairs(p, list, screenDice, freshDice, func(m *moment) *[]float64 { return &m.finalGains })) {
		return false
	}
	list = slices.DeleteFunc(list, func(m *moment) bool {
		m.Gain = winchance.MeanOf(m.finalGains)
		return m.Gain.Z() < zConfirm || m.Gain.Mean < minGain
	})
	if !s.yield(s.playRecords(p, list)) {
		return false
	}
	claims := slices.Clone(s.lessons.Claims)
	c := &claims[len(claims)-1]
	for _, m := range list {
		if m.Played != nil && m.Other != nil && len(c.Moments) < maxMoments {
			c.Moments = append(c.Moments, m.Moment)
		}
	}
	s.lessons.Claims = claims
	return true
}

func (s *Study) findMoments(p *Part, first int32, list *[]*moment) (pieces []*Piece) {
	for i := range momentMatches {
		var found []*moment
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			count := newCounts([]*Part{p})
			r, err := s.play(ctx, s.Game, matchPlan{seed: first, i: i, counts: count})
			if err == nil && r.ok {
				found = s.momentsIn(r, matchPlan{seed: first, i: i}, count.differences)
			}
			return err
		}, func() { *list = append(*list, found...) }})
	}
	return pieces
}

// logOdds returns a function that computes a seat's log odds of winning in a round, or nil if the
// game has no table.
func logOdds(rec *record.Record, seat int) func(round int) float64 {
	outlook := winchance.NewOutlook(rec)
	if outlook == nil {
		return nil
	}
	return func(round int) float64 {
		p := outlook.Chance(rec.State(min(round, rec.Rounds()-1)))[seat] // the final state is a result, not an estimate
		return math.Log(max(p, 1e-9) / max(1-p, 1e-9))
	}
}

const maxPerMatch = 3

// momentsIn returns the rounds in which orders differ and after which the player's odds fall most.
func (s *Study) momentsIn(r matchResult, g matchPlan, log []difference) (list []*moment) {
	odds := logOdds(r.record, r.seat)
	if odds == nil {
		return nil
	}
	window := max(r.record.Rounds()*3/40, 1)
	var all []*moment
	for _, at := range log {
		after := min(at.round+window, r.record.Edge())
		drop := odds(at.round) - odds(after)
		all = append(all, &moment{Moment: Moment{Seed: r.record.Meta().Seed, Seat: r.seat, Round: at.round, Unit: at.unit, Units: at.units}, game: g, window: window, drop: drop})
	}
	slices.SortStableFunc(all, func(a, b *moment) int { return cmp.Compare(b.drop, a.drop) })
	for _, m := range all {
		near := func(o *moment) bool { return max(m.Round-o.Round, o.Round-m.Round) < window }
		if len(list) < maxPerMatch && !slices.ContainsFunc(list, near) {
			list = append(list, m)
		}
	}
	return list
}

// changedPlan returns the plan of the match in which the model player gives p's orders during the
// window.
func (m *moment) changedPlan(p *Part) matchPlan {
	g := m.game
	g.mix = mix{include: []*Part{p}, from: m.Round, until: m.Round + m.window}
	return g
}

// playPairs returns pieces that play each moment n times, both with and without the model player's
// orders.
func (s *Study) playPairs(p *Part, list []*moment, first, n int, gains func(m *moment) *[]float64) (pieces []*Piece) {
	for _, m := range list {
		for d := range n {
			rules := reseededGame{s.Game, m.Round, m.Round + 2*m.window, m.Seed + int32(first+d+1)<<12}
			var gain float64
			ok := false
			pieces = append(pieces, &Piece{func(ctx context.Context) error {
				for sign, g := range []matchPlan{m.game, m.changedPlan(p)} {
					r, err := s.play(ctx, rules, g)
					if err != nil {
						return err
					}
					gain += float64(2*sign-1) * logOdds(r.record, r.seat)(r.record.Edge())
				}
				ok = true
				return nil
			}, func() {
				if ok {
					*gains(m) = append(*gains(m), gain)
				}
			}})
		}
	}
	return pieces
}

// playRecords returns pieces that play the moments with the original dice, for display. They skip
// moments at which these dice favour the player's own orders.
func (s *Study) playRecords(p *Part, list []*moment) (pieces []*Piece) {
	for _, m := range list {
		var both [2]matchResult
		pieces = append(pieces, &Piece{func(ctx context.Context) (err error) {
			for i, g := range []matchPlan{m.game, m.changedPlan(p)} {
				if both[i], err = s.play(ctx, s.Game, g); err != nil {
					return err
				}
			}
			return nil
		}, func() {
			yours, other := both[0].record, both[1].record
			if yours == nil || other == nil {
				return
			}
			at := min(m.Round+2*m.window, yours.Edge(), other.Edge())
			if logOdds(other, m.Seat)(at) <= logOdds(yours, m.Seat)(at) {
				return
			}
			meta := *other.Meta()
			meta.Note = fmt.Sprintf("rounds %d to %d with %s's orders for %s", m.Round, m.Round+m.window, s.model.Player.InitialName(), p.Text)
			m.Played, m.Other = yours, other.WithMeta(meta)
		}})
	}
	return pieces
}

// reseededGame is a game whose dice change at round from and that ends at round until.
type reseededGame struct {
	sim.Game
	from, until int
	dice        int32
}

func (d reseededGame) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b, err := d.Game.NewBoard(s, generator, seed)
	return &reseededBoard{b, d}, err
}

type reseededBoard struct {
	sim.Board
	rules reseededGame
}

func (b *reseededBoard) Step(t *sim.Turn) error {
	switch t.Round {
	case b.rules.from:
		b.Board, _ = b.rules.BoardFrom(b.State(), sim.NewRand(b.rules.dice))
	case b.rules.until:
		return sim.ErrMatchOver
	}
	return b.Board.Step(t)
}
