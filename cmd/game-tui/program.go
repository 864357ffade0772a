package main

import (
	"fmt"

	"game-tui/sim/match"
)

// newProgram makes players that are programs.
var newProgram program = func(word string, _ match.Limits) (entry, error) {
	return entry{}, fmt.Errorf("player %s: this build plays no programs; game-tui players lists who there is", word)
}
