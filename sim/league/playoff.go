package league

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim/playoff"
)

// Elimination is what a plan of design Playoff adds. The first Entries players of the plan are those who
// begin; the others stand in for them, or are Dummies, in the order of Stands.
type Elimination struct {
	Entries int     `json:"entries"`
	To      int     `json:"to"`     // it is over when so many are in
	Stands  []Stand `json:"stands"` // at least one: the Dummy of round 1
}

// Stand says that a player, of the same place behind the entries of the plan, plays for an entry from
// a round on. Of several the one of the latest round counts, of these the last.
type Stand struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // playoff.Dummy: of all Dummies
}

// Player is who plays for an entry, or for playoff.Dummy, in a round.
func (e *Elimination) Player(entry, round int) int {
	player, since := entry, 0
	for i, s := range e.Stands {
		if s.Entry == entry && s.Round <= round && s.Round >= since {
			player, since = e.Entries+i, s.Round
		}
	}
	return player
}

// check says what is wrong with a play-off among so many players.
func (e *Elimination) check(players int) error {
	if e == nil || e.Entries < 2 || e.To < 1 || e.To >= e.Entries || len(e.Stands) == 0 || players != e.Entries+len(e.Stands) {
		return errors.New("the plan's play-off does not fit its players")
	}
	for i, s := range e.Stands {
		if s.Round < 1 || s.Entry < playoff.Dummy || s.Entry >= e.Entries || i == 0 && s != (Stand{1, playoff.Dummy}) {
			return fmt.Errorf("the plan's play-off has entry %d stand in from round %d, which cannot be", s.Entry, s.Round)
		}
	}
	return nil
}

// StandIn is a plan of a play-off in which one more player stands in.
func (p *Plan) StandIn(player Entry, s Stand) (*Plan, error) {
	amended, e := *p, *p.Playoff
	amended.Player = append(slices.Clone(p.Player), player)
	e.Stands = append(slices.Clone(e.Stands), s)
	amended.Playoff = &e
	return &amended, amended.Seal()
}

// knockout is the part of a Schedule that knows how far a play-off is: its tasks are known as far as
// they follow from results.
type knockout struct {
	state   *playoff.State
	known   []Task
	results []playoff.Result // of the matches that are played now
	missing int              // of them
	last    int              // round behind which no task is known; 0: no such round
	final   *playoff.Final
}

// State is how far a play-off is; nil where the plan is none. It changes when the standings do.
func (s *Schedule) State() *playoff.State { return s.state }

// StopAfter has nothing given out behind a round, which must not be over.
func (s *Schedule) StopAfter(round int) { s.last = round }

// NextRound is the first round of a play-off of which nothing is played.
func (s *Schedule) NextRound() int {
	if s.state.Grouping > 1 || s.missing < len(s.state.Now) {
		return s.state.Round + 1
	}
	return s.state.Round
}

// Idle reports which players of a plan play no more as things stand: nobody of a tournament.
func (s *Standings) Idle(p *Plan) func(player int) bool {
	state := s.Schedule.state
	if state == nil {
		return nil
	}
	plays := map[int]bool{}
	for _, e := range append(slices.Clone(state.In), playoff.Dummy) {
		plays[p.Playoff.Player(e, state.Round)] = true
	}
	for i, stand := range p.Playoff.Stands {
		if stand.Round > state.Round {
			plays[p.Playoff.Entries+i] = true
		}
	}
	return func(player int) bool { return !plays[player] }
}

// learn makes the tasks of the matches that are played now.
func (s *Schedule) learn() {
	s.missing = len(s.state.Now)
	s.results = slices.Grow(s.results[:0], s.missing)[:s.missing]
	if s.last > 0 && s.state.Round > s.last {
		return
	}
	for _, m := range s.state.Now {
		s.known = append(s.known, s.playoffTask(len(s.known), m))
	}
}

// Final is what is known of a grand final; nil where the plan is none. It changes when the standings do.
func (s *Schedule) Final() *playoff.Final { return s.final }

// learnFinal makes the tasks of a final whose players are known by now.
func (s *Schedule) learnFinal() {
	for n := len(s.known); n < s.final.Len(); n++ {
		m, ok := s.final.Match(n)
		if !ok {
			return
		}
		s.known = append(s.known, s.playoffTask(n, m.Match))
	}
}

// playoffTask is a match of a play-off, or of a final.
func (s *Schedule) playoffTask(n int, m playoff.Match) Task {
	t := Task{N: n, Block: n, Seed: playoff.Rules{Seed: s.plan.Seed}.MatchSeed(m.Place), LineUp: m.Seats, Places: rotations[0],
		Keyed: len(s.plan.Keys) > 0, Match: &m}
	for seat, e := range m.Seats {
		if s.state != nil {
			t.LineUp[seat] = s.plan.Playoff.Player(e, m.Round)
		}
	}
	return t
}

// add takes in the result of a task that had none: the next tasks of a play-off may follow from it.
func (s *Schedule) add(t *Task, r *Result) {
	if !s.plan.Design.Knockout() {
		return
	}
	p := playoff.Result{Scores: r.Scores[0]}
	for _, o := range r.Outs {
		p.Outs[o.Place] = true
	}
	if s.final != nil {
		s.final.Add(t.N, p)
		s.learnFinal()
		return
	}
	s.results[t.N-(len(s.known)-len(s.results))] = p
	if s.missing--; s.missing == 0 {
		s.state.Advance(s.results)
		s.learn()
	}
}

// foreign checks a match that another machine says is task n.
func (s *Schedule) foreign(n int, m *playoff.Match) (Task, error) {
	least, most, round := 0, playoff.Finalists, 0
	if s.state != nil {
		least, most, round = playoff.Dummy, s.plan.Playoff.Entries, 1
	}
	if m == nil || n < 0 || m.Round < round || slices.ContainsFunc(m.Seats[:], func(e int) bool { return e < least || e >= most }) {
		return Task{}, fmt.Errorf("task %d is no match of this plan", n)
	}
	return s.playoffTask(n, *m), nil
}

// StandIn goes on with a plan that Plan.StandIn made of the record's, in its place.
func (r *Record) StandIn(p *Plan) error {
	if err := r.rewrite(p, func(*Result) bool { return true }); err != nil {
		return err
	}
	r.plan = p
	return nil
}

// oneMatch reports whether a result has as many matches as its task, and is of the same.
func (r *Result) oneMatch(t *Task) bool {
	if r.Match == nil || t.Match == nil {
		return r.Match == t.Match
	}
	return *r.Match == *t.Match
}
