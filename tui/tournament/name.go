package tournament

import (
	"fmt"

	"game-tui/sim/league"
)

// Name is how a match of a tournament is called where matches are named: t12-3 is the
// match 3 of task 12.
func Name(at league.MatchRef) string { return fmt.Sprintf("t%d-%d", at.Task, at.Match) }

// Parse reads a name.
func Parse(name string) (at league.MatchRef, ok bool) {
	_, err := fmt.Sscanf(name, "t%d-%d", &at.Task, &at.Match)
	return at, err == nil && at.Task >= 0 && at.Match >= 0 && Name(at) == name
}
