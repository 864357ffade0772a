package harrypotter

import (
	"fmt"

	"game-tui/sim/grid"
)

// check looks for what a round can break: the placing of last resort knows
// nothing of Voldemort.
func (b *Board) check() error {
	v := b.vold
	if v.Row < 1 || v.Row > Rows-2 || inner>>v.Col&1 == 0 {
		return fmt.Errorf("invalid board: Voldemort is on the border, at %v", v)
	}
	m := around(v.Col)
	if b.unitRow[v.Row-1]&m|b.unitRow[v.Row+1]&m|b.unitRow[v.Row]&m&^(1<<v.Col) != 0 {
		return fmt.Errorf("invalid board: a unit stands next to Voldemort, who is at %v", v)
	}
	return nil
}

// around is the mask of the columns j-1 … j+1.
func around(j int) uint64 { return 7 << j >> 1 & grid.Full }
