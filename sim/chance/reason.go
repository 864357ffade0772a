package chance

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"game-tui/sim"
)

// reason tells the events of a moment that are most out of the ordinary, for the seat
// that won by it and the one that lost; where a seat has none, what the table weighs and
// changed. Of a seat with nothing to tell it says nothing. Where both have nothing, it tells
// how far the one that won by it is ahead.
func (a *Analysis) reason(t *Turning) string {
	m := &a.match
	up, down := t.Seat, t.Other
	if t.To < t.From {
		up, down = down, up
	}
	gained := func(seat int) int {
		return m.Record.State(t.Until).Scores()[seat] - m.Record.State(t.Round).Scores()[seat]
	}
	next := m.next(t.Until, t.Told, up)
	var parts []string
	for _, side := range []struct {
		seat int
		sign float64
		part func(e *sim.Event, k *sim.EventKind) (int8, string)
	}{
		{up, 1, func(e *sim.Event, k *sim.EventKind) (int8, string) { return e.Seat, k.Does }},
		{down, -1, func(e *sim.Event, k *sim.EventKind) (int8, string) { return e.Other, k.Suffers }},
	} {
		// What people see goes first.
		events := m.unusual(t.Round, t.Until, side.seat, false, side.part)
		what := ""
		if events == "" {
			what = a.measured(t.Round, t.Until, side.seat, side.sign)
		}
		if events == "" && what == "" {
			events = m.unusual(t.Round, t.Until, side.seat, true, side.part)
		}
		gain := gained(side.seat)
		score := ""
		if gain != 0 {
			score = fmt.Sprintf(", score %+d", gain)
		}
		if side.seat == up && next != "" {
			score += ", then " + next
		}
		switch {
		case events != "":
			parts = append(parts, fmt.Sprintf("%s %s in %s%s", m.Who(side.seat), events, sim.Count(t.Until-t.Round, "round"), score))
		case what != "":
			parts = append(parts, fmt.Sprintf("%s: %s in %s%s", m.Who(side.seat), what, sim.Count(t.Until-t.Round, "round"), score))
		case gain != 0 && float64(gained(up)-gained(down)) > minGain*a.table.Scale[0]:
			parts = append(parts, fmt.Sprintf("%s: score %+d in %s", m.Who(side.seat), gain, sim.Count(t.Until-t.Round, "round")))
		}
	}
	if parts != nil {
		return strings.Join(parts, "; ")
	}
	if next != "" {
		return fmt.Sprintf("%s then %s", m.Who(up), next)
	}
	if seat, by := sim.Lead(m.Record.State(t.Until).Scores()); seat == up && by > 0 {
		return fmt.Sprintf("%s: leads by %d with %s left", m.Who(up), by, sim.Count(m.rounds()-t.Until, "round"))
	}
	return "no event stands out"
}

// next tells what a seat does soon after some rounds, which have brought its units there: the
// first of the events that timelines mark or that take units from others, in a round before
// until, where such come seldom.
func (m *Match) next(from, until, seat int) string {
	legend := m.Game.Legend()
	ever := make([]int, len(legend.Events))
	first, at := -1, 0
	for k, e := range sim.Events(m.Record.Turn, legend, 0, m.Record.Edge()) {
		if int(e.Seat) != seat {
			continue
		}
		ever[e.Kind]++
		if l := &legend.Events[e.Kind]; first < 0 && k >= from && k < until && (l.Mark || l.Loss) && l.Does != "" {
			first, at = int(e.Kind), k
		}
	}
	if first < 0 || 2*ever[first]*(until-from) > m.Record.Edge() {
		return ""
	}
	return fmt.Sprintf("%s in round %d", sim.Tell(legend.Events[first].Does, 1), at)
}

// minGain is how much more who won by a moment must have gained in it for that to be a
// reason, as a part of the usual difference.
const minGain = 0.02

// minMeasured is how much a measure must have moved a chance to be named as a reason.
const minMeasured = 0.05

// measured names the measure of a seat whose change moved its chance most the way of the
// sign, by the table; empty where none moved it much.
func (a *Analysis) measured(from, until, seat int, sign float64) (text string) {
	before := a.table.sample(&a.match, a.match.Record.State(from)).Values[seat]
	now := a.table.sample(&a.match, a.match.Record.State(until))
	with, most := a.table.Chance(now)[seat], minMeasured
	own := now.Values[seat]
	for i, measure := range a.match.Game.Measures() {
		if measure.Inner {
			continue
		}
		was, is := before[1+i], own[1+i]
		own[1+i] = was
		d := sign * (with - a.table.Chance(now)[seat])
		own[1+i] = is
		if d > most {
			most, text = d, fmt.Sprintf("%s %d → %d", measure.Name, was, is)
		}
	}
	return text
}

// minor reports whether events of a kind, such as what is picked up, are no reason unless
// they come unusually often.
func minor(k *sim.EventKind) bool {
	return k.Rank >= 4 && k.Role != sim.RoleOwner && k.Role != sim.RoleBad
}

// unusual tells the two kinds of events of a seat that came most often in some rounds,
// compared with the whole match: those that are out of the ordinary or that timelines mark, or
// with anyMore all that came more often than usual and are not minor. part says whose an event
// is, and how it is told.
func (m *Match) unusual(from, until, seat int, anyMore bool, part func(*sim.Event, *sim.EventKind) (int8, string)) string {
	legend := m.Game.Legend()
	now, ever := make([]int, len(legend.Events)), make([]int, len(legend.Events))
	played := m.Record.Edge()
	for k, e := range sim.Events(m.Record.Turn, legend, 0, played) {
		if of, phrase := part(e, &legend.Events[e.Kind]); int(of) != seat || phrase == "" {
			continue
		}
		ever[e.Kind]++
		if k >= from && k < until {
			now[e.Kind]++
		}
	}
	odd := func(kind int) float64 {
		expected := float64(ever[kind]*(until-from)) / float64(max(played, 1))
		return (float64(now[kind]) - expected) / math.Sqrt(expected+0.5)
	}
	var kinds []int
	for kind := range legend.Events {
		least := 1.0 // standard deviations
		switch small := minor(&legend.Events[kind]); {
		case small && anyMore:
			continue
		case legend.Events[kind].Mark:
			least = 0
		case small:
			least = 2
		case anyMore:
			least = 0
		}
		if now[kind] > 0 && odd(kind) > least {
			kinds = append(kinds, kind)
		}
	}
	slices.SortStableFunc(kinds, func(x, y int) int {
		// What matters more goes first where two are as odd.
		if d := odd(y)/float64(1+legend.Events[y].Rank) - odd(x)/float64(1+legend.Events[x].Rank); d != 0 {
			return int(math.Copysign(1, d))
		}
		return x - y
	})
	var words []string
	for _, kind := range kinds[:min(len(kinds), 2)] {
		_, phrase := part(&sim.Event{}, &legend.Events[kind])
		words = append(words, sim.Tell(phrase, now[kind]))
	}
	return strings.Join(words, " and ")
}
