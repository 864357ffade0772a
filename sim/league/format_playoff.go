package league

import (
	"errors"
	"fmt"
	"slices"

	"game-tui/sim/league/playoff"
)

// Playoff eliminates one player per round, as in package playoff. Plan.Playoff holds its settings.
var Playoff = Format{playoffFormat{}}

type playoffFormat struct{ knockout }

func (playoffFormat) name() string          { return "playoff" }
func (playoffFormat) resumeCommand() string { return "playoff --resume" }

func (playoffFormat) describe(p *Plan) string {
	return fmt.Sprintf("%d players in a play-off down to %d", p.Playoff.Entries, p.Playoff.To)
}

func (playoffFormat) check(p *Plan) error {
	switch {
	case len(p.Players) > MaxPlayoff:
		return fmt.Errorf("the plan has %d players, more than can play", len(p.Players))
	case p.Seeds != 1:
		return errors.New("the plan of a play-off has more than one seed")
	}
	return p.Playoff.check(len(p.Players))
}

func (playoffFormat) schedule(s *Schedule) matches {
	p := s.plan
	k := &playoffMatches{Schedule: s, state: playoff.New(playoff.Rules{Entries: p.Playoff.Entries, To: p.Playoff.To, Seed: p.Seed})}
	k.appendTasks()
	return k
}

// PlayoffRules configure a play-off. The first Entries players of the plan start; the others are
// stand-ins or Dummies, in the order of StandIns.
type PlayoffRules struct {
	Entries  int       `json:"entries"`
	To       int       `json:"to"`     // players left at the end
	StandIns []StandIn `json:"stands"` // begins with the Dummy of round 1
}

// A StandIn lets a player replace an entry from a round on. The latest round counts, then the last
// StandIn.
type StandIn struct {
	Round int `json:"round"`
	Entry int `json:"entry"` // or playoff.Dummy for all Dummies
}

// PlayerFor returns the player for an entry, or for playoff.Dummy, in a round.
func (e *PlayoffRules) PlayerFor(entry, round int) int {
	player, since := entry, 0
	for i, s := range e.StandIns {
		if s.Entry == entry && s.Round <= round && s.Round >= since {
			player, since = e.Entries+i, s.Round
		}
	}
	return player
}

func (e *PlayoffRules) check(players int) error {
	if e == nil || e.Entries < 2 || e.To < 1 || e.To >= e.Entries || len(e.StandIns) == 0 || players != e.Entries+len(e.StandIns) {
		return errors.New("the plan's play-off does not fit its players")
	}
	for i, s := range e.StandIns {
		if s.Round < 1 || s.Entry < playoff.Dummy || s.Entry >= e.Entries || i == 0 && s != (StandIn{1, playoff.Dummy}) {
			return fmt.Errorf("the plan has an invalid stand-in for entry %d from round %d", s.Entry, s.Round)
		}
	}
	return nil
}

// WithStandIn returns a copy of the plan with another stand-in.
func (p *Plan) WithStandIn(player Entry, s StandIn) (*Plan, error) {
	amended, e := *p, *p.Playoff
	amended.Players = append(slices.Clone(p.Players), player)
	e.StandIns = append(slices.Clone(e.StandIns), s)
	amended.Playoff = &e
	return &amended, amended.Seal()
}

type playoffMatches struct {
	*Schedule
	state   *playoff.State
	tasks   []Task
	results []playoff.Result // of current matches
	missing int
	last    int // last round to play, or 0
}

func (k *playoffMatches) known() int             { return len(k.tasks) }
func (k *playoffMatches) planned(played int) int { return played + k.state.MatchesLeft() }
func (k *playoffMatches) task(n int) Task        { return k.tasks[n] }

func (k *playoffMatches) newTask(n int, m playoff.Pairing) Task {
	return k.knockoutTask(n, m, func(e int) int { return k.plan.Playoff.PlayerFor(e, m.Round) })
}

func (k *playoffMatches) appendTasks() {
	k.missing = len(k.state.Current)
	k.results = slices.Grow(k.results[:0], k.missing)[:k.missing]
	if k.last > 0 && k.state.Round > k.last {
		return
	}
	for _, m := range k.state.Current {
		k.tasks = append(k.tasks, k.newTask(len(k.tasks), m))
	}
}

func (k *playoffMatches) addResult(n int, r *Result) {
	k.results[n-(len(k.tasks)-len(k.results))] = r.playoffResult()
	if k.missing--; k.missing == 0 {
		k.state.Advance(k.results)
		k.appendTasks()
	}
}

func (k *playoffMatches) received(n int, m *playoff.Pairing) (Task, error) {
	if err := checkMatch(n, m, 1, playoff.Dummy, k.plan.Playoff.Entries); err != nil {
		return Task{}, err
	}
	return k.newTask(n, *m), nil
}

// State returns the progress of a play-off, which changes with the standings, or nil.
func (s *Schedule) State() *playoff.State {
	if k, ok := s.matches.(*playoffMatches); ok {
		return k.state
	}
	return nil
}

func (s *Schedule) StopAfter(round int) { s.matches.(*playoffMatches).last = round }

// NextRound returns the first round of a play-off without results.
func (s *Schedule) NextRound() int {
	k := s.matches.(*playoffMatches)
	if k.state.Grouping > 1 || k.missing < len(k.state.Current) {
		return k.state.Round + 1
	}
	return k.state.Round
}

// Idle returns a function that reports which players have no matches left, or nil unless it is a
// play-off.
func (s *Standings) Idle(p *Plan) func(player int) bool {
	state := s.Schedule.State()
	if state == nil {
		return nil
	}
	plays := map[int]bool{}
	for _, e := range append(slices.Clone(state.Remaining), playoff.Dummy) {
		plays[p.Playoff.PlayerFor(e, state.Round)] = true
	}
	for i, stand := range p.Playoff.StandIns {
		if stand.Round > state.Round {
			plays[p.Playoff.Entries+i] = true
		}
	}
	return func(player int) bool { return !plays[player] }
}
