package winchance

import (
	"strings"

	"game-tui/sim"
)

// ExternalTable returns the table for matches with players that are not built in, or nil.
func ExternalTable(g sim.Game) *Table {
	t := LoadTable(g, false)
	text, err := weights.ReadFile("weights/" + g.Name() + ".strangers.txt")
	if t == nil || err != nil {
		return t
	}
	t = NewExternalTable(t)
	for line := range strings.Lines(string(text)) {
		if name, weight, ok := strings.Cut(strings.TrimSpace(line), " | "); ok && name != "" && name[0] != '#' {
			t.Weights = append(t.Weights, parseFloats([]string{weight})...)
		}
	}
	return t
}

// NewExternalTable returns a table without weights.
func NewExternalTable(base *Table) *Table {
	t := *base
	t.base, t.Weights = base, nil
	return &t
}

// ExternalFeatures are the base table's logit, which is too certain for other players, and the lead
// in points.
var ExternalFeatures = [...]string{"table", "lead"}

func (t *Table) externalFeatures(s *Sample) [][sim.Seats]float64 {
	said := logits(t.base.Weights, t.base.Features(s))
	return [][sim.Seats]float64{centered(said, 1), t.lead(s)}
}

// usualShare is the weight of usual scores in the expected final score.
const usualShare = 0.2

// lead returns each seat's lead over the mean, divided by the score expected in the rest of the
// match.
func (t *Table) lead(s *Sample) [sim.Seats]float64 {
	var scores [sim.Seats]float64
	total := 0.0
	for seat := range scores {
		scores[seat] = float64(s.Values[seat][0])
		total += scores[seat]
	}
	done := float64(s.Round) / float64(s.Rounds)
	final := (max(total, 0)/sim.Seats + float64(usualShare*t.Scale[0])) / (done + usualShare)
	return centered(scores, 1/(final*(1-done)))
}

func centered(v [sim.Seats]float64, factor float64) [sim.Seats]float64 {
	mean := (v[0] + v[1] + v[2] + v[3]) / sim.Seats
	for seat := range v {
		v[seat] = (v[seat] - mean) * factor
	}
	return v
}

// doubt is the weight of equal chances at the start of a match. It falls to 0 at the end.
const doubt = 0.01

func withDoubt(p [sim.Seats]float64, s *Sample) [sim.Seats]float64 {
	d := doubt * float64(s.Rounds-s.Round) / float64(s.Rounds)
	for seat := range p {
		p[seat] = float64((1-d)*p[seat]) + d/sim.Seats
	}
	return p
}
