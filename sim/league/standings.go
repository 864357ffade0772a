package league

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/league/playoff"
)

// Standings hold everything computed from the results of a plan, in any order.
type Standings struct {
	Plan       *Plan
	Schedule   *Schedule
	Tally      *Tally      // nil for play-offs and finals,
	Duels      *Duels      // see Schedule.State and
	Highlights *Highlights // Schedule.Final instead
	Tasks      int         // with results
	done       taskSet
	sets       map[int][]*Result // incomplete ones, which do not count yet
}

func NewStandings(p *Plan) *Standings {
	s := &Standings{Plan: p, Schedule: p.Schedule(), sets: map[int][]*Result{}}
	if !p.Format.IsKnockout() {
		n := len(p.Players)
		s.Tally, s.Duels, s.Highlights = NewTally(n), NewDuels(p), NewHighlights(n)
		s.Tally.dummies = p.Dummies()
	}
	return s
}

func (s *Standings) Done(n int) bool { return s.done.has(n) }

// Add adds the first result of a task. It counts when its set is complete; otherwise quick matches
// would count more than slow ones.
func (s *Standings) Add(r *Result) {
	s.done.add(r.N, s.Schedule.Tasks())
	s.Tasks++
	if s.Tally == nil {
		s.Schedule.matches.addResult(r.N, r)
		return
	}
	set := r.N / s.Schedule.perSet
	list := append(s.sets[set], r)
	if len(list) < s.Schedule.perSet {
		s.sets[set] = list
		return
	}
	delete(s.sets, set)
	for _, r := range list {
		task := s.Schedule.Task(r.N)
		s.Tally.AddResult(&task, r)
		s.Duels.AddResult(&task, r)
		s.Highlights.AddResult(&task, r)
	}
}

func (s *Standings) Amend(p *Plan) {
	if len(p.Amendments) > len(s.Plan.Amendments) {
		s.Plan = p
		s.Schedule.plan = p
	}
}

func (s *Standings) Complete() bool { return s.Tasks == s.Schedule.Tasks() }

func (s *Standings) Over() bool {
	played, planned := s.Matches()
	return played == planned
}

type taskSet []bool

func (t taskSet) has(n int) bool { return n >= 0 && n < len(t) && t[n] }

func (t *taskSet) add(n, tasks int) {
	if len(*t) < tasks {
		*t = append(*t, make([]bool, tasks-len(*t))...)
	}
	(*t)[n] = true
}

// Matches returns how many matches are played and planned, which is an estimate for a play-off.
func (s *Standings) Matches() (played, planned int) {
	return s.Tasks, s.Schedule.matches.planned(s.Tasks)
}

var (
	ErrPlayoff = errors.New("this is a play-off: type game-tui playoff show FILE")
	ErrFinal   = errors.New("this is a grand final: type game-tui playoff final FILE")
)

// ReadStandings reads a tournament file, which may be in use. It returns ErrPlayoff or ErrFinal for
// those.
func ReadStandings(from io.Reader) (*Standings, error) {
	in, err := NewReader(from)
	if err != nil {
		return nil, err
	}
	if in.Plan.Format == Playoff {
		return nil, in.lineError(ErrPlayoff)
	}
	if in.Plan.Format == Final {
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
		s.Schedule.SetKey(k)
	}
	return s, nil
}

// Live is standings that are safe for concurrent use.
type Live struct {
	mu        sync.Mutex
	standings *Standings
}

func NewLive(p *Plan) *Live { return &Live{standings: NewStandings(p)} }

// View calls look with the current standings. look must return quickly and keep no reference to
// them.
func (l *Live) View(look func(*Standings)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	look(l.standings)
}

func (l *Live) Amend(p *Plan) { l.View(func(s *Standings) { s.Amend(p) }) }

func (l *Live) Add(list ...*Result) {
	l.View(func(s *Standings) {
		for _, r := range list {
			s.Add(r)
		}
	})
}

// A Standing is a player's row in a table.
type Standing struct {
	Entry      int `json:"-"`
	Rating     `json:"-"`
	Matches    int     `json:"matches"`
	Wins       int     `json:"wins"`
	Shared     int     `json:"shared_wins"`
	WinPercent float64 `json:"win_percent"`
	Mean       float64 `json:"mean_score"`
	Deviation  float64 `json:"score_deviation"`
	Min        int     `json:"min_score"`
	Max        int     `json:"max_score"`
	Outs       int     `json:"outs"`
	Place      float64 `json:"mean_place"`
	Pass       Pass    `json:"-"`
}

// Table returns the standings, best first. Ratings may be older than the tally.
func (t *Tally) Table(ratings []Rating) (list []Standing) {
	for i := range t.Players {
		p := &t.Players[i]
		s := Standing{Entry: i, Rating: ratings[i], Matches: p.Matches, Wins: p.Wins, Shared: p.Shared, WinPercent: p.WinPercent(),
			Mean: p.Score.Mean(), Deviation: p.Score.Deviation(), Min: p.Score.Min, Max: p.Score.Max,
			Place: p.Places(), Pass: p.Pass()}
		for _, n := range p.Outs {
			s.Outs += n
		}
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Points, a.Points))
	})
	return list
}

func Passes(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) bool {
	r := playoff.Result{Scores: scores}
	for i, out := range outs {
		r.Outs[i] = out != ""
	}
	return r.Passed(seat)
}

// Place returns the place of a seat, 1 to 4; ties share the mean of their places. Players that went
// out are behind all others.
func Place(scores [sim.Seats]int, outs [sim.Seats]sim.Reason, seat int) float64 {
	if outs[seat] != "" {
		scores = outsLast(scores, outs)
	}
	place := 0.5
	for _, n := range scores {
		switch {
		case n > scores[seat]:
			place++
		case n == scores[seat]:
			place += 0.5 // includes the seat itself
		}
	}
	return place
}

// passes counts matches of a bundle of blocks.
type passes struct{ passed, matches int }

func (p *Player) pass(block int, passed bool) {
	at := block % maxBundles
	for len(p.passes) <= at {
		p.passes = append(p.passes, passes{})
	}
	p.passes[at].matches++
	if passed {
		p.passes[at].passed++
	}
}

// Pass is P(pass), the share of matches that a player passes, with its 95 % interval. It is NaN
// without matches.
type Pass struct{ Share, Low, High float64 }

func (p Pass) String() string {
	if math.IsNaN(p.Share) {
		return "–"
	}
	return fmt.Sprintf("%.0f %% (%.0f–%.0f)", 100*p.Share, 100*p.Low, 100*p.High)
}

// dummyName matches the names of the kits' Dummies. It must not match students' folders.
var dummyName = lazy.Regexp(`(?i)^(?:AI)?Dummy(?:\.exe)?(?:-\d+)?$`)

func IsDummy(name string) bool { return dummyName().MatchString(name) }

// Dummies reports which entries fill up groups in the play-off, by name. It returns nil if fewer
// than four others play.
func (p *Plan) Dummies() []bool {
	list, others := make([]bool, len(p.Players)), 0
	for i, e := range p.Players {
		if list[i] = IsDummy(e.Name); !list[i] {
			others++
		}
	}
	if others < sim.Seats || others == len(list) || p.Format.IsDuel() {
		return nil
	}
	return list
}

func (t *Tally) withDummy(entries [sim.Seats]int, seat int) bool {
	for other, e := range entries {
		if t.dummies != nil && other != seat && t.dummies[e] {
			return true
		}
	}
	return false
}

// Pass returns P(pass) in matches without Dummies, with Wilson's interval. The effective number of
// matches follows from the variation between seeds, because matches of a seed are not independent.
func (p *Player) Pass() Pass {
	passed, matches, seeds := 0, 0, 0
	for _, b := range p.passes {
		passed += b.passed
		matches += b.matches
		if b.matches > 0 {
			seeds++
		}
	}
	n := float64(matches)
	share := float64(passed) / n
	variance := 0.0
	for _, b := range p.passes {
		d := (float64(b.passed) - share*float64(b.matches)) / n
		variance += d * d * float64(seeds) / float64(seeds-1)
	}
	if variance > 0 && seeds >= MinSeeds {
		n = min(n, share*(1-share)/variance)
	} else {
		n = float64(seeds) // or if all seeds have the same share
	}
	const z = 1.96
	mid := (share + z*z/2/n) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/4/n/n)
	return Pass{share, max(mid-half, 0), min(mid+half, 1)}
}

func (p *Player) Places() float64 { return p.Place / float64(max(p.Matches, 1)) }
