package tournament

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim/league"
)

// Name is how a match of a tournament is called where matches are named: t12-3 is the
// match 3 of task 12.
func Name(at league.MatchRef) string { return fmt.Sprintf("t%d-%d", at.Task, at.Match) }

// Parse reads a name.
func Parse(name string) (at league.MatchRef, ok bool) {
	rest, ok := strings.CutPrefix(name, "t")
	task, match, dash := strings.Cut(rest, "-")
	if !ok || !dash {
		return at, false
	}
	var err1, err2 error
	at.Task, err1 = strconv.Atoi(task)
	at.Match, err2 = strconv.Atoi(match)
	return at, err1 == nil && err2 == nil && at.Task >= 0 && at.Match >= 0 && Name(at) == name
}
