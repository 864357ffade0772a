// Package dice is a small random generator (splitmix64) whose numbers stay the same in every
// version of Go.
package dice

// A Source is a generator. Its initial value is its seed.
type Source uint64

func (s *Source) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// IntN returns a number in [0, n). n must be far below 2³².
func (s *Source) IntN(n int) int { return int(s.Uint64() >> 32 * uint64(n) >> 32) }

func (s *Source) Shuffle(list []int) {
	for i := len(list) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		list[i], list[j] = list[j], list[i]
	}
}

func (s *Source) Perm(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	s.Shuffle(list)
	return list
}
