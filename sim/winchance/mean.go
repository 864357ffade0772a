package winchance

import (
	"math"

	"game-tui/sim"
)

// A Mean is a mean with its standard error.
type Mean struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
	N     int     `json:"n"`
}

// Z returns the mean in standard errors, or 0 if the error is unknown.
func (m Mean) Z() float64 {
	if m.Error <= 0 {
		return 0
	}
	return m.Mean / m.Error
}

// MeanOf returns an error of 0 for fewer than two values.
func MeanOf(values []float64) (m Mean) {
	m.N = len(values)
	for _, v := range values {
		m.Mean += v / float64(m.N)
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - m.Mean) * (v - m.Mean)
	}
	if m.N > 1 {
		m.Error = math.Sqrt(sum / float64(m.N-1) / float64(m.N))
	}
	return m
}

type tally struct {
	n            int
	sum, squares float64
}

func (t *tally) add(x float64) {
	t.n++
	t.sum += x
	t.squares += x * x
}

func (t *tally) mean() float64 { return t.sum / float64(max(t.n, 1)) }

func (t *tally) squaredDeviations() float64 { return max(t.squares-t.mean()*t.sum, 0) }

// variance returns the variance of the mean.
func (t *tally) variance() float64 {
	if t.n < 2 {
		return 0
	}
	return t.squaredDeviations() / float64(t.n-1) / float64(t.n)
}

type rollouts struct {
	seats [sim.Seats]tally
	taken int
}

func (r *rollouts) n() int { return r.seats[0].n }

func (r *rollouts) add(chance [sim.Seats]float64) {
	for seat := range chance {
		r.seats[seat].add(chance[seat])
	}
}
