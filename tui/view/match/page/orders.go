package page

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/component"
	"game-tui/tui/cells/screen"
	"game-tui/tui/replay/branch"
	"game-tui/tui/ui"
)

const maxChangedOrders = 50

type changedOrder struct {
	text        string // order in the notation of the game, such as "67 m r"
	description string // order in words, such as "wizard 67, Seeker: moves right"
	seat        int8
	order       sim.Order
	isIdle      bool // whether the unit receives no order in the branch
}

// ordersPage lets the viewer change individual orders in the shown round.
type ordersPage struct {
	in             component.Input
	orders         []changedOrder // replaced, never modified
	selected       int            // index of the selected order in orders
	key            ordersKey
	typedOrder     changedOrder // order parsed from the input; valid if err is nil
	err            error
	unit           int32       // ID of the unit in the input, or -1
	possibleOrders [][2]string // result of shortOrders for the unit
	matchOrder     string      // description of the order that the unit received in the match
}

type ordersKey struct {
	text  string
	state MatchState
}

func editOrders(u *ui.Update) {
	text := read(&u.Program, func(m *MatchState) string {
		if unit := m.unitInView(); unit != nil && unit.Seat >= 0 {
			return strconv.Itoa(int(unit.ID)) + " "
		}
		return ""
	})
	u.Push(&ordersPage{in: component.NewInput("order: ", 200).Insert(text), unit: -1})
}

func (m *MatchState) unitInView() *sim.Unit {
	if unit := FindUnit(m.Info.Frame, m.Place.FollowedUnit); unit != nil {
		return unit
	}
	if m.Place.IsInspecting {
		return UnitAt(m.Info.Frame, m.Place.Cursor)
	}
	return nil
}

func (p *ordersPage) KeyContext() ui.KeyContext { return ui.InTyping }
func (p *ordersPage) Covers() bool              { return false }
func (p *ordersPage) Input() component.Input    { return p.in }
func (p *ordersPage) Cancel() ui.Page           { return nil }
func (p *ordersPage) InFooter() bool            { return false }

func (p *ordersPage) Edited(in component.Input) ui.Page {
	q := *p
	q.in = in
	return &q
}

func (p *ordersPage) Scroll(n int) ui.Page {
	q := *p
	q.selected = min(max(p.selected+ui.ScrollLines(n, 10), 0), max(len(p.orders)-1, 0))
	return &q
}

func (p *ordersPage) Fit(prog *ui.Program) ui.Page {
	key := ordersKey{p.in.Value(), matchState(prog)}
	if key == p.key {
		return p
	}
	q := *p
	q.key = key
	prog.View().(View).Read(prog, func(m *MatchState) {
		q.typedOrder, q.err = m.parseOrder(key.text)
		unit := int32(-1)
		if u := m.typedUnit(key.text); u != nil {
			unit = u.ID
		}
		if unit != p.unit || key.state != p.key.state {
			q.unit, q.matchOrder = unit, m.orderText(unit)
			q.possibleOrders = m.shortOrders(unit)
		}
	})
	return &q
}

func (m *MatchState) typedUnit(text string) *sim.Unit {
	text = strings.TrimSpace(text)
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	id, err := strconv.ParseInt(text[:n], 10, 32)
	if err != nil {
		return nil
	}
	if u := m.unit(int32(id)); u != nil && u.Seat >= 0 {
		return u
	}
	return nil
}

func (m *MatchState) parseOrder(text string) (o changedOrder, err error) {
	g := m.Meta.Game
	o.text = strings.Join(strings.Fields(text), " ")
	if o.text == "" {
		return o, errors.New("type a unit's number and an order in the game's notation, or - for no order")
	}
	u := m.typedUnit(text)
	if id, idle := strings.CutSuffix(o.text, "-"); idle && u != nil && strings.TrimSpace(id) == strconv.Itoa(int(u.ID)) {
		o.isIdle, o.order.Unit, o.seat = true, u.ID, u.Seat
		o.description = m.UnitName(u) + ": gets no order"
		return o, nil
	}
	order, n, err := res.ReadOrder(g.OrderFormat(), []byte(o.text))
	if err != nil {
		return o, err
	}
	if rest := strings.TrimSpace(o.text[n:]); rest != "" {
		return o, fmt.Errorf("unexpected %q after the order", rest)
	}
	if err := winchance.CheckOrder(g, m.Record.State(m.Place.Round), order); err != nil {
		return o, err
	}
	o.order = order
	if u != nil {
		o.seat = u.Seat
		o.description = m.UnitName(u) + ": " + string(g.AppendOrderText(nil, order))
	}
	return o, nil
}

// shortOrders returns the orders without arguments that a unit can receive, each in the game's
// notation and in words.
func (m *MatchState) shortOrders(unit int32) (list [][2]string) {
	if unit < 0 {
		return nil
	}
	g, state := m.Meta.Game, m.Record.State(m.Place.Round)
	for _, kind := range g.OrderFormat().Kinds {
		if kind.ArgsName != "" {
			continue
		}
		dirs := " "
		if kind.HasDir {
			dirs = g.OrderFormat().DirLetters
		}
		for dir, letter := range dirs {
			o := sim.Order{Unit: unit, Kind: kind.Letter, Dir: int8(dir)}
			if winchance.CheckOrder(g, state, o) == nil {
				form := strings.TrimSpace(fmt.Sprintf("%d %c %c", unit, kind.Letter, letter))
				list = append(list, [2]string{form, kind.Text(&o)})
			}
		}
	}
	slices.SortFunc(list, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
	return append(list, [2]string{fmt.Sprintf("%d -", unit), "gets no order"})
}

// orderText describes a unit's order in the turn after the shown round. It returns "" if that turn is
// missing or beyond the horizon, or if unit is negative.
func (m *MatchState) orderText(unit int32) string {
	t := m.Record.Turn(m.Place.Round)
	if unit < 0 || t == nil || m.Place.Round >= m.Horizon {
		return ""
	}
	if orders := m.Info.OrderLines(t, unit, ""); len(orders) > 0 {
		return orders[0]
	}
	return "gets no order"
}

func (p *ordersPage) isReady() bool {
	return len(p.orders) > 0 && strings.TrimSpace(p.in.Value()) == ""
}

// Accept adds the typed order to the list, replacing any other order for the unit. If the input is
// empty, it plays the branch with the listed orders.
func (p *ordersPage) Accept(u *ui.Update) {
	q := *p.Fit(&u.Program).(*ordersPage)
	switch {
	case q.isReady():
		description := q.orders[0].description
		if len(q.orders) > 1 {
			description = "different orders for " + sim.FormatCount(len(q.orders), "unit")
		}
		act(u, func(_ *MatchState, a Actions) { a.RequestBranch(q.change(), description) })
	case q.err != nil:
		u.Notify(q.err.Error())
	default:
		i := slices.IndexFunc(q.orders, func(o changedOrder) bool { return o.order.Unit == q.typedOrder.order.Unit })
		if i < 0 && len(q.orders) >= maxChangedOrders {
			u.Notify(fmt.Sprintf("at most %d orders can be changed", maxChangedOrders))
			return
		}
		q.orders = slices.Clone(q.orders)
		if i < 0 {
			i = len(q.orders)
			q.orders = append(q.orders, q.typedOrder)
		}
		q.orders[i], q.selected = q.typedOrder, i
		q.in = q.in.Clear()
		u.ReplaceTop(&q)
	}
}

func (p *ordersPage) change() branch.Change {
	orders := &branch.Orders{}
	for _, o := range p.orders {
		if o.isIdle {
			orders.IdleUnits = append(orders.IdleUnits, o.order.Unit)
		} else {
			orders.List = append(orders.List, o.order)
		}
	}
	return branch.Change{Round: p.key.state.Place.Round, Seat: int(p.orders[0].seat), Orders: orders}
}

func dropOrder(u *ui.Update) {
	p, ok := u.TopPage().(*ordersPage)
	switch {
	case !ok:
	case len(p.orders) == 0:
		u.Notify("no orders changed yet")
	default:
		q := *p
		q.orders = slices.Delete(slices.Clone(p.orders), p.selected, p.selected+1)
		u.ReplaceTop(q.Scroll(0))
	}
}

// insertNextOrder replaces the input with the next possible order of the unit.
func insertNextOrder(u *ui.Update) {
	p, ok := u.TopPage().(*ordersPage)
	switch {
	case !ok:
	case len(p.possibleOrders) == 0:
		u.Notify("type a unit number first")
	default:
		at := slices.IndexFunc(p.possibleOrders, func(o [2]string) bool { return o[0] == p.typedOrder.text })
		u.ReplaceTop(p.Edited(p.in.Clear().Insert(p.possibleOrders[(at+1)%len(p.possibleOrders)][0])))
	}
}

func (p *ordersPage) Draw(g *screen.Grid, prog *ui.Program) {
	c := prog.Palette
	drop := keyLabel(prog, "dropOrder") + " removes, " + ui.KeyLabel("cancel") + " closes"
	hint := ui.KeyLabel("accept") + " adds it, " + keyLabel(prog, "nextOrder") + " next order, " + drop
	if p.isReady() {
		hint = ui.KeyLabel("accept") + " continues, " + drop
	}
	room := prog.PageArea(0)
	r := ui.InnerRect(room)
	component.DrawFrame(g, room, "change orders in round "+strconv.Itoa(p.key.state.Place.Round), hint, c)
	p.in.Draw(g, screen.Rect{X: r.X, Y: r.Y, W: r.W, H: 1}, c)
	switch {
	case p.err == nil:
		g.WriteText(r.X, r.Y+1, r.W, "valid: "+p.typedOrder.description, c.Strong)
	case p.isReady():
		g.WriteText(r.X, r.Y+1, r.W, ui.KeyLabel("accept")+" continues with these orders", c.Strong)
	default:
		g.WriteText(r.X, r.Y+1, r.W, p.err.Error(), c.Text)
	}
	if p.matchOrder != "" {
		g.WriteText(r.X, r.Y+2, r.W, "original order of unit "+strconv.Itoa(int(p.unit))+": "+p.matchOrder, c.Dim)
	}
	r.Y, r.H = r.Y+4, r.H-4
	n := p.drawChangedOrders(g, r, prog)
	r.Y, r.H = r.Y+n+1, r.H-n-1
	p.drawPossibleOrders(g, r, prog)
}

func (p *ordersPage) drawChangedOrders(g *screen.Grid, r screen.Rect, prog *ui.Program) int {
	c, title := prog.Palette, "no orders changed yet"
	if len(p.orders) > 0 {
		title = sim.FormatCount(len(p.orders), "changed order")
	}
	g.WriteText(r.X, r.Y, r.W, title, c.Dim)
	high := min(len(p.orders), max((r.H-1)/2, 1))
	from := min(max(p.selected-high+1, 0), len(p.orders)-high)
	for i, o := range p.orders[from : from+high] {
		style := c.Text
		if from+i == p.selected {
			g.Set(r.X, r.Y+1+i, '▸', c.Strong)
			style = c.Strong.WithAttr(screen.Bold)
		}
		g.WriteText(r.X+2, r.Y+1+i, r.W-2, o.description, style)
	}
	return 1 + high
}

func (p *ordersPage) drawPossibleOrders(g *screen.Grid, r screen.Rect, prog *ui.Program) {
	if len(p.possibleOrders) == 0 || r.H <= 0 {
		return
	}
	c := prog.Palette
	g.WriteText(r.X, r.Y, r.W, "orders for unit "+strconv.Itoa(int(p.unit)), c.Dim)
	for i, o := range p.possibleOrders[:min(len(p.possibleOrders), r.H-1)] {
		y := r.Y + 1 + i
		n := max(g.WriteText(r.X+2, y, r.W-2, o[0], c.Strong)+2, 12)
		g.WriteText(r.X+2+n, y, r.W-4-n, o[1], c.Text)
	}
}
