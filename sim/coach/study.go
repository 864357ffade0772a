// Package coach finds out what a player's habits cost it. It does not look, it tries: whole matches are
// played again, with the same seeds, seats and rivals, and a strong player gives the orders in one part of
// the play; the difference is what that part costs. So the player need not be known: programs are studied as
// built-in players are.
//
// A [Study] gives away pieces of work, a match each, in the order in which it goes from coarse to fine, and
// takes in what came of them; [Study.Lessons] is what is known so far. The same seeds give the same lessons,
// however many pieces are done beside each other.
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

// Setup is who is studied, and what is played.
type Setup struct {
	Game   sim.Game
	Spec   match.Spec // of each match, but for seed and players
	Player match.Entry
	By     []match.Entry // who may show how it goes: at least one, the strongest first
	Rivals []match.Entry // at least one, of whom three play a match in turn
	Seed   int32         // the first one; there must be room for Seeds behind it
}

// Seeds is how many seeds a study takes from the first one on.
const Seeds = 1000 * (2*mostClaims + 2)

// Study is the search for what costs a player most. Its owner takes pieces and puts them back from one
// goroutine at a time.
type Study struct {
	Setup
	by           match.Entry // who shows how it goes
	alike        bool        // it plays in the player's style
	everything   *Part
	coarse, fine []*Part
	parts        []*Part // all of them, as counts has them
	asIs         [2]*arm // the player, and who shows how it goes, with their own orders
	counts       *counts // of the player's matches as they are
	arms         []*arm
	facts        []facts  // of the player's matches as they are, nil where there is none
	tried        []*trial // with few matches at least; that of everything is the last

	lessons Lessons
	next    func() ([]*Piece, bool)
	stop    func()
	queue   []*Piece // of the step that goes on
	out     int      // pieces taken and not yet put back
}

// New begins a study. Close ends it.
func New(setup Setup) *Study {
	s := &Study{Setup: setup, lessons: Lessons{Claims: []Claim{}, Harmless: []Harmless{}, Facts: []Fact{}}}
	s.everything, s.coarse, s.fine = partsOf(setup.Game)
	s.parts = slices.Concat([]*Part{s.everything}, s.coarse, s.fine)
	s.begin(setup.By[0])
	s.lessons.By = s.by.Seat
	s.next, s.stop = iter.Pull(s.plan)
	return s
}

// begin forgets all that others have shown.
func (s *Study) begin(by match.Entry) {
	s.by = by
	s.counts, s.arms, s.facts, s.tried = newCounts(s.parts), nil, nil, nil
	s.asIs = [2]*arm{s.arm(false, mix{}, 0), s.arm(true, mix{}, 0)}
}

// Close ends the study.
func (s *Study) Close() { s.stop() }

// Take gives the next piece of work; nil where there is none before those that were taken are put back, or
// at all, which Done tells.
func (s *Study) Take() *Piece {
	for len(s.queue) == 0 {
		if s.out > 0 || s.lessons.Done {
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
	s.out++
	return p
}

// Put takes in a piece that was done.
func (s *Study) Put(p *Piece) {
	s.out--
	s.lessons.Matches++
	p.put()
	if len(s.tried) < 2 { // before parts are tried: the first words come soon, however slow the matches are
		s.lessons.update(s)
	}
}

// note counts the matches that the player did not end.
func (s *Study) note(out bool) {
	if out {
		s.lessons.Outs++
	}
}

// Lessons are what is known so far.
func (s *Study) Lessons() Lessons { return s.lessons }

// arm is one way to play a series of matches.
type arm struct {
	mix
	shown bool  // who shows how it goes plays, with the player's orders for what is taken
	first int32 // seed of match 0, from the study's on
	got   []sample
}

// sample is what a match gave the seat that is looked at.
type sample struct {
	given, ok    bool // the match was given away; it was played, and the player did not go out
	out          bool // it did
	score, share float64
}

// arm finds the arm that plays so, or makes it.
func (s *Study) arm(shown bool, m mix, first int32) *arm {
	for _, a := range s.arms {
		if a.shown == shown && a.first == first && same(a.takes, m.takes) && same(a.but, m.but) {
			return a
		}
	}
	a := &arm{mix: m, shown: shown, first: first}
	s.arms = append(s.arms, a)
	return a
}

// same reports whether two lists are of the same parts, in any order.
func same(a, b []*Part) bool {
	if len(a) != len(b) {
		return false
	}
	return !slices.ContainsFunc(a, func(p *Part) bool { return !slices.Contains(b, p) })
}

// Piece is a match to be played.
type Piece struct {
	do  func(ctx context.Context) error
	put func()
}

// Do plays it, in any goroutine, beside others. An error means that nothing more can be played: ctx has
// ended, the configuration makes no match, or this machine has lost a player.
func (p *Piece) Do(ctx context.Context) error {
	err := p.do(ctx)
	if held, busy := errors.AsType[*match.MachineError](err); busy && !held.Lost {
		return nil // there is one match less to compare
	}
	return err
}

// piece is match i of an arm.
func (s *Study) piece(a *arm, i int) *Piece {
	var result sample
	var count *counts
	var told facts
	if a == s.asIs[0] {
		count = newCounts(s.parts)
	}
	do := func(ctx context.Context) error {
		r, err := s.play(ctx, s.Game, game{mix: a.mix, shown: a.shown, seed: a.first, i: i, counts: count})
		if err == nil {
			result = r.sample
			if count != nil && result.ok {
				told = factsOf(r.record, r.seat)
			}
		}
		return err
	}
	return &Piece{do, func() {
		a.got[i] = result
		a.got[i].given = true
		s.note(result.out)
		if told != nil {
			s.counts.plus(count)
			for len(s.facts) <= i {
				s.facts = append(s.facts, nil)
			}
			s.facts[i] = told
		}
	}}
}

// game is a match as it is to be played.
type game struct {
	mix
	shown  bool  // who shows how it goes plays, with the player's orders for what is taken
	seed   int32 // from the study's on, of match 0
	i      int
	counts *counts // nil: nobody counts
}

// played is what came of it.
type played struct {
	sample
	seat   int // of who is looked at
	record *record.Record
}

// play plays a match.
func (s *Study) play(ctx context.Context, rules sim.Game, g game) (played, error) {
	own, other := s.Player, s.by
	if g.shown {
		own, other = other, own
	}
	entry := match.Entry{Seat: own.Seat, New: func() sim.Player { return newPatch(own.New(), other.New(), g.shown, g.mix, g.counts) },
		Intact: func() error { return cmp.Or(intact(own), intact(other)) }}
	return s.match(ctx, rules, entry, g.seed, g.i)
}

// match plays match i of a series whose seeds begin with the first of the study and some more.
func (s *Study) match(ctx context.Context, rules sim.Game, entry match.Entry, seed int32, i int) (played, error) {
	field := match.Field{Game: rules, Spec: s.Spec, Entries: append([]match.Entry{entry}, s.Rivals...)}
	seat, entries := seating(i, len(s.Rivals))
	row, rec, err := field.Play(ctx, match.Seeds{Match: s.Seed + seed + int32(i)}, entries, match.Options{})
	if err != nil {
		return played{}, err
	}
	scores := row.Result.Scores
	out := row.Result.Outs[seat] != nil
	return played{sample{ok: !out, out: out, score: float64(scores[seat]), share: chance.Shares(scores)[seat]}, seat, rec}, nil
}

func intact(e match.Entry) error {
	if e.Intact == nil {
		return nil
	}
	return e.Intact()
}

// seating is the seat of who is looked at in match i, and the entries of all seats: 0 there, and on the others
// rivals in turn.
func seating(i, rivals int) (seat int, entries [sim.Seats]int) {
	seat = i % sim.Seats
	for k := range sim.Seats - 1 {
		entries[(seat+1+k)%sim.Seats] = 1 + (k+i/sim.Seats)%rivals
	}
	return seat, entries
}
