package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"game-tui/sim"
	"game-tui/sim/stats"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// Moments is a list of moments that the "next found" key steps through. It never changes.
type Moments struct {
	Of    *Data
	Title string
	List  []Moment // moments sorted by round
}

type Moment struct {
	Round int   // round in which to show the moment
	Event int   // index of the event to stop at, or -1
	Unit  int32 // ID of the unit to inspect, or sim.NoUnit
}

// Place returns the place of a moment without an event. The cursor is on the moment's unit, or
// where that unit was one round earlier.
func (m Moment) Place(d *Data, here location.Place) location.Place {
	to := here.InRound(m.Round)
	to.Follow, to.Free, to.Event = 0, false, 0
	var f sim.Frame
	for _, k := range []int{m.Round, m.Round - 1} {
		state := d.Record.State(k)
		if m.Unit == sim.NoUnit || state == nil {
			break
		}
		state.FillFrame(&f)
		if i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == m.Unit && u.OnBoard }); i >= 0 {
			to.Inspect, to.Cursor = true, f.Units[i].At
			break
		}
	}
	return to
}

type listedMoment struct {
	Moment
	text string
}

type momentRows struct {
	ui.Items[listedMoment]
	title string
}

var momentsPage = &ui.Lister{
	Key: func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, of any) ui.Rows {
		return read(p, func(m *MatchState) momentRows {
			items := ui.NewItems(m.moments(of.(subject)), []ui.Column{{MaxWidth: 9}, {Rest: true}}, func(it listedMoment, _ *theme.Palette) ui.Row {
				return ui.Row{Key: it.Round, SearchText: it.text, Cells: []ui.Cell{{Text: "round " + strconv.Itoa(it.Round)}, {Text: it.text}}}
			})
			return momentRows{items, m.subjectText(of.(subject))}
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		list := rows.(momentRows)
		act(u, func(m *MatchState, a Actions) {
			found := &Moments{Of: m.Data, Title: list.title}
			for _, it := range list.All {
				found.List = append(found.List, it.Moment)
			}
			slices.SortFunc(found.List, func(x, y Moment) int { return cmp.Compare(x.Round, y.Round) })
			a.GoToMoment(found, slices.Index(found.List, list.All[i].Moment))
		})
		u.ClosePages()
	},
	Title: func(p *ui.Program, of any) string {
		return read(p, func(m *MatchState) string { return m.subjectText(of.(subject)) })
	},
	Hint: func(p *ui.Program) string {
		return ui.Name("choose") + " goes there, " + name(p, "nextFound") + " to others, " + ui.Name("all") + " back"
	},
	Placeholder: "no moments",
}

// Lists are limited to this many orders per round, and this many rounds for processor time.
const (
	maxOrdersListed = 4
	maxTimesListed  = 10
)

// moments returns the moments of a subject up to the horizon. Processor times are sorted from large
// to small.
func (m *MatchState) moments(of subject) (list []listedMoment) {
	seat := int(of.seat)
	add := func(round, event int, unit int32, text string) {
		list = append(list, listedMoment{Moment{round, event, unit}, text})
	}
	switch of.kind {
	case subjectFailed:
		m.eachTurn(func(k int, t *sim.Turn) {
			unit, words := int32(sim.NoUnit), []string(nil)
			for i := range t.Orders[seat] {
				o := t.Orders[seat][i]
				if o.Outcome != sim.Outcome(of.n) {
					continue
				}
				if words == nil {
					unit = o.Unit
				}
				o.Outcome = sim.OutcomeExecuted // hide the reason, because the title contains it
				words = append(words, m.Info.OrderText(&o))
			}
			if n := len(words); n > maxOrdersListed {
				words = append(words[:maxOrdersListed], strconv.Itoa(n-maxOrdersListed)+" more")
			}
			if words != nil {
				add(k+1, -1, unit, strings.Join(words, ", "))
			}
		})
	case subjectIdle:
		m.eachTurn(func(k int, t *sim.Turn) {
			if t.Known&sim.KnownOrders != 0 && len(t.Orders[seat]) == 0 {
				add(k+1, -1, sim.NoUnit, "no order")
			}
		})
	case subjectLost:
		rows := m.Index.Rows()
		for _, l := range m.Book.Losses(m.Horizon) {
			at := rows.Find(l.Round, l.Event)
			if l.Seat != seat || l.By != int(of.n) || at < 0 { // skip other losses and those not indexed yet
				continue
			}
			text := string(m.Index.AppendText(nil, rows.At(at), &m.Names))
			if n := len(list); n > 0 && list[n-1].Round == l.Round {
				list[n-1].text += "; " + text
				continue
			}
			add(l.Round, l.Event, l.Unit, text)
		}
	case subjectStill:
		for _, s := range m.Book.IdleStretches(seat, m.Horizon) {
			if s.Unit == of.n {
				add(s.From, -1, s.Unit, fmt.Sprintf("%d rounds at %v, until round %d%s", s.Rounds(), s.At, s.Until-1, m.ordersIn(&s)))
			}
		}
	case subjectTime:
		cpu := map[int]time.Duration{}
		m.eachTurn(func(k int, t *sim.Turn) {
			if cpu[k] = t.Reports[seat].CPU; t.Known&sim.KnownReports != 0 && cpu[k] > 0 {
				add(k, -1, sim.NoUnit, format.CPU(cpu[k]))
			}
		})
		slices.SortStableFunc(list, func(x, y listedMoment) int { return cmp.Compare(cpu[y.Round], cpu[x.Round]) })
		list = list[:min(len(list), maxTimesListed)]
	}
	return list
}

// eachTurn calls do for every turn up to the horizon.
func (m *MatchState) eachTurn(do func(k int, t *sim.Turn)) {
	for k := range m.Horizon {
		if t := m.Record.Turn(k); t != nil {
			do(k, t)
		}
	}
}

// ordersIn describes the orders that a unit received while it stood still. It returns "" if they
// are unknown.
func (m *MatchState) ordersIn(s *stats.IdleStretch) string {
	n := 0
	for k := s.From; k < s.Until; k++ {
		t := m.Record.Turn(k)
		if t.Known&sim.KnownOrders == 0 {
			return ""
		}
		if slices.ContainsFunc(t.Orders[s.Seat], func(o sim.Submitted) bool { return o.Unit == s.Unit }) {
			n++
		}
	}
	if n == 0 {
		return ": no order"
	}
	return ": " + sim.Count(n, "order") + " failed"
}
