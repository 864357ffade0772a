package main

import (
	"errors"
	"math"

	"game-tui/sim"
	"game-tui/sim/winchance"
)

// maxStep bounds the change of a weight in one step of Newton's method. Longer steps may lead away
// from the solution.
const maxStep = 1.0

// ridge pulls the weights towards 0, so that the solution is unique even with few samples.
const ridge = 1.0

// fitWeights sets t.Weights to the maximum-likelihood weights with a ridge penalty, found by Newton's
// method.
func fitWeights(t *winchance.Table, samples []sample) error {
	if t.Scales == nil {
		setScales(t, samples)
	}
	n := len(t.Features(&samples[0].Sample))
	t.Weights = make([]float64, n)
	for range 50 {
		gradient, hessian := make([]float64, n), make([][]float64, n)
		for i := range hessian {
			hessian[i] = make([]float64, n)
			gradient[i] = -ridge * t.Weights[i]
			hessian[i][i] = ridge
		}
		for i := range samples {
			s := &samples[i]
			addSample(gradient, hessian, t.Features(&s.Sample), t.WeightedChances(&s.Sample), &s.Share)
		}
		steps, longest := solve(hessian, gradient), 0.0
		for _, step := range steps {
			longest = max(longest, math.Abs(step))
		}
		for i, step := range steps {
			t.Weights[i] += step / max(longest/maxStep, 1)
		}
		if longest < 1e-9 {
			return nil
		}
	}
	return errors.New("the weights did not converge")
}

// setScales sets the scale of each value to its standard deviation between a sample's seats, but at
// least 0.001.
func setScales(t *winchance.Table, samples []sample) {
	t.Scales = make([]float64, len(t.ValueNames))
	for i := range t.Scales {
		sum := 0.0
		for j := range samples {
			v := &samples[j].Values
			mean := float64(v[0][i]+v[1][i]+v[2][i]+v[3][i]) / sim.Seats
			for seat := range v {
				d := float64(v[seat][i]) - mean
				sum += d * d
			}
		}
		t.Scales[i] = max(math.Sqrt(sum/float64(sim.Seats*len(samples))), 1e-3)
	}
}

// addSample adds a sample with features f, predicted chances p and shares share to the gradient of
// the log-likelihood and its negated Hessian.
func addSample(gradient []float64, hessian [][]float64, f [][sim.Seats]float64, p [sim.Seats]float64, share *[sim.Seats]float64) {
	mean := make([]float64, len(f))
	for i := range f {
		for seat := range p {
			gradient[i] += (share[seat] - p[seat]) * f[i][seat]
			mean[i] += p[seat] * f[i][seat]
		}
		for j := range i + 1 {
			sum := -mean[i] * mean[j]
			for seat := range p {
				sum += p[seat] * f[i][seat] * f[j][seat]
			}
			hessian[i][j] += sum
			hessian[j][i] = hessian[i][j]
		}
	}
}

// solve returns the solution of a·x = b for a symmetric positive definite a. It overwrites a and b.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for k := range a {
			if k == i {
				continue
			}
			part := a[k][i] / a[i][i]
			for j := i; j < len(a); j++ {
				a[k][j] -= part * a[i][j]
			}
			b[k] -= part * b[i]
		}
	}
	for i := range b {
		b[i] /= a[i][i]
	}
	return b
}
