// Walker plays Money Heist. Each unit walks to the nearest money or kit, soldiers load poison, and
// the professor heals.
package main

import (
	"strconv"

	"game-tui/ai/examples/go/protocol"
)

func main() {
	protocol.Player{Game: "MoneyHeist 1.0", Name: "Walker", Wall: 'W', Play: play}.Serve()
}

// play returns the orders for one round. This is the part to improve.
func play(s *protocol.State, seat int) (orders []string) {
	mine := strconv.Itoa(seat)
	// Walls, doors and gold block the way.
	distances := s.Distances(s.CellsWith("MHP"), s.CellsWith("WBG"))
	health := protocol.MustInt(s.Words("health", 0)[seat])
	poison := protocol.MustInt(s.Words("poison", 0)[seat])
	taken := s.CellsWith("0123X")
	for _, u := range s.Rows("units") { // table columns: type, id, player, row, column, health, poison, rounds
		soldier := u[0] == "s"
		if u[2] != mine || !soldier && u[7] != "0" {
			continue
		}
		switch {
		case soldier && u[6] == "0" && poison > 0:
			orders = append(orders, u[1]+"\tc")
		case !soldier && protocol.MustInt(u[5]) < 50 && health > 0:
			orders = append(orders, u[1]+"\th")
		default:
			if way := s.StepToward(distances, s.CellIndex(u[3], u[4]), taken); way != "" {
				orders = append(orders, u[1]+"\tm\t"+way)
			}
		}
	}
	return orders
}
