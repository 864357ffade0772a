package chances

import (
	"cmp"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/numbers"
)

// Band is the chance of a seat with twice its standard error, where it has one.
func Band(c *chance.Chance, seat int) string {
	if c.Error[seat] == 0 {
		return numbers.Chance(c.Win[seat])
	}
	return numbers.Percent(c.Win[seat]) + " " + numbers.Margin(100*c.Error[seat])
}

// Rate describes a pace; one that may be anything is unclear.
func Rate(r chance.Rate) string {
	switch {
	case !r.OK:
		return "unknown"
	case !r.Clear():
		return "unclear"
	}
	return numbers.Percent(r.Rate) + " " + numbers.Margin(100*r.Error)
}

// RateShort describes a pace where there is no room for how far it may be off.
func RateShort(r chance.Rate) string {
	if !r.Clear() {
		return "?"
	}
	return strings.Replace(numbers.Percent(r.Rate), " ", "", 1)
}

// PaceParts name the parts of a match whose pace is shown.
var PaceParts = [...]string{"beginning", "middle", "end"}

// PaceMeaning says what a pace is.
func PaceMeaning(reference string) string {
	return "what each scored, of what " + reference + " scores in the same seat from the same rounds"
}

// PaceNotes explain words in a list of paces, a line each. hint says how to learn more;
// empty: it does not.
func PaceNotes(list []chance.PaceOf, hint string) (lines []string) {
	var unclear, unknown bool
	for i := range list {
		for _, r := range append(list[i].Parts[:], list[i].Whole) {
			unknown = unknown || !r.OK
			unclear = unclear || r.OK && !r.Clear()
		}
	}
	if unclear {
		text := "unclear: it may be off by more than 50 %"
		if hint != "" {
			text += "; " + hint
		}
		lines = append(lines, text)
	}
	if unknown {
		lines = append(lines, "unknown: too little to compare with")
	}
	return lines
}

// Labels say where the chances come from.
func Labels(s *chance.Snapshot) (list []string) {
	switch {
	case s.Incomplete:
		list = append(list, "estimate from score and board: rounds are missing")
	case s.Estimate:
		list = append(list, "estimate from score and board: not all players are built in")
	case s.Pieces == 0:
		list = append(list, "a first estimate from score and board")
	default:
		list = append(list, "from "+sim.Count(s.Pieces, "game")+" played on from its rounds")
	}
	if s.Broken {
		list = append(list, "nothing is played on: these are no states that can be")
	}
	if !s.Default {
		list = append(list, "less sure: these are not the default rules")
	}
	return list
}

// Turning describes a turning point in lines: what changed, the reason for each side, and
// what orders and luck had in it. names are the players', different from each other.
func Turning(t *chance.Turning, names *[sim.Seats]string) []string {
	return turning(t, names, "%s %s → %s")
}

// TurningAloud describes it in one line without arrows.
func TurningAloud(t *chance.Turning, names *[sim.Seats]string) string {
	return strings.ReplaceAll(strings.Join(turning(t, names, "%s from %s to %s"), "; "), " → ", " to ")
}

// turning describes a turning point; change words a seat, its chance before, and after.
func turning(t *chance.Turning, names *[sim.Seats]string, change string) (lines []string) {
	first := fmt.Sprintf("round %d to %d: "+change, t.Round, t.Until, names[t.Seat], numbers.Chance(t.From), numbers.Chance(t.To))
	if t.Estimate {
		first += " (estimate)"
	} else {
		first += " (" + numbers.Margin(100*t.Error) + ")"
	}
	if t.Other != t.Seat {
		first += fmt.Sprintf(", "+change, names[t.Other], numbers.Chance(t.Before), numbers.Chance(t.After))
	}
	lines = []string{first}
	for _, r := range t.Reasons {
		lines = append(lines, r.Text)
	}
	if t.Runs > 0 {
		cause := cmp.Or(t.Cause(), "orders or luck is too close to tell")
		lines = append(lines, fmt.Sprintf("same orders, other dice: %s %s; these dice: %s (%s): %s",
			names[t.Seat], numbers.Chance(t.Usual), numbers.Chance(t.To), numbers.Margin(100*t.LuckError), cause))
	}
	return lines
}

// LastWon is the last turning point at which the chance of a seat rose, nil where there is none.
func LastWon(list []chance.Turning, seat int) (last *chance.Turning) {
	for i := range list {
		if t := &list[i]; t.To >= t.From && t.Seat == seat || t.To < t.From && t.Other == seat {
			last = t
		}
	}
	return last
}

// Rounds names the rounds of a turning point: "rounds 180 to 184".
func Rounds(t *chance.Turning) string {
	if t.Until == t.Round+1 {
		return fmt.Sprintf("round %d", t.Round)
	}
	return fmt.Sprintf("rounds %d to %d", t.Round, t.Until-1)
}

// Won says in a sentence how the chance of a seat rose at a turning point.
func Won(t *chance.Turning, seat int, names *[sim.Seats]string) string {
	from, to := t.From, t.To
	if t.Seat != seat {
		from, to = t.Before, t.After
	}
	reason := names[seat]
	for _, r := range t.Reasons {
		if r.Seat == seat {
			reason = r.Text
		}
	}
	return fmt.Sprintf("%s: from %s to %s", reason, numbers.Chance(from), numbers.Chance(to))
}

// Thrown is the largest chance that somebody had who has not won, and in which round.
func Thrown(line []chance.Chance, winner int) (seat, round int, win float64) {
	for k := range line {
		for i, w := range line[k].Win {
			if i != winner && w > win {
				seat, round, win = i, line[k].Round, w
			}
		}
	}
	return seat, round, win
}

// NoTurnings says why there are no turning points.
func NoTurnings(s *chance.Snapshot) string {
	if s.Level < chance.Split {
		return "turning points have not been looked for yet"
	}
	if s.Incomplete {
		return "no turning points: rounds of the recording are missing"
	}
	return "no turning points: no change is larger than 10 % and than the dice explain"
}
