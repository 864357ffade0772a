package coach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/record"
)

// Moment is a place in a match where the other orders were worth something.
type Moment struct {
	Seed  int32       `json:"seed"`
	Seat  int         `json:"seat"`
	Round int         `json:"round"`
	Unit  int32       `json:"unit"`     // one of those that got other orders
	Units int         `json:"units"`    // how many did in that round
	Gain  chance.Mean `json:"log_odds"` // of winning, over other dice: 0.7 doubles the odds
	// Yours is the match as the player played it, Other the same with the other orders from the round on, for
	// some rounds.
	Yours *record.Record `json:"-"`
	Other *record.Record `json:"-"`
}

// How moments are looked for.
const (
	momentMatches = 12
	candidates    = 12
	mostMoments   = 3
	firstDice     = 6   // to choose those that are looked at again
	freshDice     = 12  // that decide
	leastGain     = 0.1 // of what is shown: as from 25 to 27 %
)

// moment is a place that may become a Moment.
type moment struct {
	Moment
	game   game
	window int // rounds with other orders, half of those after which it is judged
	drop   float64
	gains  []float64
	fresh  []float64
}

// moments looks for moments of a part in matches on seeds from first on, and notes them with the last claim.
func (s *Study) moments(yield func([]*Piece) bool, p *Part, first int32) bool {
	var list []*moment
	if !yield(s.findMoments(p, first, &list)) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int {
		return cmp.Or(cmp.Compare(b.drop, a.drop), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Round, b.Round))
	})
	list = list[:min(len(list), candidates)]
	if !yield(s.pairs(p, list, 0, firstDice, func(m *moment) *[]float64 { return &m.gains })) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int { return cmp.Compare(chance.MeanOf(b.gains).Mean, chance.MeanOf(a.gains).Mean) })
	list = list[:min(len(list), mostMoments+1)]
	if !yield(s.pairs(p, list, firstDice, freshDice, func(m *moment) *[]float64 { return &m.fresh })) {
		return false
	}
	list = slices.DeleteFunc(list, func(m *moment) bool {
		m.Gain = chance.MeanOf(m.fresh)
		return m.Gain.Z() < likely || m.Gain.Mean < leastGain
	})
	if !yield(s.records(p, list)) {
		return false
	}
	claims := slices.Clone(s.lessons.Claims)
	c := &claims[len(claims)-1]
	for _, m := range list {
		if m.Yours != nil && m.Other != nil && len(c.Moments) < mostMoments {
			c.Moments = append(c.Moments, m.Moment)
		}
	}
	s.lessons.Claims = claims
	return true
}

// findMoments finds the places in some matches.
func (s *Study) findMoments(p *Part, first int32, list *[]*moment) (pieces []*Piece) {
	for i := range momentMatches {
		var found []*moment
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			count := newCounts([]*Part{p})
			r, err := s.play(ctx, s.Game, game{seed: first, i: i, counts: count})
			if err == nil && r.ok {
				found = s.momentsIn(r, game{seed: first, i: i}, count.log)
			}
			return err
		}, func() { *list = append(*list, found...) }})
	}
	return pieces
}

// oddsOf are the odds of a seat to win, as a logarithm, in the rounds of a match: of a weak player, too, they
// tell good from bad. nil where no table tells chances of the game.
func oddsOf(rec *record.Record, seat int) func(round int) float64 {
	outlook := chance.NewOutlook(rec)
	if outlook == nil {
		return nil
	}
	return func(round int) float64 {
		p := outlook.Chance(rec.State(min(round, rec.Rounds()-1)))[seat] // the end knows no odds
		return math.Log(max(p, 1e-9) / max(1-p, 1e-9))
	}
}

// mostIn is how many moments there are of a match.
const mostIn = 3

// momentsIn finds the rounds of a match in which the orders differ and after which the odds fall most.
func (s *Study) momentsIn(r played, g game, log []seen) (list []*moment) {
	odds := oddsOf(r.record, r.seat)
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
		if len(list) < mostIn && !slices.ContainsFunc(list, near) {
			list = append(list, m)
		}
	}
	return list
}

// with is the match with the other orders from the moment on.
func (m *moment) with(p *Part) game {
	g := m.game
	g.mix = mix{takes: []*Part{p}, from: m.Round, until: m.Round + m.window}
	return g
}

// pairs play each moment on with other dice, n times with the other orders and without them.
func (s *Study) pairs(p *Part, list []*moment, first, n int, gains func(m *moment) *[]float64) (pieces []*Piece) {
	for _, m := range list {
		for d := range n {
			rules := diverted{s.Game, m.Round, m.Round + 2*m.window, m.Seed + int32(first+d+1)<<12}
			var gain float64
			ok := false
			pieces = append(pieces, &Piece{func(ctx context.Context) error {
				for sign, g := range []game{m.game, m.with(p)} {
					r, err := s.play(ctx, rules, g)
					if err != nil {
						return err
					}
					gain += float64(2*sign-1) * oddsOf(r.record, r.seat)(r.record.Edge())
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

// records play the moments as they were, and with the other orders, to be shown. Where luck was against
// these, it is no example.
func (s *Study) records(p *Part, list []*moment) (pieces []*Piece) {
	for _, m := range list {
		var both [2]played
		pieces = append(pieces, &Piece{func(ctx context.Context) (err error) {
			for i, g := range []game{m.game, m.with(p)} {
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
			if oddsOf(other, m.Seat)(at) <= oddsOf(yours, m.Seat)(at) {
				return
			}
			meta := *other.Meta()
			meta.Note = fmt.Sprintf("from round %d to %d with the orders of %s for %s", m.Round, m.Round+m.window, s.by.Seat.Title(), p.Text)
			m.Yours, m.Other = yours, other.With(meta)
		}})
	}
	return pieces
}

// diverted is a game whose dice are others from a round on, and which ends in another one.
type diverted struct {
	sim.Game
	from, until int
	dice        int32
}

// NewBoard makes the board of a match.
func (d diverted) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b, err := d.Game.NewBoard(s, generator, seed)
	return &divertedBoard{b, d}, err
}

type divertedBoard struct {
	sim.Board
	rules diverted
}

// Step plays a round.
func (b *divertedBoard) Step(t *sim.Turn) error {
	switch t.Round {
	case b.rules.from:
		b.Board, _ = b.rules.BoardFrom(b.State(), sim.NewRand(b.rules.dice))
	case b.rules.until:
		return sim.ErrOver
	}
	return b.Board.Step(t)
}
