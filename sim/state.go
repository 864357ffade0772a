package sim

// StateBase is the part of a state that all games have. States and boards embed it.
type StateBase struct {
	Played int            // rounds
	Points [Seats]int     // of the last finished round, 0 before the first
	Used   [Seats]float64 // share of the CPU budget, or -1 when out
}

// Round is 0 for the initial state, the number of rounds for the final one.
func (s *StateBase) Round() int { return s.Played }

// Scores are the points of the seats.
func (s *StateBase) Scores() [Seats]int { return s.Points }

// Status is per seat the used share of its CPU budget, or -1 when it is out.
func (s *StateBase) Status() [Seats]float64 { return s.Used }

// BoardBase is the part of a board that all games have. Boards embed it.
type BoardBase struct {
	StateBase
	Rand Rand
	Now  State // the present state, nil when it must be made
}

// RandState is the raw state of the board's generator.
func (b *BoardBase) RandState() int64 { return b.Rand.State() }

// SetStatus sets what the next states show as a seat's status.
func (b *BoardBase) SetStatus(seat int, status float64) {
	if b.Used[seat] != status {
		b.Used[seat] = status
		b.Now = nil
	}
}

// Slab is memory for values of a kind, of which many small pieces are asked for: each by
// itself would cost more than its use. Its zero value is ready.
type Slab[T any] []T

// Cut takes n zero values off the slab; where it is used up, a new one has size values.
// Many at once get memory of their own: pieces live long, and the rest of a slab that is
// too short for them would be lost.
func (s *Slab[T]) Cut(n, size int) []T {
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
