package winchance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
)

// reasons explains a turning point for the seat that gained and the seat that lost. It prefers
// unusual events and those on the timeline. Otherwise it names a changed measure, other events or
// points.
func (a *Analysis) reasons(t *TurningPoint) (list Reasons) {
	m := &a.Match
	up, down := t.Seat, t.OtherSeat
	if t.ChanceAfter < t.ChanceBefore {
		up, down = down, up
	}
	before, after := m.Record.State(t.Round).Scores(), m.Record.State(t.EndRound).Scores()
	gained := func(seat int) int { return after[seat] - before[seat] }
	next := m.nextEvent(t.EndRound, t.KnownAt, up)
	for _, seat := range []int{up, down} {
		gain, text := gained(seat), ""
		if gain != 0 {
			text = fmt.Sprintf(", score %+d", gain)
		}
		if seat == up && next != "" {
			text += ", then " + next
		}
		period := " in " + sim.FormatCount(t.EndRound-t.Round, "round")
		explanation := cmp.Or(m.unusualEvents(t, seat, seat == up, false), a.changedMeasure(t, seat, seat == up), m.unusualEvents(t, seat, seat == up, true))
		if explanation != "" {
			list = append(list, Reason{seat, m.NameOf(seat) + explanation + period + text})
		} else if gain != 0 && float64(gained(up)-gained(down)) > minGain*a.table.Scales[0] {
			list = append(list, Reason{seat, fmt.Sprintf("%s: score %+d%s", m.NameOf(seat), gain, period)})
		}
	}
	switch seat, by := sim.Lead(after); {
	case list != nil:
	case next != "":
		list = Reasons{{up, m.NameOf(up) + " then " + next}}
	case seat == up && by > 0:
		list = Reasons{{up, fmt.Sprintf("%s leads by %d with %s left", m.NameOf(up), by, sim.FormatCount(m.rounds()-t.EndRound, "round"))}}
	default:
		list = Reasons{{-1, "no event stands out"}}
	}
	return list
}

// nextEvent returns a seat's first notable event between two rounds, if such events are rare.
func (m *Match) nextEvent(startRound, endRound, seat int) string {
	legend := m.Game.Legend()
	ever := make([]int, len(legend.Events))
	first, at := -1, 0
	for k, e := range m.Record.Events(0, m.Record.Edge()) {
		if int(e.Seat) != seat {
			continue
		}
		ever[e.Kind]++
		if l := &legend.Events[e.Kind]; first < 0 && k >= startRound && k < endRound && (l.OnTimeline || l.IsLoss) && l.ActorText != "" {
			first, at = int(e.Kind), k
		}
	}
	if first < 0 || 2*ever[first]*(endRound-startRound) > m.Record.Edge() {
		return ""
	}
	return fmt.Sprintf("%s in round %d", CountText(legend.Events[first].ActorText, 1), at)
}

const (
	minGain          = 0.02 // minimum lead in points gained, relative to the usual difference between seats
	minMeasureEffect = 0.05 // minimum effect of a measure on a chance
)

// changedMeasure returns the measure whose change moved the seat's estimate most in the given
// direction, or "".
func (a *Analysis) changedMeasure(t *TurningPoint, seat int, rising bool) (text string) {
	sample := func(round int) *Sample { return NewSample(&a.Match, a.Match.Record.State(round), a.table.Players) }
	before, now := sample(t.Round).Values[seat], sample(t.EndRound)
	with, most := a.table.Chances(now)[seat], minMeasureEffect
	own := now.Values[seat]
	for i, measure := range a.Match.Game.Measures() {
		if measure.Hidden {
			continue
		}
		was, is := before[1+i], own[1+i]
		own[1+i] = was
		d := with - a.table.Chances(now)[seat]
		own[1+i] = is
		if !rising {
			d = -d
		}
		if d > most {
			most, text = d, fmt.Sprintf(": %s %d → %d", measure.Name, was, is)
		}
	}
	return text
}

// unusualEvents describes up to two kinds of a seat's events that were more frequent at a turning
// point than in the whole match. If anyExcess is set, any excess counts, but minor events are
// ignored. Otherwise minor events need a larger excess.
func (m *Match) unusualEvents(t *TurningPoint, seat int, asActor, anyExcess bool) string {
	kinds := m.Game.Legend().Events
	phrase := func(kind int) string {
		if asActor {
			return kinds[kind].ActorText
		}
		return kinds[kind].TargetText
	}
	turningCounts, matchCounts := make([]int, len(kinds)), make([]int, len(kinds))
	played := m.Record.Edge()
	for k, e := range m.Record.Events(0, played) {
		if asActor && int(e.Seat) != seat || !asActor && int(e.Other) != seat {
			continue
		}
		matchCounts[e.Kind]++
		if k >= t.Round && k < t.EndRound {
			turningCounts[e.Kind]++
		}
	}
	excess := func(kind int) float64 {
		expected := float64(matchCounts[kind]*(t.EndRound-t.Round)) / float64(max(played, 1))
		return (float64(turningCounts[kind]) - expected) / math.Sqrt(expected+0.5)
	}
	var found []int
	for kind := range kinds {
		k, least := &kinds[kind], 1.0 // in standard deviations
		// minor events, such as picking something up
		small := k.Rank >= 4 && k.Role != sim.RoleOwner && k.Role != sim.RoleBad
		switch {
		case small && anyExcess || phrase(kind) == "":
			continue
		case k.OnTimeline || anyExcess:
			least = 0
		case small:
			least = 2
		}
		if turningCounts[kind] > 0 && excess(kind) > least {
			found = append(found, kind)
		}
	}
	weight := func(kind int) float64 { return excess(kind) / float64(1+kinds[kind].Rank) }
	slices.SortStableFunc(found, func(x, y int) int { return cmp.Compare(weight(y), weight(x)) })
	text, sep := "", " "
	for _, kind := range found[:min(len(found), 2)] {
		text, sep = text+sep+CountText(phrase(kind), turningCounts[kind]), " and "
	}
	return text
}

// CountText inserts a number into an event's text, as in "converts 3 wizards" or "attacks once".
func CountText(text string, n int) string {
	if n == 1 {
		return strings.NewReplacer("# time(s)", "once", "#", "1", "(s)", "").Replace(text)
	}
	return strings.NewReplacer("#", strconv.Itoa(n), "(s)", "s").Replace(text)
}
