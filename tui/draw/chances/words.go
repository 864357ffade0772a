package chances

import (
	"cmp"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
)

// FormatChance formats a seat's win chance with twice its standard error, if known. In the last
// round, it formats the result.
func FormatChance(c *winchance.Chance, seat, rounds int) string {
	switch {
	case c.Round >= rounds:
		return format.Percent(c.WinChance[seat])
	case c.Error[seat] == 0:
		return format.OpenChance(c.WinChance[seat])
	}
	return format.Percent(c.WinChance[seat]) + " " + format.Margin(100*c.Error[seat])
}

func FormatRate(r winchance.Rate) string {
	switch {
	case !r.OK:
		return "unknown"
	case !r.IsPrecise():
		return "unclear"
	}
	return format.Percent(r.Rate) + " " + format.Margin(100*r.Error)
}

func FormatRateShort(r winchance.Rate) string {
	if !r.IsPrecise() {
		return "?"
	}
	return strings.Replace(format.Percent(r.Rate), " ", "", 1)
}

var PaceParts = [...]string{"beginning", "middle", "end"}

func ExplainPace(reference string) string {
	return "each player's score relative to " + reference + "'s score in the same seat and rounds"
}

// PaceNotes explains "unclear" and "unknown" if they apply to any pace in list. A non-empty hint
// describes how to learn more.
func PaceNotes(list []winchance.SeatPace, hint string) (lines []string) {
	var unclear, unknown bool
	for i := range list {
		for _, r := range append(list[i].Parts[:], list[i].Overall) {
			unknown = unknown || !r.OK
			unclear = unclear || r.OK && !r.IsPrecise()
		}
	}
	if unclear {
		text := "unclear: may be off by more than 50 %"
		if hint != "" {
			text += "; " + hint
		}
		lines = append(lines, text)
	}
	if unknown {
		lines = append(lines, "unknown: not enough data to compare")
	}
	return lines
}

// SourceNotes describes how win chances were computed and why they may be inaccurate.
func SourceNotes(s *winchance.Snapshot, source winchance.Source) (list []string) {
	text := string(source)
	switch {
	case source == winchance.SourceRollouts:
		text += ": " + sim.FormatCount(s.PiecesDone, "simulated ending")
	case s.Incomplete:
		text += " from score and board: rounds are missing"
	case s.IsEstimateOnly:
		text += " from score and board: not all players are built in"
	default:
		text += " from score and board"
	}
	list = append(list, text)
	if s.Broken {
		list = append(list, "no rollouts: the recording contains impossible states")
	}
	if !s.FitsSettings {
		list = append(list, "less certain: not the default rules")
	}
	return list
}

// TurningLines describes a turning point: the change, each player's reasons, and the influence of
// orders and luck.
func TurningLines(t *winchance.TurningPoint, names *[sim.Seats]string) []string {
	return describeTurning(t, names, "%s %s → %s")
}

// TurningSentence is like TurningLines, but returns a single line without arrows.
func TurningSentence(t *winchance.TurningPoint, names *[sim.Seats]string) string {
	return strings.ReplaceAll(strings.Join(describeTurning(t, names, "%s from %s to %s"), "; "), " → ", " to ")
}

func describeTurning(t *winchance.TurningPoint, names *[sim.Seats]string, changeFormat string) (lines []string) {
	first := fmt.Sprintf("rounds %d to %d: "+changeFormat, t.Round, t.EndRound, names[t.Seat], format.OpenChance(t.ChanceBefore), format.OpenChance(t.ChanceAfter))
	if t.Estimate {
		first += " (" + string(t.Source()) + ")"
	} else {
		first += " (" + string(t.Source()) + ", " + format.Margin(100*t.Error) + ")"
	}
	if t.OtherSeat != t.Seat {
		first += fmt.Sprintf(", "+changeFormat, names[t.OtherSeat], format.OpenChance(t.OtherChanceBefore), format.OpenChance(t.OtherChanceAfter))
	}
	lines = []string{first}
	for _, r := range t.Reasons {
		lines = append(lines, r.Text)
	}
	if t.Rollouts > 0 {
		cause := cmp.Or(t.Cause(), "orders or luck (too close to tell)")
		lines = append(lines, fmt.Sprintf("same orders: %s %s with other dice, %s (%s) with the original dice; cause: %s",
			names[t.Seat], format.OpenChance(t.ExpectedChance), format.OpenChance(t.ChanceAfter), format.Margin(100*t.LuckError), cause))
	}
	return lines
}

// LastRise returns the last turning point at which a seat's win chance rose, or nil.
func LastRise(list []winchance.TurningPoint, seat int) (last *winchance.TurningPoint) {
	for i := range list {
		if t := &list[i]; t.ChanceAfter >= t.ChanceBefore && t.Seat == seat || t.ChanceAfter < t.ChanceBefore && t.OtherSeat == seat {
			last = t
		}
	}
	return last
}

// FormatRounds returns the rounds of a turning point as text, such as "rounds 180 to 184".
func FormatRounds(t *winchance.TurningPoint) string {
	if t.EndRound == t.Round+1 {
		return fmt.Sprintf("round %d", t.Round)
	}
	return fmt.Sprintf("rounds %d to %d", t.Round, t.EndRound-1)
}

// Decision returns a title and a sentence about a turning point in the winner's favour. It calls
// the match decided only if it is over and the winner became the favourite.
func Decision(t *winchance.TurningPoint, winner int, isOver bool, names *[sim.Seats]string) (title, sentence string) {
	from, to := t.ChanceBefore, t.ChanceAfter
	if t.Seat != winner {
		from, to = t.OtherChanceBefore, t.OtherChanceAfter
	}
	reason := names[winner]
	for _, r := range t.Reasons {
		if r.Seat == winner {
			reason = r.Text
		}
	}
	title = "turning point in "
	if isOver && to > 0.5 {
		title = "decided in "
	}
	return title + FormatRounds(t), fmt.Sprintf("%s: from %s to %s (%s)", reason, format.OpenChance(from), format.OpenChance(to), t.Source())
}

const ClosestToWinning = "closest to winning"

// ClosestLoser describes the largest win chance of any player who did not win. It returns "" if
// that chance was at most one half.
func ClosestLoser(e *winchance.Extremes, names *[sim.Seats]string) string {
	if e.BestLoserSeat < 0 || e.BestLoserChance <= 0.5 {
		return ""
	}
	return names[e.BestLoserSeat] + " had " + FormatPeak(e.BestLoserChance, e.BestLoserRound, e.Source)
}

func FormatPeak(win float64, round int, source winchance.Source) string {
	return fmt.Sprintf("%s in round %d (%s)", format.OpenChance(win), round, source)
}

// ExplainNoTurnings explains why no turning points are shown up to a horizon. It mentions large
// changes that were too slow to count.
func ExplainNoTurnings(s *winchance.Snapshot, horizon, rounds int, names *[sim.Seats]string) string {
	source, dice := winchance.SourceRollouts, " and the effect of luck"
	if s.IsEstimateOnly {
		source, dice = winchance.SourceEstimate, ""
	}
	switch {
	case s.Broken:
		return "cannot search for turning points: the recorded states cannot be continued"
	case s.Level < winchance.LevelSplit:
		return "the search for turning points has not started"
	case s.Incomplete:
		return "cannot search for turning points: rounds are missing from the recording"
	case horizon < s.Edge(): // Later rounds may still confirm a turning point.
		return fmt.Sprintf("no turning point found up to round %d", horizon)
	case s.CheckedCandidates < s.CandidateCount:
		return fmt.Sprintf("no turning point found yet: %d of %s examined closely", s.CheckedCandidates, sim.FormatCount(s.CandidateCount, "change"))
	}
	text := fmt.Sprintf("no turning points: no change within a few rounds exceeds %s%s", format.Percent(source.MinChange()), dice)
	curve := s.Curve(horizon)
	if d := curve.LargestChange(rounds); max(d.ChanceAfter-d.ChanceBefore, d.ChanceBefore-d.ChanceAfter) > 2*source.MinChange() {
		text += fmt.Sprintf("; over a longer span, %s went from %s in round %d to %s in round %d (%s)",
			names[d.Seat], format.OpenChance(d.ChanceBefore), d.StartRound, format.OpenChance(d.ChanceAfter), d.EndRound, curve.Source)
	}
	return text
}
