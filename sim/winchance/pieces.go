package winchance

import (
	"errors"
	"math"
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

func New(m Match) (*Analysis, error) {
	return newAnalysis(m, bestTable(&m, !m.hasExternalPlayer()))
}

// NewEstimateOnly starts an analysis that only estimates, like [Outlook]. It takes milliseconds.
func NewEstimateOnly(rec *record.Record) (*Analysis, error) {
	m := Match{Meta: *rec.Meta(), Record: rec}
	return newAnalysis(m, bestTable(&m, true))
}

func newAnalysis(m Match, t *Table) (*Analysis, error) {
	if t == nil {
		return nil, ErrNoTable
	}
	a := &Analysis{Match: m, table: t}
	a.Update()
	return a, nil
}

// ErrNoTable means that a game has no table of win chances.
var ErrNoTable = errors.New("this game has no table of win chances; run make fit to create one")

func (a *Analysis) NeedsUpdate() bool {
	return a.Match.Record.Edge() >= len(a.estimates) || a.Match.Record.Version() != a.recordVersion
}

// Update adds the record's new rounds. All pieces taken must have been put back.
func (a *Analysis) Update() {
	if version := a.Match.Record.Version(); version != a.recordVersion {
		a.recordVersion = version
		if a.Level >= LevelSplit { // reasons depend on events and orders, which may be new
			a.Level, a.candidates = LevelSplit, a.findCandidates()
		}
	}
	for k := len(a.estimates); k <= a.Match.Record.Edge(); k++ {
		var chances [sim.Seats]float64
		if !a.Match.Record.IsMissing(k) {
			chances = a.table.stateChances(&a.Match, a.Match.Record.State(k))
		}
		a.estimates = append(a.estimates, chances)
	}
	if a.pace == nil && !a.broken {
		a.pace = NewPace(a.Match)
	}
	next := 0
	if n := len(a.points); n > 0 {
		next = a.points[n-1].round + 1
	}
	for k := next; k < len(a.estimates); k++ {
		p, ok := a.Match.point(k)
		if !ok || a.Match.Record.IsMissing(k) {
			continue
		}
		a.points = append(a.points, p)
		if a.Level > LevelCoarse {
			a.Level, a.candidates = LevelCoarse, nil
		}
	}
}

// point returns the point at round k, if there is one. Points are evenly spaced, except that each
// of the last rounds is a point.
func (m *Match) point(k int) (p point, ok bool) {
	rounds, n := m.rounds(), m.gridPoints()
	roundsLeft := rounds - k
	p = point{round: k, gridIndex: (k*n + rounds - 1) / rounds, reachesEnd: m.isNearEnd(k)}
	if p.gridIndex*rounds/n != k {
		p.gridIndex = -1
	}
	return p, p.gridIndex >= 0 || roundsLeft <= min(2*rounds/n, lastRounds)
}

// FitsSettings reports whether the table was fitted with the settings of this match.
func (a *Analysis) FitsSettings() bool { return a.table.FittedOn(a.Match.Settings) }

// NoRolloutsReason returns why rollouts are impossible, or "".
func (a *Analysis) NoRolloutsReason() string {
	if a.broken {
		return "the recorded states cannot be continued"
	}
	return a.Match.noRolloutsReason()
}

// Take returns up to n independent pieces of work, or none if the analysis is complete. All of them
// must be done and put back before the next call.
func (a *Analysis) Take(n int) (list []*Piece) {
	for a.Level < LevelDone {
		if list = takePieces(n, a.nextPiece); list != nil {
			break
		}
		a.startLevel(a.Level + 1)
	}
	return list
}

// TakePace is like Take, but returns only work that measures the pace.
func (a *Analysis) TakePace(n int) []*Piece { return takePieces(n, a.pace.nextPiece) }

func (a *Analysis) HasPacePieces() bool { return a.pace != nil && a.pace.taken < pacePieces }

func (a *Analysis) startLevel(l Level) {
	a.Level = l
	switch l {
	case LevelSwings:
		a.nearSwing = [maxPoints + 1]bool{}
		for _, i := range a.Match.largestChanges(a.pointChances(true), 3, 0) {
			for j := max(i-2, 0); j <= min(i+2, maxPoints); j++ {
				a.nearSwing[j] = true
			}
		}
	case LevelSplit:
		a.candidates = a.findCandidates()
	}
}

// Put stores the results of pieces. If one of them panicked, the analysis ends.
func (a *Analysis) Put(list []*Piece) {
	for _, p := range list {
		if p.broken {
			a.Level, a.broken, a.pace = LevelDone, true, nil
			return
		}
		p.put(p.result)
	}
}

func (a *Analysis) Next() bool {
	list := a.Take(1)
	for _, p := range list {
		p.Do()
	}
	a.Put(list)
	return len(list) > 0 && !a.broken
}

// NextInBudget is like Next, but keeps to a time budget; spent is the fraction already used. From
// 0.5 on it goes straight to turning points. From 1 on it stops once one has been checked or if
// there are no candidates.
func (a *Analysis) NextInBudget(spent float64) bool {
	if spent >= 0.5 && a.Level < LevelSplit {
		a.startLevel(LevelSplit)
	}
	if done, of := a.CheckedCandidates(); spent >= 1 && (a.Level > LevelSplit || done > 0 || of == 0) {
		return false
	}
	return a.Next()
}

func (a *Analysis) nextPiece() *Piece {
	switch {
	case a.Level == LevelSplit:
		return a.nextCheck()
	case a.Match.IsEstimateOnly():
		return nil
	case a.Level == LevelPaces:
		return a.pace.nextPiece()
	}
	i := -1 // point with the fewest rollouts
	for j := len(a.points) - 1; j >= 0; j-- {
		if taken := a.rollouts(j).taken; a.inLevel(j) && taken < a.plannedRollouts(j) && (i < 0 || taken < a.rollouts(i).taken) {
			i = j
		}
	}
	if i < 0 {
		return nil
	}
	r, round, rounds := a.rollouts(i), a.points[i].round, a.Match.shortRolloutRounds()
	seed := seedOf(int(a.Match.Seed), round, r.taken)
	if a.Level == LevelFull {
		seed = seedOf(int(a.Match.Seed), round, r.taken, 1)
	}
	if a.points[i].reachesEnd || a.Level == LevelFull {
		rounds = a.Match.rounds()
	}
	r.taken++
	return a.newRolloutPiece(func() [sim.Seats]float64 { return a.Match.runRollout(a.table, round, rounds, seed) }, r.add)
}

func (a *Analysis) newRolloutPiece(do func() [sim.Seats]float64, put func([sim.Seats]float64)) *Piece {
	return &Piece{do: do, put: func(chance [sim.Seats]float64) {
		a.PiecesDone++
		put(chance)
	}}
}

func (a *Analysis) plannedRollouts(i int) (n int) {
	switch a.Level {
	case LevelFull:
		return fullRollouts
	case LevelSwings:
		n = 16
	default:
		n = 4
	}
	if a.points[i].reachesEnd {
		n *= endFactor
		if a.Match.rounds()-a.points[i].round <= a.Match.shortRolloutRounds() {
			n *= endFactor
		}
	}
	return min(n, fullRollouts)
}

func (a *Analysis) inLevel(i int) bool {
	if a.points[i].round >= a.Match.rounds() {
		return false
	}
	at, n := a.points[i].gridIndex, a.Match.gridPoints()
	switch a.Level {
	case LevelCoarse:
		return i == len(a.points)-1 || at == 0 || at > 0 && at*coarsePoints/n != (at-1)*coarsePoints/n
	case LevelSwings:
		return at >= 0 && a.nearSwing[at]
	case LevelFull:
		return a.points[i].short.n() > 0 // other points were skipped for lack of time
	}
	return true
}

func (a *Analysis) rollouts(i int) *rollouts {
	if a.Level == LevelFull {
		return &a.points[i].full
	}
	return &a.points[i].short
}

func (a *Analysis) progress() float64 {
	done, of := 0, 0
	switch a.Level {
	case LevelSplit:
		for _, t := range a.candidates {
			for i := range t.rollouts {
				done, of = done+t.rollouts[i].n(), of+t.planned
			}
		}
	case LevelPaces:
		return a.paceProgress()
	default:
		for i := range a.points {
			if a.inLevel(i) {
				done, of = done+min(a.rollouts(i).taken, a.plannedRollouts(i)), of+a.plannedRollouts(i)
			}
		}
	}
	return float64(done) / float64(max(of, 1))
}

// A Snapshot holds the results of an analysis at one point in time. It is immutable.
type Snapshot struct {
	Level          Level
	Progress       float64 // progress of the current level, from 0 to 1
	PiecesDone     int
	IsEstimateOnly bool // see Match.IsEstimateOnly
	FitsSettings   bool // see Analysis.FitsSettings
	Broken         bool
	TurningPoints  []TurningPoint
	Pace           *[sim.Seats]SeatPace // nil if not measured
	PaceProgress   float64              // from 0 to 1
	NoPaceReason   string               // why the pace cannot be measured, or ""
	// Incomplete means that rounds are missing. Then there are no turning points.
	Incomplete        bool
	CheckedCandidates int // number of candidates checked
	CandidateCount    int

	rounds    int
	estimates [][sim.Seats]float64
	points    []Chance
	curve     Curve
}

func (a *Analysis) Snapshot() *Snapshot {
	estimates, points := a.estimates[:len(a.estimates):len(a.estimates)], a.pointChances(false)
	checked, total := a.CheckedCandidates()
	noPace := a.Match.noPaceReason()
	if a.broken {
		noPace = a.NoRolloutsReason()
	}
	return &Snapshot{
		CheckedCandidates: checked, CandidateCount: total,
		Level: a.Level, Progress: a.progress(), PiecesDone: a.PiecesDone, IsEstimateOnly: a.Match.IsEstimateOnly(), FitsSettings: a.FitsSettings(), Broken: a.broken,
		TurningPoints: a.TurningPoints(), Pace: a.Pace(), PaceProgress: a.paceProgress(), NoPaceReason: noPace, Incomplete: a.Match.Record.IsIncomplete(),
		rounds: a.Match.rounds(), estimates: estimates, points: points, curve: curveOf(estimates, points, a.Match.rounds()),
	}
}

func (a *Analysis) Pace() *[sim.Seats]SeatPace {
	if a.pace == nil || a.pace.done < pacePieces {
		return nil
	}
	var all [sim.Seats]SeatPace
	for seat := range all {
		all[seat] = a.pace.ForSeat(seat)
	}
	return &all
}

func (a *Analysis) paceProgress() float64 {
	if a.pace == nil {
		return 0
	}
	return float64(a.pace.done) / pacePieces
}

func (s *Snapshot) Edge() int { return len(s.curve.Chances) - 1 }

// Curve returns the curve up to round horizon. It does not depend on later rounds. Callers must not
// modify it.
func (s *Snapshot) Curve(horizon int) Curve {
	if horizon >= s.Edge() {
		return s.curve
	}
	return curveOf(s.estimates[:max(horizon+1, 1)], s.points, s.rounds)
}

// TurningPointsUntil returns the turning points that can be known by round horizon.
func (s *Snapshot) TurningPointsUntil(horizon int) []TurningPoint {
	return slices.DeleteFunc(slices.Clone(s.TurningPoints), func(t TurningPoint) bool { return t.KnownAt > horizon })
}

type Summary struct {
	Winners []int `json:"winners"`
	// Excitement is the estimates' total movement. A value of 1 means that one win changed hands.
	Excitement float64 `json:"excitement"`
	Extremes           // from rollouts if there are any
	// Estimate holds the extremes of the estimates. It is nil if Extremes already holds them.
	Estimate *Extremes `json:"estimate,omitempty"`
}

func (a *Analysis) Summary() Summary {
	last := len(a.estimates) - 1
	scores, final := a.Match.Record.State(last).Scores(), a.Match.Record.IsFinal(last)
	s := Summary{Winners: a.Match.Record.Winners(), Extremes: a.Curve().Extremes(scores, final)}
	if s.Source != SourceEstimate {
		estimate := curveOf(a.estimates, nil, a.Match.rounds()).Extremes(scores, final)
		s.Estimate = &estimate
	}
	// Sum over points rather than rounds, to ignore short fluctuations.
	before := a.estimates[0]
	for i := range a.points {
		if a.points[i].gridIndex < 0 {
			continue
		}
		now := a.estimates[a.points[i].round]
		for seat := range sim.Seats {
			s.Excitement += math.Abs(now[seat]-before[seat]) / 2
		}
		before = now
	}
	return s
}
