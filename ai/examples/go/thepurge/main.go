// Walker plays The Purge. Builders walk to the nearest money or food, and warriors to the nearest
// weapon or money. At night warriors also attack enemy builders.
package main

import (
	"strconv"

	"game-tui/ai/examples/go/protocol"
)

func main() {
	protocol.Player{Game: "ThePurge 1.0", Name: "Walker", Wall: 'B', Play: play}.Serve()
}

// play returns the orders for one round. This is the part to improve.
func play(s *protocol.State, seat int) (orders []string) {
	mine := strconv.Itoa(seat)
	walls, taken, goals := s.CellsWith("B"), s.CellsWith("CWcwb"), s.CellsWith("MGZ")
	citizens := s.Rows("citizens") // table columns: type, id, player, row, column, weapon, life
	night := s.Words("round", 1)[1] == "0"
	for _, c := range citizens {
		if night && c[0] == "b" && c[2] != mine {
			place := s.CellIndex(c[3], c[4])
			goals[place] = true
			delete(taken, place) // moving onto a builder attacks it
		}
	}
	distances := map[string][]int{
		"b": s.Distances(s.CellsWith("MF"), walls),
		"w": s.Distances(goals, walls),
	}
	for _, c := range citizens {
		if c[2] != mine {
			continue
		}
		if way := s.StepToward(distances[c[0]], s.CellIndex(c[3], c[4]), taken); way != "" {
			orders = append(orders, c[1]+"\tm\t"+way)
		}
	}
	return orders
}
