// Package trace counts visits, deaths and owner changes on the cells of a board. [New] returns the
// traces of a record, which all viewers share. [Traces.UpTo] returns an immutable snapshot.
package trace

import (
	"slices"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Traces holds the traces of a record, which it reads on demand. It is safe for concurrent use.
type Traces struct {
	snapshot *record.Fold[Snapshot]
	reader   reader
}

// A Snapshot holds the traces of a record up to a state.
type Snapshot struct {
	rows, cols int
	isDeath    []bool
	record     *record.Record

	// Steps and changes are sorted by round. ends[k] holds the numbers of steps and changes up to
	// state k.
	steps   []step
	changes []change
	ends    [][2]int32
}

// A step is a unit's arrival on a cell. In state 0, all units arrive.
type step struct {
	unit     int32
	from, to int32 // cell indices; from is -1 if the unit entered the board
	seat     int8
}

type change struct {
	cell               int32
	oldOwner, newOwner int8
}

type reader struct {
	frame              sim.Frame
	cells, cellsBefore map[int32]int32 // cell index of each unit on the board, by unit ID
	owners             []int8
}

func New(rec *record.Record) *Traces {
	legend := rec.Meta().Game.Legend()
	isDeath := make([]bool, len(legend.Events))
	for i := range isDeath {
		isDeath[i] = legend.Events[i].IsDeath
	}
	rows, cols := rec.Meta().Settings.Size()
	t := &Traces{}
	t.snapshot = record.NewFold(rec, func() Snapshot {
		t.reader = reader{cells: map[int32]int32{}, cellsBefore: map[int32]int32{}, owners: slices.Repeat([]int8{-1}, rows*cols)}
		return Snapshot{rows: rows, cols: cols, isDeath: isDeath, record: rec}
	}, func(s *Snapshot, k int) bool {
		if !rec.IsMissing(k) {
			rec.State(k).FillFrame(&t.reader.frame)
		}
		turn := rec.Turn(k - 1)
		t.reader.addState(s, turn != nil && turn.Missing)
		return len(s.steps)+len(s.changes) < 1<<20 // Limit the memory used for very long records.
	})
	return t
}

// UpTo returns a snapshot that includes state k if possible. Each call reads at most 2000
// additional rounds.
func (t *Traces) UpTo(k int) *Snapshot {
	return t.snapshot.UpTo(min(k, t.snapshot.Current().LastState()+2000))
}

// addState adds the state in the reader's frame to a snapshot. If isAfterGap is set, the rounds just
// before that state are missing.
func (r *reader) addState(s *Snapshot, isAfterGap bool) {
	f := &r.frame
	r.cells, r.cellsBefore = r.cellsBefore, r.cells
	clear(r.cells)
	for i := range f.Units {
		u := &f.Units[i]
		if !u.OnBoard || !u.At.In(f.Rows, f.Cols) {
			continue
		}
		to := int32(u.At.Row*f.Cols + u.At.Col)
		r.cells[u.ID] = to
		from, wasOnBoard := r.cellsBefore[u.ID]
		if !wasOnBoard {
			from = -1
		}
		if from != to && !isAfterGap {
			s.steps = append(s.steps, step{u.ID, from, to, u.Seat})
		}
	}
	for i := range f.Cells {
		if now := f.Cells[i].Owner; now != r.owners[i] {
			if !isAfterGap {
				s.changes = append(s.changes, change{int32(i), r.owners[i], now})
			}
			r.owners[i] = now
		}
	}
	s.ends = append(s.ends, [2]int32{int32(len(s.steps)), int32(len(s.changes))})
}

func (s *Snapshot) LastState() int { return len(s.ends) - 1 }

// countsBefore returns the numbers of steps and changes before state k.
func (s *Snapshot) countsBefore(k int) [2]int32 {
	if k = min(k, len(s.ends)); k <= 0 {
		return [2]int32{}
	}
	return s.ends[k-1]
}

func (s *Snapshot) countsTo(k int) [2]int32 { return s.countsBefore(k + 1) }

func (s *Snapshot) pos(cell int32) sim.Pos {
	return sim.Pos{Row: int(cell) / s.cols, Col: int(cell) % s.cols}
}

// Path returns the cells that a unit visited in the n rounds up to state k, oldest first. Cells
// visited before the unit last entered the board are omitted.
func (s *Snapshot) Path(unit int32, k, n int) (path []sim.Pos) {
	for _, t := range s.steps[s.countsBefore(k - n + 1)[0]:s.countsTo(k)[0]] {
		if t.unit != unit {
			continue
		}
		switch {
		case t.from < 0:
			path = path[:0]
		case len(path) == 0:
			path = append(path, s.pos(t.from))
		}
		path = append(path, s.pos(t.to))
	}
	return path
}

type Move struct {
	Unit     int32
	Seat     int8 // seat of the unit's owner, or -1
	From, To sim.Pos
}

// Moves returns the moves in the turn before state k. Units that enter the board are omitted.
func (s *Snapshot) Moves(k int) (list []Move) {
	for _, t := range s.steps[s.countsBefore(k)[0]:s.countsTo(k)[0]] {
		if t.from >= 0 {
			list = append(list, Move{t.unit, t.seat, s.pos(t.from), s.pos(t.to)})
		}
	}
	return list
}

func (s *Snapshot) ChangedCells(k int) (list []sim.Pos) {
	if k < 1 {
		return nil
	}
	for _, c := range s.changes[s.countsBefore(k)[1]:s.countsTo(k)[1]] {
		list = append(list, s.pos(c.cell))
	}
	return list
}

// A Kind selects what a heat map counts.
type Kind uint8

const (
	None Kind = iota
	Visits
	Deaths
	OwnerChanges
	RoundsOwned // rounds in which a cell had an owner
	NumKinds
)

func (k Kind) String() string {
	return [...]string{"none", "visits", "deaths", "owner changes", "rounds owned"}[k]
}

func (k Kind) AvailableIn(l *sim.Legend) bool {
	switch k {
	case Deaths:
		return slices.ContainsFunc(l.Events, func(e sim.EventKind) bool { return e.IsDeath })
	case OwnerChanges, RoundsOwned:
		return l.OwnedGround != "" || slices.ContainsFunc(l.Items, func(i sim.Kind) bool { return i.Role == sim.RoleOwner })
	}
	return true
}

// Count counts the occurrences of a kind on each cell up to state k, for one seat, or for all seats
// if seat is -1. It returns the counts, row by row, and their maximum.
func (s *Snapshot) Count(kind Kind, seat int8, k int) (counts []int32, largest int32) {
	counts = make([]int32, s.rows*s.cols)
	k = min(k, s.LastState())
	counted := func(of int8) bool { return of >= 0 && (seat < 0 || of == seat) }
	switch kind {
	case Visits:
		for _, t := range s.steps[:s.countsTo(k)[0]] {
			if counted(t.seat) {
				counts[t.to]++
			}
		}
	case Deaths:
		for _, e := range s.record.Events(0, k) {
			if p := e.At.Pos(); s.isDeath[e.Kind] && counted(e.Other) && p.In(s.rows, s.cols) {
				counts[p.Row*s.cols+p.Col]++
			}
		}
	case OwnerChanges:
		for _, c := range s.changes[s.countsTo(0)[1]:s.countsTo(max(k, 0))[1]] {
			if counted(c.newOwner) {
				counts[c.cell]++
			}
		}
	case RoundsOwned:
		// When a seat gains a cell, add all remaining rounds; when it loses the cell, subtract
		// them.
		for at := range k + 1 {
			rounds := int32(k + 1 - at)
			for _, c := range s.changes[s.countsBefore(at)[1]:s.countsTo(at)[1]] {
				if counted(c.oldOwner) {
					counts[c.cell] -= rounds
				}
				if counted(c.newOwner) {
					counts[c.cell] += rounds
				}
			}
		}
	}
	return counts, slices.Max(counts)
}
