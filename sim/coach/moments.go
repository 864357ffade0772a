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
	Seed      int32          `json:"seed"`
	Seat      int            `json:"seat"`
	Round     int            `json:"round"`
	Unit      int32          `json:"unit"`     // one of the units whose orders differ
	UnitCount int            `json:"units"`    // number of units whose orders differ
	Gain      winchance.Mean `json:"log_odds"` // gain in the log odds of winning, averaged over other dice
	// Original is the unchanged match. In Changed, the model player gives the part's orders for some
	// rounds.
	Original *record.Record `json:"-"`
	Changed  *record.Record `json:"-"`
}

const (
	momentMatches = 12
	maxCandidates = 12
	maxMoments    = 3
	screenPairs   = 6   // pairs of matches per moment in the first selection
	finalPairs    = 12  // pairs of matches per moment in the final selection
	minGain       = 0.1 // in log odds; for example, from 25 to 27 %
)

type moment struct {
	Moment
	plan       matchPlan
	window     int // rounds with the model's orders; the result is judged after twice as many
	drop       float64
	gains      []float64
	finalGains []float64
}

// searchMoments searches matches, starting at seed firstSeed, for moments that illustrate the last
// claim. It returns false if the study was closed.
func (s *Study) searchMoments(p *Part, firstSeed int32) bool {
	var list []*moment
	if !s.yield(s.momentPieces(p, firstSeed, &list)) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int {
		return cmp.Or(cmp.Compare(b.drop, a.drop), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Round, b.Round))
	})
	list = list[:min(len(list), maxCandidates)]
	if !s.yield(s.pairPieces(p, list, 0, screenPairs, func(m *moment) *[]float64 { return &m.gains })) {
		return false
	}
	slices.SortStableFunc(list, func(a, b *moment) int {
		return cmp.Compare(winchance.MeanOf(b.gains).Mean, winchance.MeanOf(a.gains).Mean)
	})
	list = list[:min(len(list), maxMoments+1)]
	if !s.yield(s.pairPieces(p, list, screenPairs, finalPairs, func(m *moment) *[]float64 { return &m.finalGains })) {
		return false
	}
	list = slices.DeleteFunc(list, func(m *moment) bool {
		m.Gain = winchance.MeanOf(m.finalGains)
		return m.Gain.Z() < zConfirm || m.Gain.Mean < minGain
	})
	if !s.yield(s.recordPieces(p, list)) {
		return false
	}
	claims := slices.Clone(s.lessons.Claims)
	c := &claims[len(claims)-1]
	for _, m := range list {
		if m.Original != nil && m.Changed != nil && len(c.Moments) < maxMoments {
			c.Moments = append(c.Moments, m.Moment)
		}
	}
	s.lessons.Claims = claims
	return true
}

func (s *Study) momentPieces(p *Part, firstSeed int32, list *[]*moment) (pieces []*Piece) {
	for i := range momentMatches {
		var found []*moment
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			count := newCounts([]*Part{p})
			r, err := s.play(ctx, s.Game, matchPlan{seed: firstSeed, index: i, counts: count})
			if err == nil && r.ok {
				found = s.momentsIn(r, matchPlan{seed: firstSeed, index: i}, count.differences)
			}
			return err
		}, func() { *list = append(*list, found...) }})
	}
	return pieces
}

// logOddsFunc returns a function that computes a seat's log odds of winning in a round, or nil if the
// game has no table.
func logOddsFunc(rec *record.Record, seat int) func(round int) float64 {
	outlook := winchance.NewOutlook(rec)
	if outlook == nil {
		return nil
	}
	return func(round int) float64 {
		p := outlook.Chances(rec.State(min(round, rec.Rounds()-1)))[seat] // the final state is a result, not an estimate
		return math.Log(max(p, 1e-9) / max(1-p, 1e-9))
	}
}

const maxMomentsPerMatch = 3

// momentsIn returns the rounds in which orders differ and after which the player's odds fall most.
func (s *Study) momentsIn(r matchResult, plan matchPlan, differences []difference) (list []*moment) {
	odds := logOddsFunc(r.record, r.seat)
	if odds == nil {
		return nil
	}
	window := max(r.record.Rounds()*3/40, 1)
	var all []*moment
	for _, at := range differences {
		after := min(at.round+window, r.record.Edge())
		drop := odds(at.round) - odds(after)
		all = append(all, &moment{Moment: Moment{Seed: r.record.Meta().Seed, Seat: r.seat, Round: at.round, Unit: at.unit, UnitCount: at.unitCount}, plan: plan, window: window, drop: drop})
	}
	slices.SortStableFunc(all, func(a, b *moment) int { return cmp.Compare(b.drop, a.drop) })
	for _, m := range all {
		near := func(o *moment) bool { return max(m.Round-o.Round, o.Round-m.Round) < window }
		if len(list) < maxMomentsPerMatch && !slices.ContainsFunc(list, near) {
			list = append(list, m)
		}
	}
	return list
}

// changedPlan returns the plan of the match in which the model player gives p's orders during the
// window.
func (m *moment) changedPlan(p *Part) matchPlan {
	plan := m.plan
	plan.mix = mix{include: []*Part{p}, fromRound: m.Round, endRound: m.Round + m.window}
	return plan
}

// pairPieces returns pieces that play each moment with pairs different dice, both with and without
// the model player's orders.
func (s *Study) pairPieces(p *Part, list []*moment, firstDice, pairs int, gains func(m *moment) *[]float64) (pieces []*Piece) {
	for _, m := range list {
		for d := range pairs {
			rules := reseededGame{s.Game, m.Round, m.Round + 2*m.window, m.Seed + int32(firstDice+d+1)<<12}
			var gain float64
			ok := false
			pieces = append(pieces, &Piece{func(ctx context.Context) error {
				for sign, g := range []matchPlan{m.plan, m.changedPlan(p)} {
					r, err := s.play(ctx, rules, g)
					if err != nil {
						return err
					}
					gain += float64(2*sign-1) * logOddsFunc(r.record, r.seat)(r.record.Edge())
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

// recordPieces returns pieces that play the moments with the original dice, for display. They skip
// moments at which these dice favour the player's own orders.
func (s *Study) recordPieces(p *Part, list []*moment) (pieces []*Piece) {
	for _, m := range list {
		var results [2]matchResult
		pieces = append(pieces, &Piece{func(ctx context.Context) (err error) {
			for i, g := range []matchPlan{m.plan, m.changedPlan(p)} {
				if results[i], err = s.play(ctx, s.Game, g); err != nil {
					return err
				}
			}
			return nil
		}, func() {
			original, changed := results[0].record, results[1].record
			if original == nil || changed == nil {
				return
			}
			at := min(m.Round+2*m.window, original.Edge(), changed.Edge())
			if logOddsFunc(changed, m.Seat)(at) <= logOddsFunc(original, m.Seat)(at) {
				return
			}
			meta := *changed.Meta()
			meta.Note = fmt.Sprintf("rounds %d to %d with %s's orders for %s", m.Round, m.Round+m.window, s.model.Player.InitialName(), p.Text)
			m.Original, m.Changed = original, changed.WithMeta(meta)
		}})
	}
	return pieces
}

// reseededGame is a game whose dice change at fromRound and that ends at endRound.
type reseededGame struct {
	sim.Game
	fromRound, endRound int
	seed                int32
}

func (d reseededGame) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	b, err := d.Game.NewBoard(s, generator, seed)
	return &reseededBoard{b, d}, err
}

type reseededBoard struct {
	sim.Board
	game reseededGame
}

func (b *reseededBoard) Step(t *sim.Turn) error {
	switch t.Round {
	case b.game.fromRound:
		b.Board, _ = b.game.BoardFrom(b.State(), sim.NewRand(b.game.seed))
	case b.game.endRound:
		return sim.ErrMatchOver
	}
	return b.Board.Step(t)
}
