package sim

type StateBase struct {
	RoundsPlayed int
	SeatScores   [Seats]int
	CPUUsed      [Seats]float64 // used fraction of the CPU budget, or -1 if the player is out
}

func (s *StateBase) Round() int             { return s.RoundsPlayed }
func (s *StateBase) Scores() [Seats]int     { return s.SeatScores }
func (s *StateBase) Status() [Seats]float64 { return s.CPUUsed }

type BoardBase struct {
	StateBase
	Rand     Rand
	Snapshot State
}

func (b *BoardBase) RandState() int64 { return b.Rand.State() }

func (b *BoardBase) SetStatus(seat int, status float64) {
	if b.CPUUsed[seat] != status {
		b.CPUUsed[seat] = status
		b.Snapshot = nil
	}
}

// A Slab allocates small slices from large blocks. The zero value is ready to use.
type Slab[T any] []T

// Alloc returns a slice of n zero values. Short slices are cut from blocks that hold blockSize values.
func (s *Slab[T]) Alloc(n, blockSize int) []T {
	if n > blockSize/4 {
		return make([]T, n)
	}
	if n > len(*s) {
		*s = make([]T, blockSize)
	}
	part := (*s)[:n:n]
	*s = (*s)[n:]
	return part
}
