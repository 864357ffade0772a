// Package coach measures what a player's habits cost. It plays whole matches again with the same
// seeds, seats and opponents, while a strong model player gives the orders in one part of the play.
// The difference is the cost of that part. It works for programs as for built-in players.
//
// [New] starts a [Study]. [Study.Take] returns pieces of work, a match each, and [Study.Put] takes
// back the results; [Study.Lessons] returns what is known. The same seeds give the same lessons,
// however many pieces run concurrently.
package coach

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// A Setup configures a study.
type Setup struct {
	Game   sim.Game
	Spec   match.Spec // template of each match
	Player match.Entry
	Models []match.Entry // possible model players, at least one, strongest first
	Rivals []match.Entry // opponents, at least one; three play in turn
	Seed   int32         // first seed, with room for Seeds
}

// Seeds is the number of seeds that a study may use.
const Seeds = 1000 * (2*maxClaims + 2)

// A Study searches for the most costly habits. It is not safe for concurrent use.
type Study struct {
	Setup
	model        match.Entry // the model player
	modelAlike   bool        // it plays in the player's style
	everything   *Part
	coarse, fine []*Part
	parts        []*Part // in the order of counts
	unchanged    [2]*arm // both players with their own orders
	counts       *counts // of the player's own matches
	arms         []*arm
	facts        []facts  // of the player's own matches; nil if missing
	trials       []*trial // with at least a few matches; the last one is everything

	lessons Lessons
	next    func() ([]*Piece, bool)
	yield   func([]*Piece) bool // hands out a step of the plan
	stop    func()
	queue   []*Piece // rest of the current step
	pending int      // pieces taken and not put back
}

// New starts a study. Call Close at the end.
func New(setup Setup) *Study {
	s := &Study{Setup: setup, lessons: Lessons{Claims: []Claim{}, Harmless: []Harmless{}, Facts: []Fact{}}}
	s.everything, s.coarse, s.fine = partsOf(setup.Game)
	s.parts = slices.Concat([]*Part{s.everything}, s.coarse, s.fine)
	s.reset(setup.Models[0])
	s.lessons.Model = s.model.Player
	s.next, s.stop = iter.Pull(s.plan)
	return s
}

// reset resets the study for a model player.
func (s *Study) reset(by match.Entry) {
	s.model = by
	s.counts, s.arms, s.facts, s.trials = newCounts(s.parts), nil, nil, nil
	s.unchanged = [2]*arm{s.arm(false, mix{}, 0), s.arm(true, mix{}, 0)}
}

func (s *Study) Close() { s.stop() }

// Take returns the next piece of work. It returns nil if there is none until others are put back,
// or none at all (Lessons.Done).
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

// Put takes back a finished piece.
func (s *Study) Put(p *Piece) {
	s.pending--
	s.lessons.Matches++
	p.put()
	if len(s.trials) < 2 { // give first results early, however slow matches are
		s.lessons.update(s)
	}
}

// countOut counts matches in which the player went out.
func (s *Study) countOut(out bool) {
	if out {
		s.lessons.Outs++
	}
}

// Lessons returns the results so far.
func (s *Study) Lessons() Lessons { return s.lessons }

// arm is one way to play a series of matches.
type arm struct {
	mix
	reversed bool  // the model player plays, with the player's orders in the mix
	first    int32 // seed of match 0, relative to the study's
	samples  []sample
}

// sample is the result of a match for the studied seat.
type sample struct {
	taken, ok    bool // taken; and played without going out
	out          bool // went out
	score, share float64
}

// arm returns the arm with these properties, and creates it if needed.
func (s *Study) arm(shown bool, m mix, first int32) *arm {
	for _, a := range s.arms {
		if a.reversed == shown && a.first == first && same(a.include, m.include) && same(a.exclude, m.exclude) {
			return a
		}
	}
	a := &arm{mix: m, reversed: shown, first: first}
	s.arms = append(s.arms, a)
	return a
}

// same reports whether two lists have the same parts.
func same(a, b []*Part) bool {
	if len(a) != len(b) {
		return false
	}
	return !slices.ContainsFunc(a, func(p *Part) bool { return !slices.Contains(b, p) })
}

// A Piece is a match to be played.
type Piece struct {
	do  func(ctx context.Context) error
	put func()
}

// Do plays the match. It is safe for concurrent use with other pieces. An error means that no
// further match can be played.
func (p *Piece) Do(ctx context.Context) error {
	err := p.do(ctx)
	if held, busy := errors.AsType[*match.MachineError](err); busy && !held.Damaged {
		return nil // skip the match
	}
	return err
}

// piece returns match i of an arm.
func (s *Study) piece(a *arm, i int) *Piece {
	var result sample
	var count *counts
	var told facts
	if a == s.unchanged[0] {
		count = newCounts(s.parts)
	}
	do := func(ctx context.Context) error {
		r, err := s.play(ctx, s.Game, matchPlan{mix: a.mix, reversed: a.reversed, seed: a.first, i: i, counts: count})
		if err == nil {
			result = r.sample
			if count != nil && result.ok {
				told = factsOf(r.record, r.seat)
			}
		}
		return err
	}
	return &Piece{do, func() {
		a.samples[i] = result
		a.samples[i].taken = true
		s.countOut(result.out)
		if told != nil {
			s.counts.merge(count)
			for len(s.facts) <= i {
				s.facts = append(s.facts, nil)
			}
			s.facts[i] = told
		}
	}}
}

// matchPlan describes a match to be played.
type matchPlan struct {
	mix
	reversed bool  // as in arm
	seed     int32 // seed of match 0, relative to the study's
	i        int
	counts   *counts // may be nil
}

// matchResult is the result of a game.
type matchResult struct {
	sample
	seat   int // the studied seat
	record *record.Record
}

func (s *Study) play(ctx context.Context, rules sim.Game, g matchPlan) (matchResult, error) {
	own, other := s.Player, s.model
	if g.reversed {
		own, other = other, own
	}
	entry := match.Entry{Player: own.Player, New: func() sim.Player { return newHybrid(own.New(), other.New(), g.reversed, g.mix, g.counts) },
		Intact: func() error { return cmp.Or(intact(own), intact(other)) }}
	return s.match(ctx, rules, entry, g.seed, g.i)
}

// match plays match i of a series that starts at a seed relative to the study's.
func (s *Study) match(ctx context.Context, rules sim.Game, entry match.Entry, seed int32, i int) (matchResult, error) {
	field := match.Field{Game: rules, Spec: s.Spec, Entries: append([]match.Entry{entry}, s.Rivals...)}
	seat, entries := seating(i, len(s.Rivals))
	row, rec, err := field.Play(ctx, match.Seeds{Match: s.Seed + seed + int32(i)}, entries, match.Options{})
	if err != nil {
		return matchResult{}, err
	}
	scores := row.Result.Scores
	out := row.Result.Outs[seat] != nil
	return matchResult{sample{ok: !out, out: out, score: float64(scores[seat]), share: chance.Shares(scores)[seat]}, seat, rec}, nil
}

func intact(e match.Entry) error {
	if e.Intact == nil {
		return nil
	}
	return e.Intact()
}

// seating returns the studied seat in match i, and the entries of all seats: 0 there, and opponents
// in turn.
func seating(i, rivals int) (seat int, entries [sim.Seats]int) {
	seat = i % sim.Seats
	for k := range sim.Seats - 1 {
		entries[(seat+1+k)%sim.Seats] = 1 + (k+i/sim.Seats)%rivals
	}
	return seat, entries
}
