// Walker plays Harry Potter. Each wizard walks to the nearest book or cell that its clan does not
// own, attacks enemies within four steps, and avoids Voldemort.
package main

import (
	"strconv"

	"game-tui/ai/examples/go/protocol"
)

func main() {
	protocol.Player{Game: "HarryPotter 1.0", Name: "Walker", Wall: 'W', Play: play}.Serve()
}

// play returns the orders for one round. This is the part to improve.
func play(s *protocol.State, seat int) (orders []string) {
	mine := strconv.Itoa(seat)
	walls := s.CellsWith("W")
	voldemort := s.Words("Voldemort", 1)
	center := s.CellIndex(voldemort[0], voldemort[1])
	for _, row := range []int{-s.Width, 0, s.Width} {
		for column := -1; column <= 1; column++ {
			walls[center+row+column] = true
		}
	}
	goals := protocol.CellSet{}
	for place := range s.CellsWith(".0123") {
		if s.Board[place] != mine[0] && !walls[place] {
			goals[place] = true
		}
	}
	for _, book := range s.Rows("books") {
		goals[s.CellIndex(book[0], book[1])] = true
	}
	distances := s.Distances(goals, walls)

	units := s.Rows("units")                                 // table columns: type, id, player, row, column, rounds, next
	taken, enemies := protocol.CellSet{}, protocol.CellSet{} // taken excludes enemies, because moving onto one attacks it
	for _, u := range units {
		if u[0] == "w" && u[2] != mine && protocol.MustInt(u[5]) <= 0 {
			enemies[s.CellIndex(u[3], u[4])] = true
		} else {
			taken[s.CellIndex(u[3], u[4])] = true
		}
	}
	hunt := s.Distances(enemies, walls)
	for _, u := range units {
		if u[0] != "w" || u[2] != mine || protocol.MustInt(u[5]) > 0 {
			continue
		}
		place, to := s.CellIndex(u[3], u[4]), distances
		if hunt[place] <= 4 {
			to = hunt
		}
		if way := s.StepToward(to, place, taken); way != "" {
			orders = append(orders, u[1]+"\tm\t"+way)
		}
	}
	return orders
}
