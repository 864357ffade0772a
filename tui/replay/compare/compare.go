// Package compare finds differences between two matches of the same game. [New] returns a [Pair],
// which all viewers of the comparison share.
package compare

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"game-tui/sim"
	"game-tui/sim/record"
)

// A Pair compares two records, which may still be growing. It is safe for concurrent use.
type Pair struct {
	A, B *record.Record

	mu     sync.Mutex // held while rounds are compared
	rounds atomic.Pointer[[]Round]
	frames [2]sim.Frame
}

// A Round holds the differences in one state and in the turn after it.
type Round struct {
	CellCount    int
	UnitCount    int // number of units that differ or exist in only one match
	ScoreDiff    [sim.Seats]int32
	OrdersDiffer [sim.Seats]bool // whether each seat's orders differ
}

const RoundBytes = int(unsafe.Sizeof(Round{}))

func (r *Round) HasEqualStates() bool {
	return r.CellCount == 0 && r.UnitCount == 0 && r.ScoreDiff == [sim.Seats]int32{}
}

// New returns a pair of records. It returns an error if the games or board sizes differ, or if a
// and b are the same record.
func New(a, b *record.Record) (*Pair, error) {
	ma, mb := a.Meta(), b.Meta()
	if ma.Game.Name() != mb.Game.Name() {
		return nil, fmt.Errorf("cannot compare matches of different games (%s and %s); choose two matches of the same game", ma.Game.Title(), mb.Game.Title())
	}
	ra, ca := ma.Settings.Size()
	rb, cb := mb.Settings.Size()
	if ra != rb || ca != cb {
		return nil, fmt.Errorf("cannot compare boards of %d×%d and %d×%d cells; choose two matches with the same configuration", ra, ca, rb, cb)
	}
	if a == b {
		return nil, errors.New("the two matches are the same; choose a different one")
	}
	p := &Pair{A: a, B: b}
	p.rounds.Store(&[]Round{})
	return p, nil
}

func (p *Pair) IsMissing(k int) bool { return p.A.IsMissing(k) || p.B.IsMissing(k) }

func (p *Pair) IsIncomplete() bool { return p.A.IsIncomplete() || p.B.IsIncomplete() }

func (p *Pair) Edge() int { return min(p.A.Edge(), p.B.Edge()) }

// Rounds returns the differences in all rounds up to Edge. Callers must not modify the slice.
func (p *Pair) Rounds() []Round {
	if now := *p.rounds.Load(); len(now) == p.Edge()+1 {
		return now
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := *p.rounds.Load()
	if n := len(now); n > 0 && n < p.Edge()+1 {
		now = slices.Clone(now[:n-1]) // Compare the last state again, because it had no turn after it.
	}
	for k := len(now); k <= p.Edge(); k++ {
		now = append(now, p.compare(k))
	}
	p.rounds.Store(&now)
	return now
}

func (p *Pair) compare(k int) (r Round) {
	if p.A.State(k) == p.B.State(k) && p.A.Turn(k) == p.B.Turn(k) {
		return r // A branch shares its earlier states with its match.
	}
	if p.IsMissing(k) {
		return r
	}
	a, b := &p.frames[0], &p.frames[1]
	p.A.State(k).FillFrame(a)
	p.B.State(k).FillFrame(b)
	for i := range a.Cells {
		if !SameCell(a, b, i) {
			r.CellCount++
		}
	}
	r.UnitCount = countDifferentUnits(a.Units, b.Units)
	for seat := range r.ScoreDiff {
		r.ScoreDiff[seat] = int32(a.Players[seat].Score - b.Players[seat].Score)
	}
	if ta, tb := p.A.Turn(k), p.B.Turn(k); ta != nil && tb != nil && !ta.Missing && !tb.Missing {
		r.OrdersDiffer = ordersDiffer(p.A.State(k), ta, p.B.State(k), tb)
	}
	return r
}

// ordersDiffer reports, for each seat, whether the orders differ. It compares only executed
// orders, because recordings contain no others.
func ordersDiffer(a sim.State, ta *sim.Turn, b sim.State, tb *sim.Turn) (differ [sim.Seats]bool) {
	x, y := record.TurnToReplay(a, &sim.Turn{Executed: ta.Executed}), record.TurnToReplay(b, &sim.Turn{Executed: tb.Executed})
	for seat := range differ {
		differ[seat] = !slices.EqualFunc(x.Orders[seat], y.Orders[seat], func(x, y sim.SubmittedOrder) bool {
			return x.Equal(y.Order)
		})
	}
	return differ
}

// SameCell reports whether cell i looks the same in two frames of equal size.
func SameCell(a, b *sim.Frame, i int) bool {
	x, y := a.Cells[i], b.Cells[i]
	ux, uy := unitAt(a, x), unitAt(b, y)
	x.Unit, y.Unit = 0, 0
	if x != y || (ux == nil) != (uy == nil) {
		return false
	}
	return ux == nil || ux.Seat == uy.Seat && ux.NextSeat == uy.NextSeat && ux.Kind == uy.Kind && ux.ID == uy.ID
}

func unitAt(f *sim.Frame, c sim.Cell) *sim.Unit {
	if uint(c.Unit) >= uint(len(f.Units)) {
		return nil
	}
	return &f.Units[c.Unit]
}

// countDifferentUnits counts the units that differ between two lists sorted by ID. It compares neutral
// units by their position in the list.
func countDifferentUnits(a, b []sim.Unit) (n int) {
	i, k := 0, 0
	for i < len(a) && k < len(b) {
		switch {
		case a[i].ID == b[k].ID:
			if a[i] != b[k] {
				n++
			}
			i, k = i+1, k+1
		case k+1 < len(b) && b[k].ID >= 0 && (a[i].ID < 0 || b[k].ID < a[i].ID):
			n, k = n+1, k+1
		default:
			n, i = n+1, i+1
		}
	}
	return n + len(a) - i + len(b) - k
}

// NextDifference returns the first round after the given one, up to end, in which the states or a
// player's orders start to differ.
func (p *Pair) NextDifference(after, end int) (round int, ok bool) {
	rounds := p.Rounds()
	end = min(end, len(rounds)-1)
	for k := after + 1; k <= end; k++ {
		var was Round
		if k > 0 {
			was = rounds[k-1]
		}
		now := &rounds[k]
		starts := was.HasEqualStates() && !now.HasEqualStates()
		for seat := range now.OrdersDiffer {
			starts = starts || now.OrdersDiffer[seat] && !was.OrdersDiffer[seat]
		}
		if starts {
			return k, true
		}
	}
	return 0, false
}
