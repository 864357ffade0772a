package res

import (
	"fmt"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Forecast foretells whether the recording of a match that begins with that
// state will be too large to be opened, and says so in an error. It takes every
// round for one like the first, in which every other unit does as it was told.
func Forecast(m *record.Meta, first sim.State) error {
	var f sim.Frame
	first.Fill(&f)
	orders := len(f.Units) / 2
	const orderText = len("10\tm\tr\n")
	text := len(first.AppendText(nil)) + len("commands\n10\n") + orders*orderText
	memory := text + first.Bytes() + record.TurnBytes(&sim.Turn{Done: make([]sim.Order, orders), Events: make([]sim.Event, orders)})
	rounds := m.Settings.Rounds()
	most := min(MaxText/text, record.MaxBytes/memory)
	if rounds <= most {
		return nil
	}
	return fmt.Errorf("the recording of %d rounds will be about %d MB, too long to be opened again: about %d rounds are the most",
		rounds, rounds*text/1_000_000, most)
}
