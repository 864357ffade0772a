package sim

// StateBase is the common part of states. States and boards embed it.
type StateBase struct {
	Played  int            // number of rounds
	Points  [Seats]int     // after the last finished round
	CPUUsed [Seats]float64 // used fraction of the CPU budget, or -1 if out
}

// Round returns the number of rounds played.
func (s *StateBase) Round() int { return s.Played }

// Scores returns the points by seat.
func (s *StateBase) Scores() [Seats]int { return s.Points }

// Status returns the used fraction of the CPU budget by seat, or -1 if out.
func (s *StateBase) Status() [Seats]float64 { return s.CPUUsed }

// BoardBase is the common part of boards. Boards embed it.
type BoardBase struct {
	StateBase
	Rand     Rand
	Snapshot State // cached snapshot, or nil
}

// RandState returns the state of the generator.
func (b *BoardBase) RandState() int64 { return b.Rand.State() }

// SetStatus sets the status of a seat in further snapshots.
func (b *BoardBase) SetStatus(seat int, status float64) {
	if b.CPUUsed[seat] != status {
		b.CPUUsed[seat] = status
		b.Snapshot = nil
	}
}

// A Slab allocates many small slices from one block. The zero value is ready to use.
type Slab[T any] []T

// Alloc returns n zero values. If the block is used up, it allocates a new one of size values. Long
// slices get a block of their own, so that the rest of the block is not wasted.
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
