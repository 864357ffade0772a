package chance

import (
	"errors"
	"math"

	"game-tui/sim"
)

// Fit makes the table of a game that gives the wins of the samples the highest
// likelihood, by Newton's method. The samples are of rounds before the end, with who of the
// players plays where.
func Fit(g sim.Game, settings sim.Settings, players []string, samples []Sample) (*Table, error) {
	t := &Table{Game: g.Version(), Settings: SettingsHash(settings), Names: []string{"score"}, Players: players}
	for _, m := range g.Measures() {
		t.Names = append(t.Names, m.Name)
	}
	for _, name := range players {
		t.Names = append(t.Names, plays+name)
	}
	t.scale(samples)
	t.Weights = make([]float64, forms*len(t.Names))
	n := len(t.Weights)
	for range 50 {
		slope, bend := make([]float64, n), make([][]float64, n)
		for i := range bend {
			bend[i] = make([]float64, n)
			slope[i] = -ridge * t.Weights[i]
			bend[i][i] = ridge
		}
		var f [][sim.Seats]float64
		for i := range samples {
			f = t.features(f[:0], &samples[i])
			pull(slope, bend, f, softmax(t.Weights, f), &samples[i].Share)
		}
		step, ok := solve(bend, slope)
		if !ok {
			return nil, errors.New("the samples do not tell the weights apart")
		}
		far := 0.0
		for i := range step {
			t.Weights[i] += step[i]
			far = max(far, math.Abs(step[i]))
		}
		if far < 1e-9 {
			return t, nil
		}
	}
	return nil, errors.New("the weights do not settle")
}

// ridge draws the weights towards 0, as a few samples without effect would.
const ridge = 1.0

// scale sets the usual difference between the seats of each value.
func (t *Table) scale(samples []Sample) {
	t.Scale = make([]float64, len(t.Names))
	for i := range t.Scale {
		sum := 0.0
		for j := range samples {
			v := &samples[j].Values
			mean := float64(v[0][i]+v[1][i]+v[2][i]+v[3][i]) / sim.Seats
			for seat := range v {
				d := float64(v[seat][i]) - mean
				sum += d * d
			}
		}
		t.Scale[i] = max(math.Sqrt(sum/float64(max(1, sim.Seats*len(samples)))), 1e-3)
	}
}

// pull adds a sample to the slope of the likelihood, and to how the slope bends.
func pull(slope []float64, bend [][]float64, f [][sim.Seats]float64, p [sim.Seats]float64, share *[sim.Seats]float64) {
	mean := make([]float64, len(f))
	for i := range f {
		for seat := range p {
			slope[i] += (share[seat] - p[seat]) * f[i][seat]
			mean[i] += p[seat] * f[i][seat]
		}
	}
	for i := range f {
		for j := range i + 1 {
			sum := -mean[i] * mean[j]
			for seat := range p {
				sum += p[seat] * f[i][seat] * f[j][seat]
			}
			bend[i][j] += sum
			if i != j {
				bend[j][i] += sum
			}
		}
	}
}

// solve solves a x = b for a matrix that is symmetric and positive, by Cholesky's
// method; both are used up.
func solve(a [][]float64, b []float64) ([]float64, bool) {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			switch {
			case i != j:
				a[i][j] = sum / a[j][j]
			case sum <= 0:
				return nil, false
			default:
				a[i][i] = math.Sqrt(sum)
			}
		}
	}
	for i := range b {
		for k := range i {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= a[k][i] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b, true
}
