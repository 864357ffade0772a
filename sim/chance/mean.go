package chance

import "math"

// Mean is a mean with its standard error, of N values.
type Mean struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
	N     int     `json:"n"`
}

// Z is how many standard errors it is from 0; 0 where that is not known.
func (m Mean) Z() float64 {
	if m.Error <= 0 {
		return 0
	}
	return m.Mean / m.Error
}

// MeanOf is the mean of values. Of fewer than two no error is known: it is 0.
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
