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
	Game   sim.Game
	Spec   match.Spec // template for each match
	Player match.Entry
	Models []match.Entry // possible model players, strongest first; at least one
	Rivals []match.Entry // opponents, three at a time; at least one
	Seed   int32         // first of Seeds consecutive seeds
}

const Seeds = 1000 * (2*maxClaims + 2)

// A Study searches for a player's most costly habits. It is not safe for concurrent use.
type Study struct {
	Setup
	model        match.Entry
	similarModel bool // whether the model plays in the player's style
	everything   *Part
	coarse, fine []*Part
	parts        []*Part // indexed like counts.total
	unchanged    [2]*arm // unmixed matches of the player and the model
	counts       *counts // counts from the player's own matches
	arms         []*arm
	facts        map[int]facts
	trials       []*trial // the last trial covers all parts together

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
	s.everything, s.coarse, s.fine = partsOf(setup.Game)
	s.parts = slices.Concat([]*Part{s.everything}, s.coarse, s.fine)
	s.reset(setup.Models[0])
	s.lessons.Model = s.model.Player
	s.next, s.stop = iter.Pull(s.plan)
	return s
}

func (s *Study) reset(by match.Entry) {
	s.model = by
	s.counts, s.arms, s.facts, s.trials = newCounts(s.parts), nil, map[int]facts{}, nil
	s.unchanged = [2]*arm{s.arm(false, mix{}, 0), s.arm(true, mix{}, 0)}
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
	out          bool
	score, share float64
}

func (s *Study) arm(shown bool, m mix, seed int32) *arm {
	for _, a := range s.arms {
		if a.reversed == shown && a.seed == seed && sameParts(a.include, m.include) && sameParts(a.exclude, m.exclude) {
			return a
		}
	}
	a := &arm{matchPlan: matchPlan{mix: m, reversed: shown, seed: seed}}
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
	if held, busy := errors.AsType[*match.MachineError](err); busy && !held.Damaged {
		return nil
	}
	return err
}

func (s *Study) piece(a *arm, i int) *Piece {
	var result sample
	var count *counts
	var newFacts facts
	if a == s.unchanged[0] {
		count = newCounts(s.parts)
	}
	return &Piece{func(ctx context.Context) error {
		g := a.matchPlan
		g.i, g.counts = i, count
		r, err := s.play(ctx, s.Game, g)
		if result = r.sample; err == nil && count != nil && result.ok {
			newFacts = factsOf(r.record, r.seat)
		}
		return err
	}, func() {
		a.samples[i] = result
		a.samples[i].taken = true
		if result.out {
			s.lessons.Outs++
		}
		if newFacts != nil {
			s.counts.merge(count)
			s.facts[i] = newFacts
		}
	}}
}

type matchPlan struct {
	mix
	reversed bool  // whether the model plays and the player gives the mix's orders
	seed     int32 // seed of match 0, relative to Study.Seed
	i        int
	counts   *counts // may be nil
}

type matchResult struct {
	sample
	seat   int
	record *record.Record
}

func (s *Study) play(ctx context.Context, rules sim.Game, g matchPlan) (matchResult, error) {
	own, other := s.Player, s.model
	if g.reversed {
		own, other = other, own
	}
	entry := match.Entry{Player: own.Player, New: func() sim.Player { return newHybrid(own.New(), other.New(), g.reversed, g.mix, g.counts) },
		CheckDamage: func() error { return cmp.Or(checkIntact(own), checkIntact(other)) }}
	return s.match(ctx, rules, entry, g.seed, g.i)
}

func (s *Study) match(ctx context.Context, rules sim.Game, entry match.Entry, seed int32, i int) (matchResult, error) {
	field := match.Field{Game: rules, Spec: s.Spec, Entries: append([]match.Entry{entry}, s.Rivals...)}
	seat := i % sim.Seats
	var entries [sim.Seats]int
	for k := range sim.Seats - 1 { // rotate the opponents
		entries[(seat+1+k)%sim.Seats] = 1 + (k+i/sim.Seats)%len(s.Rivals)
	}
	row, rec, err := field.Play(ctx, match.Seeds{Match: s.Seed + seed + int32(i)}, entries, match.Options{})
	if err != nil {
		return matchResult{}, err
	}
	scores := row.Result.Scores
	out := row.Result.Failures[seat] != nil
	return matchResult{sample{ok: !out, out: out, score: float64(scores[seat]), share: winchance.Shares(scores)[seat]}, seat, rec}, nil
}

func checkIntact(e match.Entry) error {
	if e.CheckDamage == nil {
		return nil
	}
	return e.CheckDamage()
}

const minSameStyle = 0.8

// orderModels returns the model players. One that plays in the player's style comes first, because
// bad habits stand out most against it. Models that play exactly like the player are excluded.
func (s *Study) orderModels() (order []match.Entry, alike bool) {
	if len(s.Models) == 1 {
		return s.Models, false
	}
	total, pieces := s.newModelCounts(), []*Piece(nil)
	for i := range sim.Seats {
		list, out := s.newModelCounts(), false
		pieces = append(pieces, &Piece{func(ctx context.Context) error {
			r, err := s.match(ctx, s.Game, match.Entry{Player: s.Player.Player, CheckDamage: s.Player.CheckDamage, New: func() sim.Player {
				p := s.Player.New()
				for k, c := range list {
					p = newHybrid(p, s.Models[k].New(), false, mix{}, c)
				}
				return p
			}}, 0, i)
			out = r.out
			return err
		}, func() {
			if out {
				s.lessons.Outs++
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
		if c.different[0] > 0 {
			order = append(order, s.Models[k])
		}
		if c.sameShare() >= minSameStyle && c.different[0] > 0 && (best < 0 || c.sameShare() > total[best].sameShare()) {
			best = k
		}
	}
	if best < 0 {
		return order, false
	}
	order = slices.DeleteFunc(order, func(e match.Entry) bool { return e.Player == s.Models[best].Player })
	return slices.Insert(order, 0, s.Models[best]), true
}

func (s *Study) newModelCounts() (list []*counts) {
	for range s.Models {
		list = append(list, newCounts([]*Part{s.everything}))
	}
	return list
}

func (c *counts) sameShare() float64 {
	same := c.orders - c.different[0]
	return float64(same) / float64(max(same+c.unmatched, 1))
}
