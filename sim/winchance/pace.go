package winchance

import (
	"math"

	"game-tui/sim"
)

// A Pace compares players' scores with a reference player's.
type Pace struct {
	match Match
	gains [sim.Seats]phaseGains
	taken int
	done  int
}

type phaseGains [phases][2]float64

const (
	phases     = 10
	paceRuns   = 2
	pacePieces = phases * sim.Seats * paceRuns
)

func NewPace(m Match) *Pace {
	if m.noPaceReason() != "" {
		return nil
	}
	return &Pace{match: m}
}

func (m *Match) noPaceReason() string {
	switch {
	case m.Record.Edge() < m.rounds():
		return "the match was not played to its end"
	case m.IsEstimateOnly():
		return m.noRolloutsReason()
	case m.Reference == nil:
		return "the game has no reference player"
	case m.rounds() < phases:
		return "the match is too short"
	}
	return ""
}

func (p *Pace) nextPiece() *Piece {
	if p == nil || p.taken == pacePieces {
		return nil
	}
	run, phase, seat := p.taken/sim.Seats/phases, p.taken/sim.Seats%phases, p.taken%sim.Seats
	p.taken++
	m := &p.match
	from, until := phase*m.rounds()/phases, (phase+1)*m.rounds()/phases
	before := m.Record.State(from).Scores()[seat]
	return &Piece{
		do: func() (gain [sim.Seats]float64) {
			create := m.Players
			create[seat] = m.Reference.New
			seed := seedOf(int(m.Seed), from, seat, run, 4)
			b := m.playOn(m.boardAt(from, seed), from, create, until-from, seed)
			gain[seat] = float64(b.State().Scores()[seat] - before)
			return gain
		},
		put: func(gain [sim.Seats]float64) {
			g := &p.gains[seat][phase]
			g[0] = float64(m.Record.State(until).Scores()[seat] - before)
			g[1] += gain[seat] / paceRuns
			p.done++
		},
	}
}

func (p *Pace) Next() bool {
	piece := p.nextPiece()
	if piece == nil {
		return false
	}
	if piece.Do(); piece.broken {
		p.taken, p.gains = pacePieces, [sim.Seats]phaseGains{}
		return false
	}
	piece.put(piece.result)
	return true
}

// A Rate is a player's score divided by the reference player's. OK is false if the rate is unknown,
// as when the reference player scores nothing.
type Rate struct {
	Rate  float64 `json:"rate"`
	Error float64 `json:"error"`
	OK    bool    `json:"ok"`
}

// IsPrecise reports whether the error is small enough to show the rate.
func (r Rate) IsPrecise() bool { return r.OK && 2*r.Error <= 0.5 }

// A SeatPace is a seat's pace in the whole match and in its first 3, middle 4 and last 3 tenths.
type SeatPace struct {
	Reference string  `json:"reference"`
	Overall   Rate    `json:"whole"`
	Parts     [3]Rate `json:"parts"`
}

func newSeatPace(reference string, rate func(firstPhase, endPhase int) Rate) SeatPace {
	return SeatPace{reference, rate(0, phases), [3]Rate{rate(0, 3), rate(3, 7), rate(7, phases)}}
}

func (p *Pace) ForSeat(seat int) SeatPace {
	return newSeatPace(p.match.Reference.Name, func(firstPhase, endPhase int) Rate { return rate(p.gains[seat][firstPhase:endPhase]) })
}

// rate returns the ratio of the two players' total gains, with a jackknife error.
func rate(gains [][2]float64) (r Rate) {
	var mine, theirs float64
	for _, g := range gains {
		mine += g[0]
		theirs += g[1]
	}
	if theirs <= 0 {
		return r
	}
	r = Rate{Rate: mine / theirs, OK: true}
	n, sum := float64(len(gains)), 0.0
	for _, g := range gains {
		if theirs-g[1] <= 0 {
			return Rate{}
		}
		d := (mine-g[0])/(theirs-g[1]) - r.Rate
		sum += d * d
	}
	r.Error = math.Sqrt(sum * (n - 1) / n)
	return r
}

type PaceTotals struct {
	reference string
	matches   []phaseGains
}

func (t *PaceTotals) Add(p *Pace, seat int) {
	t.reference = p.match.Reference.Name
	t.matches = append(t.matches, p.gains[seat])
}

func (t *PaceTotals) MatchCount() int { return len(t.matches) }

// Mean returns the pace over all matches. It is unknown for fewer than two matches.
func (t *PaceTotals) Mean() SeatPace {
	return newSeatPace(t.reference, func(firstPhase, endPhase int) Rate {
		if len(t.matches) < 2 {
			return Rate{}
		}
		gains := make([][2]float64, len(t.matches))
		for i := range gains {
			for _, g := range t.matches[i][firstPhase:endPhase] {
				gains[i][0] += g[0]
				gains[i][1] += g[1]
			}
		}
		return rate(gains)
	})
}
