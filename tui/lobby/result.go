package lobby

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"game-tui/sim"
	"game-tui/tui/numbers"
	"game-tui/tui/playback"
)

// Result is how a match went, in words.
type Result struct {
	Outcome string // "Greedy wins 812, Hunter 600, Seeker 412, Null 378"
	Length  string // how many rounds were played, and how long it takes to watch them: "200 rounds 0:40"
}

// NewResult describes a result. The names are different from each other; played is how
// many of a match's rounds there are.
func NewResult(names [sim.Seats]string, scores [sim.Seats]int, played, rounds int) Result {
	seats := [sim.Seats]int{}
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats[:], func(a, b int) int { return scores[b] - scores[a] })
	text, wins := "", ""
	switch _, by := sim.Lead(scores); {
	case played < rounds:
		text = "stopped in round " + strconv.Itoa(played) + ": "
	case by == 0:
		text = "draw: "
	default:
		wins = " wins"
	}
	for i, seat := range seats {
		if i > 0 {
			text, wins = text+", ", ""
		}
		text += names[seat] + wins + " " + strconv.Itoa(scores[seat])
	}
	s := playback.New(0)
	d := time.Duration(float64(played) / s.Speed() * float64(time.Second)).Round(time.Second)
	return Result{text, numbers.Count(played, "round") + fmt.Sprintf(" %d:%02d", int(d.Minutes()), int(d.Seconds())%60)}
}
