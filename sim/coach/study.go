// Package coach measures what a player's habits cost. It replays whole matches with the same seeds,
// seats and opponents, but lets a strong model player give the orders in one part of the game. The
// difference in score is the cost of that part. Players may be programs.
//
// [New] starts a [Study]. [Study.Take] returns pieces of work, one or two matches each, and
// [Study.Put] takes them back. [Study.Lessons] returns the results, which do not depend on how many
// pieces run concurrently.
package coach

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
)

type Setup struct {
	Game      sim.Game
	Spec      match.Spec // template for each match
	Player    match.Entry
	Models    []match.Entry // possible model players, strongest first; at least one
	Opponents []match.Entry // opponents, three at a time; at least one
	Seed      int32         // first of SeedCount consecutive seeds
}

const SeedCount = 1000 * (2*maxClaims + 2)

// A Study searches for a player's most costly habits. It is not safe for concurrent use.
type Study struct {
	Setup
	model                  match.Entry
	similarModel           bool // whether the model plays in the player's style
	wholeGame              *Part
	coarseParts, fineParts []*Part
	parts                  []*Part // indexed like counts.ordersByPart
	unmixedArms            [2]*arm // unmixed matches of the player and the model
	counts                 *counts // counts from the player's own matches
	arms                   []*arm
	figuresByMatch         map[int]figures
	trials                 []*trial // the last trial covers all parts together

	lessons Lessons
	next    func() ([]*Piece, bool)
	yield   func([]*Piece) bool // schedules the pieces of one step
	stop    func()
	queue   []*Piece // rest of the current step
	pending int      // pieces taken but not yet put back
}

// New starts a study. Callers must call Close when done.
func New(setup Setup) *Study {
	s := &Study{Setup: setup, lessons: Lessons{Claims: []Claim{}, Harmless: []HarmlessPart{}, Facts: []Fact{}}}
	s.wholeGame, s.coarseParts, s.fineParts = partsOf(setup.Game)
	s.parts = slices.Concat([]*Part{s.wholeGame}, s.coarseParts, s.fineParts)
	s.reset(setup.Models[0])
	s.lessons.Model = s.model.Player
	s.next, s.stop = iter.Pull(s.plan)
	return s
}

func (s *Study) reset(model match.Entry) {
	s.model = model
	s.counts, s.arms, s.figuresByMatch, s.trials = newCounts(s.parts), nil, map[int]figures{}, nil
	s.unmixedArms = [2]*arm{s.armFor(false, mix{}, 0), s.armFor(true, mix{}, 0)}
}

func (s *Study) Close() { s.stop() }

// Take returns the next piece of work. It returns nil if the study is done (see Lessons.Done) or
// pending pieces must be put back first.
func (s *Study) Take() *Piece {
	for len(s.queue) == 0 {
		if s.pending > 0 || s.lessons.Done {
			return nil
		}
		list, ok := s.next()
		if !ok {
			s.lessons.Done = true
			return nil
		}
		s.queue = list
	}
	p := s.queue[0]
	s.queue = s.queue[1:]
	s.pending++
	return p
}

func (s *Study) Put(p *Piece) {
	s.pending--
	s.lessons.Matches++
	p.put()
	if len(s.trials) < 2 {
		s.lessons.update(s)
	}
}

func (s *Study) Lessons() Lessons { return s.lessons }

type arm struct {
	matchPlan // plan of match 0
	samples   []sample
}

type sample struct {
	taken, ok    bool // ok means the match was played and neither player went out
	wentOut      bool
	score, share float64
}

func (s *Study) armFor(reversed bool, m mix, seed int32) *arm {
	for _, a := range s.arms {
		if a.reversed == reversed && a.seed == seed && sameParts(a.include, m.include) && sameParts(a.exclude, m.exclude) {
			return a
		}
	}
	a := &arm{matchPlan: matchPlan{mix: m, reversed: reversed, seed: seed}}
	s.arms = append(s.arms, a)
	return a
}

func sameParts(a, b []*Part) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(p *Part) bool { return !slices.Contains(b, p) })
}

// A Piece is a unit of work: a match, or two matches to compare.
type Piece struct {
	do  func(ctx context.Context) error
	put func()
}

// Do plays the matches of a piece. Different pieces may run concurrently. If Do returns an error,
// no further match can be played.
func (p *Piece) Do(ctx context.Context) error {
	err := p.do(ctx)
	if machineErr, ok := errors.AsType[*match.MachineError](err); ok && !machineErr.Damaged {
		return nil
	}
	return err
}

func (s *Study) newPiece(a *arm, i int) *Piece {
	var result sample
	var count *counts
	var newFigures figures
	if a == s.unmixedArms[0] {
		count = newCounts(s.parts)
	}
	return &Piece{func(ctx context.Context) error {
		g := a.matchPlan
		g.index, g.counts = i, count
		r, err := s.play(ctx, s.Game, g)
		if result = r.sample; err == nil && count != nil && result.ok {
			newFigures = figuresOf(r.record, r.seat)
		}
		return err
	}, func() {
		a.samples[i] = result
		a.samples[i].taken = true
		if result.wentOut {
			s.lessons.FailedMatches++
		}
		if newFigures != nil {
			s.counts.merge(count)
			s.figuresByMatch[i] = newFigures
		}
	}}
}

type matchPlan struct {
	mix
	reversed bool  // whether the model plays and the player gives the mix's orders
	seed     int32 // seed of match 0, relative to Study.Seed
	index    int
	counts   *counts // may be nil
}

type matchResult struct {
	sample
	seat   int
	record *record.Record
}

func (s *Study) play(ctx context.Context, game sim.Game, plan matchPlan) (matchResult, error) {
	primary, secondary := s.Player, s.model
	if plan.reversed {
		primary, secondary = secondary, primary
	}
	entry := match.Entry{Player: primary.Player, New: func() sim.Player {
		return newHybrid(primary.New(), secondary.New(), plan.reversed, plan.mix, plan.counts)
	},
		CheckDamage: func() error { return cmp.Or(checkIntact(primary), checkIntact(secondary)) }}
	return s.playMatch(ctx, game, entry, plan.seed, plan.index)
}

func (s *Study) playMatch(ctx context.Context, game sim.Game, entry match.Entry, seed int32, i int) (matchResult, error) {
	field := match.Field{Game: game, Spec: s.Spec, Entries: append([]match.Entry{entry}, s.Opponents...)}
	seat := i % sim.Seats
	var entries [sim.Seats]int
	for k := range sim.Seats - 1 { // rotate the opponents
		entries[(seat+1+k)%sim.Seats] = 1 + (k+i/sim.Seats)%len(s.Opponents)
	}
	row, rec, err := field.Play(ctx, match.Seeds{Match: s.Seed + seed + int32(i)}, entries, match.Options{})
	if err != nil {
		return matchResult{}, err
	}
	scores := row.Result.Scores
	out := row.Result.Failures[seat] != nil
	return matchResult{sample{ok: !out, wentOut: out, score: float64(scores[seat]), share: winchance.WinShares(scores)[seat]}, seat, rec}, nil
}

func checkIntact(e match.Entry) error {
	if e.CheckDamage == nil {
		return nil
	}
	return e.CheckDamage()
}

const minSameShare = 0.8

// rankModels returns the model players. One that plays in the player's style comes first, because
// bad habits stand out most against it. Models that play exactly like the player are excluded.
func (s *Study) rankModels() (models []match.Entry, hasSimilar bool) {
	if len(s.Models) == 1 {
		return s.Models, false
	}
	total, pieces := s.newModelCounts(), []*Piece(nil)
	for i := range sim.Seats {
		list, out := s.newModelCounts(), false
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			r, err := s.playMatch(ctx, s.Game, match.Entry{Player: s.Player.Player, CheckDamage: s.Player.CheckDamage, New: func() sim.Player {
				p := s.Player.New()
				for k, c := range list {
					p = newHybrid(p, s.Models[k].New(), false, mix{}, c)
				}
				return p
			}}, 0, i)
			out = r.wentOut
			return err
		}, func() {
			if out {
				s.lessons.FailedMatches++
			}
			for k, c := range list {
				total[k].merge(c)
			}
		}})
	}
	if !s.yield(pieces) {
		return nil, false
	}
	best := -1
	for k, c := range total {
		if c.differentByPart[0] > 0 {
			models = append(models, s.Models[k])
		}
		if c.sameShare() >= minSameShare && c.differentByPart[0] > 0 && (best < 0 || c.sameShare() > total[best].sameShare()) {
			best = k
		}
	}
	if best < 0 {
		return models, false
	}
	models = slices.DeleteFunc(models, func(e match.Entry) bool { return e.Player == s.Models[best].Player })
	return slices.Insert(models, 0, s.Models[best]), true
}

func (s *Study) newModelCounts() (list []*counts) {
	for range s.Models {
		list = append(list, newCounts([]*Part{s.wholeGame}))
	}
	return list
}

func (c *counts) sameShare() float64 {
	same := c.orderCount - c.differentByPart[0]
	return float64(same) / float64(max(same+c.unmatched, 1))
}
