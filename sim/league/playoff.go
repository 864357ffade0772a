package league

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim/playoff"
)

// Elimination is the part of a plan for a play-off. The first Entries players of the plan start;
// the others are stand-ins or Dummies, in the order of Stands.
type Elimination struct {
	Entries int     `json:"entries"`
	To      int     `json:"to"`     // number of players left at the end
	Stands  []Stand `json:"stands"` // at least the Dummy of round 1
}

// A Stand lets a player replace an entry from a round on. The player has the same index after the
// entries of the plan. The latest round counts, then the last Stand.
type Stand struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // or playoff.Dummy for all Dummies
}

// Player returns the player for an entry, or for playoff.Dummy, in a round.
func (e *Elimination) Player(entry, round int) int {
	player, since := entry, 0
	for i, s := range e.Stands {
		if s.Entry == entry && s.Round <= round && s.Round >= since {
			player, since = e.Entries+i, s.Round
		}
	}
	return player
}

// check validates a play-off with this number of players.
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

// StandIn returns a copy of the plan with another stand-in.
func (p *Plan) StandIn(player Entry, s Stand) (*Plan, error) {
	amended, e := *p, *p.Playoff
	amended.Player = append(slices.Clone(p.Player), player)
	e.Stands = append(slices.Clone(e.Stands), s)
	amended.Playoff = &e
	return &amended, amended.Seal()
}

// knockout is the part of a Schedule for play-offs and finals, whose tasks depend on results.
type knockout struct {
	state   *playoff.State
	known   []Task
	results []playoff.Result // results of current matches
	missing int              // number of missing results
	last    int              // last round to play, or 0 for no bound
	final   *playoff.Final
}

// State returns the progress of a play-off, or nil for other plans. It changes with the standings.
func (s *Schedule) State() *playoff.State { return s.state }

// StopAfter ends the schedule after a round that is not over yet.
func (s *Schedule) StopAfter(round int) { s.last = round }

// NextRound returns the first round without results.
func (s *Schedule) NextRound() int {
	if s.state.Grouping > 1 || s.missing < len(s.state.Now) {
		return s.state.Round + 1
	}
	return s.state.Round
}

// Idle returns a function that reports which players have no matches left. Only play-offs have any.
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

// learn creates the tasks of the current matches.
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

// Final returns the progress of a final, or nil for other plans. It changes with the standings.
func (s *Schedule) Final() *playoff.Final { return s.final }

// learnFinal creates the tasks of a final whose players are known.
func (s *Schedule) learnFinal() {
	for n := len(s.known); n < s.final.Len(); n++ {
		m, ok := s.final.Match(n)
		if !ok {
			return
		}
		s.known = append(s.known, s.playoffTask(n, m.Match))
	}
}

// playoffTask returns the task of a match.
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

// add adds a new result, which may lead to new tasks.
func (s *Schedule) addResult(t *Task, r *Result) {
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

// foreign validates a match that another machine sent as task n.
func (s *Schedule) received(n int, m *playoff.Match) (Task, error) {
	least, most, round := 0, playoff.Finalists, 0
	if s.state != nil {
		least, most, round = playoff.Dummy, s.plan.Playoff.Entries, 1
	}
	if m == nil || n < 0 || m.Round < round || slices.ContainsFunc(m.Seats[:], func(e int) bool { return e < least || e >= most }) {
		return Task{}, fmt.Errorf("task %d is no match of this plan", n)
	}
	return s.playoffTask(n, *m), nil
}

// StandIn replaces the plan of the record by one from Plan.StandIn.
func (r *Record) StandIn(p *Plan) error {
	if err := r.rewrite(p); err != nil {
		return err
	}
	r.plan = p
	return nil
}

// oneMatch reports whether the result is for the match of the task.
func (r *Result) oneMatch(t *Task) bool {
	if r.Match == nil || t.Match == nil {
		return r.Match == t.Match
	}
	return *r.Match == *t.Match
}
