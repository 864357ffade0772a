package where

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/record"
)

// Player is the seat of the player that a word means, a name or the number of a seat; -1:
// nobody.
func Player(m *record.Meta, word string) int {
	if word == "" {
		return -1
	}
	for _, names := range [][sim.Seats]string{record.Apart(m.Names), m.Names} {
		for seat, name := range names {
			if name == word {
				return seat
			}
		}
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n < sim.Seats {
		return n
	}
	return -1
}

// CheckPlayer refuses the name of a player who is not in the match; the empty name is
// nobody's.
func CheckPlayer(m *record.Meta, word string) error {
	if word == "" || Player(m, word) >= 0 {
		return nil
	}
	names := record.Apart(m.Names)
	return fmt.Errorf("--me %q: there is %s, or a seat, 0 to 3", clean.Short(word, 40), strings.Join(names[:], ", "))
}

// Me is the flag that puts the player of a seat in front, with a blank before it; empty: none
// is.
func Me(seat int) string {
	if seat < 0 {
		return ""
	}
	return " --me " + strconv.Itoa(seat)
}
