// Walker plays The Purge: builders walk to the nearest money or food, warriors
// to the nearest weapon or money.
package main

import (
	"strconv"

	"game-tui/ai/examples/go/protocol"
)

func main() {
	protocol.Player{Game: "ThePurge 1.0", Name: "Walker", Wall: 'B', Play: play}.Serve()
}

// play returns the orders of a round, as lines. This is the part to make better.
func play(s *protocol.State, seat int) (orders []string) {
	mine := strconv.Itoa(seat)
	walls := s.Where("B")
	far := map[string][]int{
		"b": s.Distances(s.Where("MF"), walls),
		"w": s.Distances(s.Where("MGZ"), walls),
	}
	taken := s.Where("CWcwb")
	for _, c := range s.Rows("citizens") { // type, id, player, row, column, weapon, life
		if c[2] != mine {
			continue
		}
		if way := s.Nearer(far[c[0]], s.At(c[3], c[4]), taken); way != "" {
			orders = append(orders, c[1]+"\tm\t"+way)
		}
	}
	return orders
}
