package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"game-tui/sim"
	"game-tui/sim/league/playoff"
	"game-tui/sim/league/rating"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// Standings holds all figures computed from a plan's results.
type Standings struct {
	Plan           *Plan
	Schedule       *Schedule
	Tally          *rating.Tally // nil for play-offs and finals, like Duels and Highlights
	Duels          *rating.Duels
	Highlights     *Highlights
	PlayedTasks    int
	done           taskSet
	incompleteSets map[int][]*Result // results of incomplete sets, which do not count yet
}

func NewStandings(p *Plan) *Standings {
	s := &Standings{Plan: p, Schedule: p.Schedule(), incompleteSets: map[int][]*Result{}}
	if !p.Format.IsKnockout() {
		n := len(p.Players)
		s.Tally, s.Highlights = rating.NewTally(n), NewHighlights(n)
		s.Duels = rating.NewDuels(n, s.Schedule.TasksPerSeed(), p.Format.IsDuel())
		if !p.Format.IsDuel() {
			s.Tally.IsDummy = schedule.FindDummies(p.Names())
		}
	}
	return s
}

func (s *Standings) HasResult(n int) bool { return s.done.has(n) }

// Add adds the first result of a task. Except in play-offs and finals, it counts once its set is
// complete; otherwise quick matches would count more than slow ones.
func (s *Standings) Add(r *Result) {
	s.done.add(r.N, s.Schedule.Tasks())
	s.PlayedTasks++
	if s.Tally == nil {
		s.Schedule.AddResult(r.N, r.playoffResult())
		return
	}
	set := r.N / s.Schedule.TasksPerSet()
	list := append(s.incompleteSets[set], r)
	if len(list) < s.Schedule.TasksPerSet() {
		s.incompleteSets[set] = list
		return
	}
	delete(s.incompleteSets, set)
	for _, r := range list {
		task := s.Schedule.Task(r.N)
		m := r.MatchScores(&task)
		s.Tally.Add(&m)
		s.Duels.Add(&m)
		s.Highlights.AddResult(&task, r)
	}
}

func (s *Standings) Amend(p *Plan) {
	if len(p.Amendments) > len(s.Plan.Amendments) {
		s.Plan = p
		s.Schedule.amend(p)
	}
}

func (s *Standings) IsComplete() bool { return s.PlayedTasks == s.Schedule.Tasks() }

func (s *Standings) IsOver() bool {
	played, planned := s.Matches()
	return played == planned
}

type taskSet []bool

func (t taskSet) has(n int) bool { return n >= 0 && n < len(t) && t[n] }

func (t *taskSet) add(n, taskCount int) {
	if len(*t) < taskCount {
		*t = append(*t, make([]bool, taskCount-len(*t))...)
	}
	(*t)[n] = true
}

// Matches returns the numbers of played and planned matches. For a play-off, the planned number is
// an estimate.
func (s *Standings) Matches() (played, planned int) {
	return s.PlayedTasks, s.Schedule.PlannedTasks(s.PlayedTasks)
}

var (
	ErrPlayoff = errors.New("this is a play-off; run game-tui playoff show FILE")
	ErrFinal   = errors.New("this is a grand final; run game-tui playoff final FILE")
)

// ReadStandings reads a tournament file, which may be in use. For play-offs and finals it returns
// ErrPlayoff or ErrFinal.
func ReadStandings(src io.Reader) (*Standings, error) {
	in, err := NewReader(src)
	if err != nil {
		return nil, err
	}
	if in.Plan.Format == schedule.Playoff {
		return nil, in.lineError(ErrPlayoff)
	}
	if in.Plan.Format == schedule.Final {
		return nil, in.lineError(ErrFinal)
	}
	s := NewStandings(in.Plan)
	for r, err := range in.Results() {
		if err != nil {
			return nil, err
		}
		s.Amend(in.Plan)
		s.Add(r)
	}
	s.Amend(in.Plan)
	for _, k := range in.Keys {
		s.Schedule.AddKey(k)
	}
	return s, nil
}

// LiveStandings makes standings safe for concurrent use.
type LiveStandings struct {
	mu        sync.Mutex
	standings *Standings
}

func NewLiveStandings(p *Plan) *LiveStandings { return &LiveStandings{standings: NewStandings(p)} }

// View calls fn with the current standings. fn must return quickly and must not keep them.
func (l *LiveStandings) View(fn func(*Standings)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fn(l.standings)
}

func (l *LiveStandings) Amend(p *Plan) { l.View(func(s *Standings) { s.Amend(p) }) }

func (l *LiveStandings) Add(list ...*Result) {
	l.View(func(s *Standings) {
		for _, r := range list {
			s.Add(r)
		}
	})
}

// IdlePlayers returns a function that reports which players of a play-off have no matches left, or
// nil for other formats.
func (s *Standings) IdlePlayers(p *Plan) func(player int) bool {
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

// A Schedule computes the tasks of a plan, with their players' seeds if it has the plan's keys.
type Schedule struct {
	*schedule.Schedule
	plan *Plan
	keys map[string]*Key
}

func (p *Plan) Schedule() *Schedule {
	return &Schedule{p.Format.New(p.params()), p, map[string]*Key{}}
}

func (s *Schedule) amend(p *Plan) {
	s.plan = p
	s.Seeds = p.Blocks()
}

// AddKey registers a key from which KeyedTask derives seeds. It ignores keys that the plan does not
// use.
func (s *Schedule) AddKey(k *Key) {
	if k != nil && s.plan.usesKey(k) {
		s.keys[k.hash()] = k
	}
}

func (s *Schedule) lastKey() *Key { return s.keys[s.plan.keyHash(math.MaxInt)] }

// KeyedTask returns task n, with its players' seeds if their key is known. n must be less than
// Tasks().
func (s *Schedule) KeyedTask(n int) schedule.Task {
	t := s.Task(n)
	if key := s.keys[s.plan.keyHash(t.Block)]; key != nil {
		seeds := keyedSeeds(*key, t.Seed, t.N)
		t.PlayerSeeds = &seeds
	}
	return t
}

// ErrSecretKey means that a match cannot be played without a key that is still secret.
var ErrSecretKey = errors.New("the players' seeds depend on a key that is secret until the tournament ends")

// Seeds returns a task's seeds, or ErrSecretKey if its players' seeds are unknown.
func Seeds(t *schedule.Task) (match.Seeds, error) {
	if t.Keyed && t.PlayerSeeds == nil {
		return match.Seeds{}, ErrSecretKey
	}
	return match.Seeds{Match: t.Seed, Players: t.PlayerSeeds}, nil
}

type Result struct {
	N           int              `json:"n"`
	Worker      string           `json:"worker,omitempty"` // TOKEN/NAME, or "" for the coordinator's machine
	Scores      [][sim.Seats]int `json:"scores"`           // a single row, indexed like Task.LineUp
	LeadChanges []int            `json:"leads,omitempty"`
	Outs        []Out            `json:"outs,omitempty"`
	Pairing     *playoff.Pairing `json:"match,omitempty"` // for play-offs and finals only
}

// SeatScores returns the scores by seat.
func (r *Result) SeatScores(t *schedule.Task) (scores [sim.Seats]int) {
	for seat, place := range t.Places {
		scores[seat] = r.Scores[0][place]
	}
	return scores
}

// Failure returns why the player LineUp[place] went out, or nil.
func (r *Result) Failure(place int) *sim.Failure {
	for i := range r.Outs {
		if o := &r.Outs[i]; o.Place == place {
			return &o.Failure
		}
	}
	return nil
}

// MatchScores converts a result for use in a tally.
func (r *Result) MatchScores(t *schedule.Task) rating.MatchScores {
	m := rating.MatchScores{Block: t.Block, Entries: t.Entries(), Scores: r.SeatScores(t)}
	for _, o := range r.Outs {
		m.Outs[t.Seat(o.Place)] = o.Reason
	}
	return m
}

func (r *Result) playoffResult() playoff.Result {
	p := playoff.Result{Scores: r.Scores[0]}
	for _, o := range r.Outs {
		p.Outs[o.Place] = true
	}
	return p
}

// An Out describes a player that went out.
type Out struct {
	Match int `json:"match"` // always 0; kept for the file format
	Place int `json:"place"`
	sim.Failure
}

const (
	maxLine   = 64 << 10
	maxDetail = 256
	maxScore  = 1 << 40 // largest absolute value of a score
)

// Check validates a result, which may be untrusted.
func (r *Result) Check(t *schedule.Task, maxRounds int) error {
	if r.N != t.N || len(r.Scores) != 1 || len(r.Outs) > sim.Seats || len(r.Worker) > maxNameLen {
		return fmt.Errorf("the result of task %d has %d matches; expected one match of task %d", r.N, len(r.Scores), t.N)
	}
	if (r.Pairing == nil) != (t.Pairing == nil) || r.Pairing != nil && *r.Pairing != *t.Pairing {
		return fmt.Errorf("the result of task %d is for another match", r.N)
	}
	for _, row := range r.Scores {
		for _, n := range row {
			if n > maxScore || n < -maxScore {
				return fmt.Errorf("task %d: invalid score %d", r.N, n)
			}
		}
	}
	outOfRange := func(n int) bool { return n < 0 || n > maxRounds }
	if r.LeadChanges != nil && len(r.LeadChanges) != 1 || slices.ContainsFunc(r.LeadChanges, outOfRange) {
		return fmt.Errorf("task %d: invalid lead changes %v", r.N, r.LeadChanges)
	}
	last := -1
	for _, o := range r.Outs {
		if o.Match != 0 || o.Place <= last || o.Place >= sim.Seats ||
			o.Round < 0 || o.Round > maxRounds || !slices.Contains(sim.FailureReasons, o.Reason) || len(o.Detail) > maxDetail {
			return fmt.Errorf("task %d: invalid entry in outs", r.N)
		}
		last = o.Place
	}
	return nil
}

// Play plays a task with the entries of the plan. It returns an error only if ctx is cancelled, a
// key is missing, the board cannot be created, or this machine fails (*match.MachineError).
func Play(ctx context.Context, f *match.Field, t *schedule.Task) (Result, error) {
	seeds, err := Seeds(t)
	if err != nil {
		return Result{}, err
	}
	row, _, err := f.Play(ctx, seeds, t.Entries(), match.Options{})
	if err != nil {
		return Result{}, err
	}
	r := Result{N: t.N, Scores: make([][sim.Seats]int, 1), LeadChanges: []int{row.Result.LeadChanges}, Pairing: t.Pairing}
	for place := range t.LineUp {
		seat := t.Seat(place)
		r.Scores[0][place] = row.Result.Scores[seat]
		if out := row.Result.Failures[seat]; out != nil {
			o := Out{Place: place, Failure: *out}
			o.Detail = strings.ToValidUTF8(o.Detail[:min(len(o.Detail), maxDetail)], "")
			r.Outs = append(r.Outs, o)
		}
	}
	return r, nil
}
