package panel

import (
	"slices"

	"game-tui/sim"
)

// InspectLines is all that is known of a cell: what the game says, the last
// orders of the unit on it with what became of them, and marks.
func InspectLines(in *Info, st sim.State, at sim.Pos) []string {
	lines := slices.Clone(st.Inspect(at, in.Names))
	if !at.In(in.Frame.Rows, in.Frame.Cols) {
		return lines
	}
	c := &in.Frame.Cells[at.Row*in.Frame.Cols+at.Col]
	unit := int32(-1)
	if uint(c.Unit) < uint(len(in.Frame.Units)) {
		unit = in.Frame.Units[c.Unit].ID
	}
	if unit >= 0 {
		lines = append(lines, in.lastOrders(unit)...)
	}
	if in.Goes != nil {
		for seat := range in.Goes.Seats {
			for i := range in.Goes.Seats[seat].Marks {
				if m := &in.Goes.Seats[seat].Marks[i]; m.Unit >= 0 && m.Unit == unit || m.Unit < 0 && m.At == at {
					lines = append(lines, in.Names[seat]+" says: "+m.Text)
				}
			}
		}
	}
	return lines
}

func (in *Info) lastOrders(unit int32) []string {
	if in.Came == nil {
		return nil
	}
	var lines []string
	if in.Came.Known&sim.KnownOrders != 0 {
		for seat := range in.Came.Orders {
			for i := range in.Came.Orders[seat] {
				if o := &in.Came.Orders[seat][i]; o.Unit == unit {
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
	for i := range in.Came.Done {
		if o := &in.Came.Done[i]; o.Unit == unit {
			return []string{"last order: " + string(in.Game.AppendOrderText(nil, *o)) + ": done"}
		}
	}
	return []string{"last order: none done; what was ordered is not recorded"}
}
