package rating

import "math"

// Sum accumulates numbers and their squares.
type Sum struct {
	N       int
	Sum     int64
	Squares float64 // exact below 2⁵³
	Min     int
	Max     int
}

func (s *Sum) Add(n int) {
	if s.N == 0 {
		s.Min, s.Max = n, n
	}
	s.N++
	s.Sum += int64(n)
	s.Squares += float64(n) * float64(n)
	s.Min, s.Max = min(s.Min, n), max(s.Max, n)
}

func (s *Sum) Mean() float64 { return float64(s.Sum) / float64(max(s.N, 1)) }

// Deviation returns the standard deviation, or 0 for fewer than two numbers.
func (s *Sum) Deviation() float64 {
	if s.N < 2 {
		return 0
	}
	mean := s.Mean()
	return math.Sqrt(max(0, s.Squares-float64(s.N)*mean*mean) / float64(s.N-1))
}
