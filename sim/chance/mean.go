package chance

import "math"

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
