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
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/panel"
	"game-tui/tui/format"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// overviewPage is the page about one player's orders and units. Its rows open lists of moments.
var overviewPage = &ui.ListSpec{
	Key:   func(p *ui.Program, _ any) any { return matchState(p) },
	IsNew: func(key, oldKey any) bool { return key.(MatchState).Data != oldKey.(MatchState).Data },
	Rows:  func(p *ui.Program, _ any) ui.Rows { return read(p, (*MatchState).overviewRows) },
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		momentsPage.Open(u, rows.(overviewList).Values[i].subject)
	},
	Title: func(p *ui.Program, _ any) string {
		return read(p, func(m *MatchState) string {
			return m.Names[m.playerInView()] + " up to round " + strconv.Itoa(m.Horizon) + ": orders, losses, idle units"
		})
	},
	Hint: func(p *ui.Program) string {
		return ui.KeyLabel("choose") + " lists rounds, " + keyLabel(p, "front") + " next player, " + keyLabel(p, "mine") + " closes"
	},
}

// OpenOverview opens the overview of a player. If the overview is already open, OpenOverview closes
// it, together with its list of moments.
func OpenOverview(u *ui.Update) {
	if momentsPage.Owns(u.TopPage()) {
		u.Pop()
	}
	overviewPage.Open(u, nil)
}

type subject struct {
	kind subjectKind
	seat int8
	n    int32 // outcome, seat or unit ID, depending on kind
}

type subjectKind uint8

const (
	subjectNone         subjectKind = iota // heading or note, which has no moments
	subjectFailedOrders                    // failed orders; subject.n is their outcome
	subjectNoOrders                        // rounds in which the player gave no order
	subjectLostUnits                       // lost units; subject.n is the seat that took them, or stats.NoSeat
	subjectCPUTime                         // rounds in which the player used the most processor time
	subjectIdleUnit                        // unit that stood still; subject.n is its ID
)

type overviewRow struct {
	subject
	text, figure string
	isHeading    bool
}

type overviewList struct{ ui.Items[overviewRow] }

func (m overviewList) CanChoose(i int) bool { return m.Values[i].kind != subjectNone }

// playerInView returns the highlighted seat, or else the seat of the followed or inspected unit, or
// else the first seat shown.
func (m *MatchState) playerInView() int8 {
	if m.HighlightedSeat > 0 {
		return m.HighlightedSeat - 1
	}
	if u := m.unitInView(); u != nil && u.Seat >= 0 {
		return u.Seat
	}
	return int8(m.Info.Seats()[0])
}

func (m *MatchState) overviewRows() ui.Rows {
	f, seat := m.Stats.At(m.Horizon), int(m.playerInView())
	return overviewList{ui.NewItems(m.playerRows(&f, seat), []ui.ListColumn{{TakesRest: true}, {AlignRight: true}}, func(r overviewRow, p *theme.Palette) ui.Row {
		row := ui.Row{Key: r.subject, SearchText: r.text, Cells: []ui.RowCell{{Text: r.text}, {Text: r.figure}}}
		switch {
		case r.isHeading:
			row.Key, row.Cells[0].Style = r.text, p.Strong.WithAttr(screen.Underline)
		case r.kind == subjectNone:
			row.Key, row.Cells[0].Style = r.text, p.Dim
		case r.kind == subjectLostUnits && r.n < sim.Seats:
			row.Mark = ui.RowCell{Text: strconv.Itoa(int(r.n)), Style: p.SeatStyle(int8(r.n))}
		}
		return row
	})}
}

func (m *MatchState) playerRows(f *stats.Figures, seat int) []overviewRow {
	return slices.Concat(m.failedOrderRows(f, seat), m.lostUnitRows(f, seat), m.timeRows(f, seat), m.idleUnitRows(f, seat))
}

func percent(n, total int) string { return format.Chance(float64(n) / float64(max(total, 1))) }

func (m *MatchState) failedOrderRows(f *stats.Figures, seat int) []overviewRow {
	if !f.OrdersKnown {
		return []overviewRow{{text: "orders", isHeading: true}, {text: panel.OutcomesUnknown}}
	}
	list := []overviewRow{{text: "failed orders", figure: fmt.Sprintf("%d of %d, %s", f.FailedOrders(seat), f.Orders[seat], percent(f.FailedOrders(seat), f.Orders[seat])), isHeading: true}}
	if f.Orders[seat] == 0 {
		list[0].figure = "none given"
	}
	failed := slices.Clone(f.FailedByOutcome)
	slices.SortStableFunc(failed, func(a, b stats.OutcomeCount) int { return b.Orders[seat] - a.Orders[seat] })
	for _, rule := range failed {
		if n := rule.Orders[seat]; n > 0 {
			list = append(list, overviewRow{subject: subject{subjectFailedOrders, int8(seat), int32(rule.Outcome)}, text: sim.OutcomeText(m.Meta.Game, rule.Outcome), figure: fmt.Sprintf("%d, %s", n, percent(n, f.Orders[seat]))})
		}
	}
	idle := subject{subjectNoOrders, int8(seat), 0}
	if n := len(m.moments(idle)); n > 0 {
		list = append(list, overviewRow{subject: idle, text: "no order given", figure: sim.FormatCount(n, "round")})
	}
	return list
}

func (m *MatchState) lostUnitRows(f *stats.Figures, seat int) []overviewRow {
	list := []overviewRow{{text: "units lost", figure: strconv.Itoa(f.LossCount(seat)), isHeading: true}}
	if f.HasGaps {
		list[0].figure = panel.Unknown
	}
	losses := m.Stats.Losses(m.Horizon)
	seats := m.Info.Seats()
	for _, by := range append(seats[:], stats.NoSeat) {
		kinds := make([]int, len(m.Legend.Units))
		for _, l := range losses {
			if l.Seat == seat && l.Taker == by {
				kinds[l.Kind]++
			}
		}
		var words []string
		for kind, n := range kinds {
			switch name := m.Legend.Units[kind].Name; n {
			case 0:
			case f.LostUnits[seat][by]:
				words = append(words, name)
			default:
				words = append(words, name+" "+strconv.Itoa(n))
			}
		}
		if words == nil {
			continue
		}
		figure := strconv.Itoa(f.LostUnits[seat][by])
		if f.HasGaps {
			figure += " or more"
		}
		list = append(list, overviewRow{subject: subject{subjectLostUnits, int8(seat), int32(by)}, text: "to " + m.takerName(by) + ": " + strings.Join(words, ", "), figure: figure})
	}
	return list
}

// takerName returns the name of the player in a seat, or of the boss if seat is stats.NoSeat.
func (m *MatchState) takerName(seat int) string {
	if seat == stats.NoSeat {
		boss, _ := m.Legend.BossName()
		return boss
	}
	return m.Names[seat]
}

func (m *MatchState) timeRows(f *stats.Figures, seat int) []overviewRow {
	list, used := []overviewRow{{text: "processor time", isHeading: true}}, subject{subjectCPUTime, int8(seat), 0}
	switch {
	case f.CPUTime[seat] > 0:
		list[0].figure = format.CPU(f.CPUTime[seat]) + ", " + format.CPU(f.CPUTime[seat]/time.Duration(f.Round)) + " a round"
		if slowest := m.moments(used); len(slowest) > 0 {
			list = append(list, overviewRow{subject: used, text: "most in round " + strconv.Itoa(slowest[0].Round), figure: slowest[0].text})
		}
	case m.Info.HasClock && f.Status[seat] >= 0:
		list[0].figure = format.Percent(f.Status[seat]) + " of the limit"
	default:
		list = append(list, overviewRow{text: "unknown"})
	}
	if out := f.Failures[seat]; out != nil {
		list = append(list, overviewRow{text: "out: " + out.Text()})
	}
	return list
}

func (m *MatchState) idleUnitRows(f *stats.Figures, seat int) []overviewRow {
	type unit struct {
		stats.IdleStretch // the unit's longest idle stretch
		rounds, times     int
	}
	var units []unit
	all := 0
	for _, s := range m.Stats.IdleStretches(seat, m.Horizon) {
		if n := len(units); n == 0 || units[n-1].Unit != s.Unit {
			units = append(units, unit{IdleStretch: s})
		}
		u := &units[len(units)-1]
		if s.Rounds() > u.Rounds() {
			u.IdleStretch = s
		}
		all, u.rounds, u.times = all+s.Rounds(), u.rounds+s.Rounds(), u.times+1
	}
	slices.SortStableFunc(units, func(a, b unit) int { return b.rounds - a.rounds })
	list := []overviewRow{{text: fmt.Sprintf("stood still for %d rounds or more", stats.MinIdleRounds), figure: strconv.Itoa(len(units)), isHeading: true}}
	switch {
	case f.HasGaps:
		list[0].figure = panel.Unknown
	case all > 0:
		list[0].figure = sim.FormatCount(len(units), "unit") + ", " + sim.FormatCount(all, "round")
	}
	for _, u := range units {
		text := m.UnitName(&sim.Unit{ID: u.Unit, Kind: u.Kind, Seat: -1}) + ": "
		if u.times > 1 {
			text += strconv.Itoa(u.times) + " times, longest in "
		}
		text += fmt.Sprintf("rounds %d–%d", u.StartRound, u.EndRound-1)
		list = append(list, overviewRow{subject: subject{subjectIdleUnit, int8(seat), u.Unit}, text: text, figure: strconv.Itoa(u.rounds)})
	}
	return list
}

func (m *MatchState) subjectText(sub subject) string {
	who := m.Names[sub.seat]
	switch sub.kind {
	case subjectFailedOrders:
		return who + "'s failed orders: " + sim.OutcomeText(m.Meta.Game, sim.Outcome(sub.n))
	case subjectNoOrders:
		return "rounds without orders from " + who
	case subjectLostUnits:
		return who + " loses units to " + m.takerName(int(sub.n))
	case subjectIdleUnit:
		return who + "'s " + m.ShortUnitName(m.Info.Frame, sub.n) + " stands still"
	}
	return who + "'s processor time"
}

// Moments is a list of moments through which the "next found" key steps. It is immutable.
type Moments struct {
	Data  *Data
	Title string
	List  []Moment // sorted by round
}

type Moment struct {
	Round int   // round that shows the moment
	Event int   // index of the event to select, or -1
	Unit  int32 // ID of the unit to inspect, or sim.NoUnit
}

// Place returns the place at which to show a moment without an event. It inspects the cell of the
// moment's unit or, if the unit is gone, its cell in the previous round.
func (m Moment) Place(d *Data, current location.Place) location.Place {
	to := current.WithRound(m.Round)
	to.FollowedUnit, to.IsPanned, to.Event = 0, false, 0
	var f sim.Frame
	for _, k := range []int{m.Round, m.Round - 1} {
		state := d.Record.State(k)
		if m.Unit == sim.NoUnit || state == nil {
			break
		}
		state.FillFrame(&f)
		if i := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == m.Unit && u.OnBoard }); i >= 0 {
			to.IsInspecting, to.Cursor = true, f.Units[i].At
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

var momentsPage = &ui.ListSpec{
	Key: func(p *ui.Program, _ any) any { return matchState(p) },
	Rows: func(p *ui.Program, arg any) ui.Rows {
		return read(p, func(m *MatchState) momentRows {
			items := ui.NewItems(m.moments(arg.(subject)), []ui.ListColumn{{MaxWidth: 9}, {TakesRest: true}}, func(it listedMoment, _ *theme.Palette) ui.Row {
				return ui.Row{Key: it.Round, SearchText: it.text, Cells: []ui.RowCell{{Text: "round " + strconv.Itoa(it.Round)}, {Text: it.text}}}
			})
			return momentRows{items, m.subjectText(arg.(subject))}
		})
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		list := rows.(momentRows)
		act(u, func(m *MatchState, a Actions) {
			found := &Moments{Data: m.Data, Title: list.title}
			for _, it := range list.Values {
				found.List = append(found.List, it.Moment)
			}
			slices.SortFunc(found.List, func(x, y Moment) int { return cmp.Compare(x.Round, y.Round) })
			a.GoToMoment(found, slices.Index(found.List, list.Values[i].Moment))
		})
		u.ClosePages()
	},
	Title: func(p *ui.Program, arg any) string {
		return read(p, func(m *MatchState) string { return m.subjectText(arg.(subject)) })
	},
	Hint: func(p *ui.Program) string {
		return ui.KeyLabel("choose") + " goes there, " + keyLabel(p, "nextFound") + " step, " + ui.KeyLabel("all") + " back"
	},
	Placeholder: "no moments",
}

// moments returns the moments of a subject up to the horizon, describing up to four orders per
// round. For processor time, it returns the ten largest values in descending order.
func (m *MatchState) moments(sub subject) (list []listedMoment) {
	seat := int(sub.seat)
	add := func(round, event int, unit int32, text string) {
		list = append(list, listedMoment{Moment{round, event, unit}, text})
	}
	switch sub.kind {
	case subjectFailedOrders:
		m.eachTurn(func(k int, t *sim.Turn) {
			if unit, text := m.describeOrders(sim.Outcome(sub.n), t.Orders[seat]); text != "" {
				add(k+1, -1, unit, text)
			}
		})
	case subjectNoOrders:
		m.eachTurn(func(k int, t *sim.Turn) {
			if t.KnownParts&sim.KnownOrders != 0 && len(t.Orders[seat]) == 0 {
				add(k+1, -1, sim.NoUnit, "no order")
			}
		})
	case subjectLostUnits:
		rows := m.Index.Rows()
		for _, l := range m.Stats.Losses(m.Horizon) {
			at := rows.Find(l.Round, l.EventIndex)
			// Skip losses of other subjects and losses that are not in the index yet.
			if l.Seat != seat || l.Taker != int(sub.n) || at < 0 {
				continue
			}
			text := string(m.Index.AppendText(nil, rows.At(at), &m.Names))
			if n := len(list); n > 0 && list[n-1].Round == l.Round {
				list[n-1].text += "; " + text
				continue
			}
			add(l.Round, l.EventIndex, l.Unit, text)
		}
	case subjectIdleUnit:
		for _, s := range m.Stats.IdleStretches(seat, m.Horizon) {
			if s.Unit == sub.n {
				add(s.StartRound, -1, s.Unit, fmt.Sprintf("%d rounds at %v, until round %d%s", s.Rounds(), s.At, s.EndRound-1, m.orderCountText(&s)))
			}
		}
	case subjectCPUTime:
		cpu := map[int]time.Duration{}
		m.eachTurn(func(k int, t *sim.Turn) {
			if cpu[k] = t.Reports[seat].CPU; t.KnownParts&sim.KnownReports != 0 && cpu[k] > 0 {
				add(k, -1, sim.NoUnit, format.CPU(cpu[k]))
			}
		})
		slices.SortStableFunc(list, func(x, y listedMoment) int { return cmp.Compare(cpu[y.Round], cpu[x.Round]) })
		list = list[:min(len(list), 10)]
	}
	return list
}

// describeOrders describes the orders with the given outcome and returns the unit of the first one.
func (m *MatchState) describeOrders(outcome sim.Outcome, orders []sim.SubmittedOrder) (unit int32, text string) {
	unit = sim.NoUnit
	var words []string
	for _, o := range orders {
		if o.Outcome != outcome {
			continue
		}
		if words == nil {
			unit = o.Unit
		}
		o.Outcome = sim.OutcomeExecuted // The title of the list already contains the reason for the failure.
		words = append(words, m.Info.OrderText(&o))
	}
	if n := len(words); n > 4 {
		words = append(words[:4], strconv.Itoa(n-4)+" more")
	}
	return unit, strings.Join(words, ", ")
}

// eachTurn calls do for every recorded turn up to the horizon.
func (m *MatchState) eachTurn(do func(k int, t *sim.Turn)) {
	for k := range m.Horizon {
		if t := m.Record.Turn(k); t != nil {
			do(k, t)
		}
	}
}

// orderCountText describes how many orders a unit received while it stood still. It returns "" if the
// number is unknown.
func (m *MatchState) orderCountText(s *stats.IdleStretch) string {
	n := 0
	for k := s.StartRound; k < s.EndRound; k++ {
		t := m.Record.Turn(k)
		if t.KnownParts&sim.KnownOrders == 0 {
			return ""
		}
		if slices.ContainsFunc(t.Orders[s.Seat], func(o sim.SubmittedOrder) bool { return o.Unit == s.Unit }) {
			n++
		}
	}
	if n == 0 {
		return ": no order"
	}
	return ": " + sim.FormatCount(n, "order") + " failed"
}
