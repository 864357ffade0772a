package panel

import (
	"slices"
	"strconv"

	"game-tui/sim"
)

// InspectLines is all that is known of a cell: what the game says, the last
// orders of the unit on it with what became of them, and marks.
func InspectLines(in *Info, st sim.State, at sim.Pos) []string {
	lines := slices.Clone(st.Inspect(at, in.Names))
	if !at.In(in.Frame.Rows, in.Frame.Cols) {
		return lines
	}
	unit := in.unitAt(at)
	if unit >= 0 {
		lines = append(lines, in.lastOrders(unit)...)
	}
	if in.Next != nil {
		for seat := range in.Next.Seats {
			for i := range in.Next.Seats[seat].Marks {
				if m := &in.Next.Seats[seat].Marks[i]; m.Unit >= 0 && m.Unit == unit || m.Unit < 0 && m.At == at {
					lines = append(lines, in.Names[seat]+" says: "+m.Text)
				}
			}
		}
	}
	return lines
}

// unitAt is the id of the unit on a cell of the board, or sim.NoUnit.
func (in *Info) unitAt(at sim.Pos) int32 {
	if c := in.Frame.Cells[at.Row*in.Frame.Cols+at.Col]; uint(c.Unit) < uint(len(in.Frame.Units)) {
		return in.Frame.Units[c.Unit].ID
	}
	return sim.NoUnit
}

// pastRounds is how far PastLines looks back.
const pastRounds = 50

// PastLines tells of the unit on a cell what happened to it up to the shown state, and what
// it was ordered in the rounds before the last: at most n lines, the newest first. turn gives
// the turns of the match.
func PastLines(in *Info, turn func(k int) *sim.Turn, at sim.Pos, n int) (lines []string) {
	if !at.In(in.Frame.Rows, in.Frame.Cols) {
		return nil
	}
	unit := in.unitAt(at)
	if unit == sim.NoUnit {
		return nil
	}
	for k := in.Round - 1; k >= max(in.Round-pastRounds, 0) && len(lines) < n; k-- {
		t := turn(k)
		if t == nil {
			break
		}
		round := strconv.Itoa(k) + "  "
		for i := range t.Events {
			if e := &t.Events[i]; e.Unit == unit || e.Target == unit {
				lines = append(lines, round+string(in.Game.AppendEvent(nil, e, in.Names)))
			}
		}
		if k < in.Round-1 { // InspectLines has the last one
			lines = append(lines, in.ordered(t, unit, round)...)
		}
	}
	return lines[:min(len(lines), n)]
}

// ordered tells what a unit was ordered in a turn, and what came of it.
func (in *Info) ordered(t *sim.Turn, unit int32, round string) (lines []string) {
	if t.Known&sim.KnownOrders == 0 {
		for i := range t.Done {
			if o := &t.Done[i]; o.Unit == unit {
				lines = append(lines, round+string(in.Game.AppendOrderText(nil, *o)))
			}
		}
		return lines
	}
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			o := &t.Orders[seat][i]
			if o.Unit != unit {
				continue
			}
			line := round + string(in.Game.AppendOrderText(nil, o.Order))
			if o.Fate != sim.FateExecuted {
				line += ": " + in.fate(o.Fate)
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func (in *Info) lastOrders(unit int32) []string {
	if in.Previous == nil {
		return nil
	}
	var lines []string
	if in.Previous.Known&sim.KnownOrders != 0 {
		for seat := range in.Previous.Orders {
			for i := range in.Previous.Orders[seat] {
				if o := &in.Previous.Orders[seat][i]; o.Unit == unit {
					text := string(in.Game.AppendOrderText(nil, o.Order))
					lines = append(lines, in.Names[seat]+" ordered: "+text+": "+in.fate(o.Fate))
				}
			}
		}
		if lines == nil {
			lines = []string{"last order: none"}
		}
		return lines
	}
	for i := range in.Previous.Done {
		if o := &in.Previous.Done[i]; o.Unit == unit {
			return []string{"last order: " + string(in.Game.AppendOrderText(nil, *o)) + ": done"}
		}
	}
	return []string{"last order: none done; what was ordered is not recorded"}
}
