package sim

// StateBase is the common part of states and boards.
type StateBase struct {
	Played  int
	Points  [Seats]int
	CPUUsed [Seats]float64 // fraction of the CPU budget, or -1 if out
}

func (s *StateBase) Round() int             { return s.Played }
func (s *StateBase) Scores() [Seats]int     { return s.Points }
func (s *StateBase) Status() [Seats]float64 { return s.CPUUsed }

// BoardBase is the common part of boards.
type BoardBase struct {
	StateBase
	Rand     Rand
	Snapshot State // cached, or nil
}

func (b *BoardBase) RandState() int64 { return b.Rand.State() }

func (b *BoardBase) SetStatus(seat int, status float64) {
	if b.CPUUsed[seat] != status {
		b.CPUUsed[seat] = status
		b.Snapshot = nil
	}
}

// A Slab allocates small slices from blocks. The zero value is ready to use.
type Slab[T any] []T

// Alloc returns n zero values. Long slices get their own block.
func (s *Slab[T]) Alloc(n, size int) []T {
	if n > size/4 {
		return make([]T, n)
	}
	if n > len(*s) {
		*s = make([]T, size)
	}
	part := (*s)[:n:n]
	*s = (*s)[n:]
	return part
}
