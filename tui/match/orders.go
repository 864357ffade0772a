package match

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/tui/component"
	"game-tui/tui/screen"
)

// Orders are the orders of chosen units in the first round of a branch. They never change.
type Orders struct {
	List []sim.Order // one for each unit, that the rules allow
	Idle []int32     // units that get none
}

// Bounds of what is typed.
const (
	MaxOrders = 50  // that are changed in a branch
	maxOrder  = 200 // characters of one
)

// chosenOrder is the order of a unit, as it was typed.
type chosenOrder struct {
	text  string // in the game's own form: "67 m r"
	words string // "wizard 67, Seeker: moves right"
	seat  int8
	order sim.Order
	idle  bool // it gets none
}

// ordersPage changes orders of chosen units in the shown round.
type ordersPage struct {
	in   component.Input
	list []chosenOrder // never written
	at   int           // the chosen one
	key  ordersKey
	now  chosenOrder // that is typed, where err is nil
	err  error       // what is wrong with it
	unit int32       // that is typed, -1: none
	can  []string    // short orders that it can be given, in the game's form
	told []string    // the same in words
	was  string      // what it does in the match
}

// ordersKey is all on which what is known of the typed order depends.
type ordersKey struct {
	match   *Match
	round   int
	horizon int
	text    string
}

// editOrders opens the page, for the unit that is followed or under the cursor.
func editOrders(u *update) {
	u.v.load(&u.s)
	text := ""
	if unit := u.v.pointed(&u.s); unit != nil && unit.Seat >= 0 {
		text = strconv.Itoa(int(unit.ID)) + " "
	}
	u.s.push(&ordersPage{in: component.NewInput("order: ", maxOrder).Typed(text), unit: -1})
}

// pointed is the unit that is followed, or else under the cursor; nil: none.
func (v *Viewer) pointed(s *State) *sim.Unit {
	if unit := v.unit(s.Follow); unit != nil {
		return unit
	}
	if s.Inspect && s.Cursor.In(v.frame.Rows, v.frame.Cols) {
		if i := v.frame.Cells[s.Cursor.Row*v.frame.Cols+s.Cursor.Col].Unit; i >= 0 {
			return &v.frame.Units[i]
		}
	}
	return nil
}

func (p *ordersPage) where() Where           { return InOrders }
func (p *ordersPage) covers() bool           { return false }
func (p *ordersPage) input() component.Input { return p.in }
func (p *ordersPage) cancel() page           { return nil }
func (p *ordersPage) inFooter() bool         { return false }

func (p *ordersPage) edited(in component.Input) page {
	q := *p
	q.in = in
	return &q
}

func (p *ordersPage) scroll(n int) page {
	q := *p
	q.at = min(max(p.at+lines(n, 10), 0), max(len(p.list)-1, 0))
	return &q
}

func (p *ordersPage) fit(v *Viewer, s *State) page {
	key := ordersKey{v.match, s.Play.Round, s.Horizon(), p.in.Value()}
	if key == p.key {
		return p
	}
	q := *p
	q.key = key
	v.load(s)
	q.now, q.err = v.readOrder(key.round, key.text)
	unit := int32(-1)
	if u := v.unitTyped(key.text); u != nil {
		unit = u.ID
	}
	if unit != p.unit || key.round != p.key.round || key.match != p.key.match || key.horizon != p.key.horizon {
		q.unit, q.was = unit, v.orderOf(s, unit)
		q.can, q.told = v.shortOrders(key.round, unit)
	}
	return &q
}

// unitTyped is the unit whose number a text begins with; nil: there is none of a player.
func (v *Viewer) unitTyped(text string) *sim.Unit {
	text = strings.TrimSpace(text)
	n := 0
	for n < len(text) && digit(rune(text[n])) {
		n++
	}
	id, err := strconv.ParseInt(text[:n], 10, 32)
	if err != nil {
		return nil
	}
	if u := v.unit(RefTo(int(id))); u != nil && u.Seat >= 0 {
		return u
	}
	return nil
}

// readOrder reads an order that is typed for a round, whose state is loaded, and checks it
// by the rules.
func (v *Viewer) readOrder(round int, text string) (o chosenOrder, err error) {
	g, state := v.match.meta.Game, v.match.Record.State(round)
	o.text = strings.Join(strings.Fields(text), " ")
	if o.text == "" {
		return o, errors.New("type the number of a unit and its order as the game writes it, or - for none")
	}
	u := v.unitTyped(text)
	if id, idle := strings.CutSuffix(o.text, "-"); idle && u != nil && strings.TrimSpace(id) == strconv.Itoa(int(u.ID)) {
		o.idle, o.order.Unit, o.seat = true, u.ID, u.Seat
		o.words = v.unitName(u) + ": gets no order"
		return o, nil
	}
	order, n, err := g.ReadOrder([]byte(o.text))
	if err != nil {
		return o, err
	}
	if rest := strings.TrimSpace(o.text[n:]); rest != "" {
		return o, fmt.Errorf("the order ends before %q", rest)
	}
	if err := chance.CheckOrder(g, state, order); err != nil {
		return o, err
	}
	o.order = order
	if u != nil {
		o.seat = u.Seat
		o.words = v.unitName(u) + ": " + string(g.AppendOrderText(nil, order))
	}
	return o, nil
}

// shortOrders are the orders of a letter or two that a unit can be given in a round, in
// the game's form and in words.
func (v *Viewer) shortOrders(round int, unit int32) (forms, words []string) {
	if unit < 0 {
		return nil, nil
	}
	g, state := v.match.meta.Game, v.match.Record.State(round)
	try := func(text string) (read bool) {
		o, n, err := g.ReadOrder([]byte(text))
		if err != nil || n < len(text) {
			return false
		}
		if chance.CheckOrder(g, state, o) == nil {
			forms, words = append(forms, text), append(words, string(g.AppendOrderText(nil, o)))
		}
		return true
	}
	for kind := 'a'; kind <= 'z'; kind++ {
		text := fmt.Sprintf("%d %c", unit, kind)
		if try(text) {
			continue
		}
		for dir := 'a'; dir <= 'z'; dir++ {
			try(fmt.Sprintf("%s %c", text, dir))
		}
	}
	return append(forms, fmt.Sprintf("%d -", unit)), append(words, "gets no order")
}

// orderOf says what a unit does in the round that follows the shown one, as far as that
// may be shown and is known; empty where not.
func (v *Viewer) orderOf(s *State, unit int32) string {
	k := s.Play.Round
	t := v.match.Record.Turn(k)
	if unit < 0 || t == nil || k >= s.Horizon() {
		return ""
	}
	g := v.match.meta.Game
	for seat := range t.Orders {
		for i := range t.Orders[seat] {
			o := &t.Orders[seat][i]
			if o.Unit != unit {
				continue
			}
			text := string(g.AppendOrderText(nil, o.Order))
			if why := g.FateText(o.Fate); why != "" {
				text += ", but " + why
			}
			return text
		}
	}
	for _, o := range t.Done {
		if o.Unit == unit {
			return string(g.AppendOrderText(nil, o))
		}
	}
	if t.Known&sim.KnownOrders == 0 {
		return "does nothing, or its order failed"
	}
	return "gets no order"
}

// accept takes the typed order into the list; where nothing is typed it plays on.
func (p *ordersPage) accept(u *update) {
	q := *p.fit(u.v, &u.s).(*ordersPage)
	switch {
	case strings.TrimSpace(q.in.Value()) == "" && len(q.list) > 0:
		u.playOn(q.change(), q.words())
	case q.err != nil:
		u.say(q.err.Error())
	default:
		i := slices.IndexFunc(q.list, func(o chosenOrder) bool { return o.order.Unit == q.now.order.Unit })
		if i < 0 && len(q.list) >= MaxOrders {
			u.say(fmt.Sprintf("there are %d orders, and no more are changed", MaxOrders))
			return
		}
		q.list = slices.Clone(q.list)
		if i < 0 {
			i = len(q.list)
			q.list = append(q.list, q.now)
		}
		q.list[i], q.at = q.now, i
		q.in = q.in.Edited(component.GoEnd).Edited(component.EraseToHere)
		u.s.put(&q)
	}
}

// change is the branch that the page asks for.
func (p *ordersPage) change() Change {
	orders := &Orders{}
	for _, o := range p.list {
		if o.idle {
			orders.Idle = append(orders.Idle, o.order.Unit)
		} else {
			orders.List = append(orders.List, o.order)
		}
	}
	return Change{Round: p.key.round, Seat: int(p.list[0].seat), Orders: orders}
}

// words tell the branch.
func (p *ordersPage) words() string {
	if len(p.list) == 1 {
		return p.list[0].words
	}
	return fmt.Sprintf("other orders for %s", sim.Count(len(p.list), "unit"))
}

// dropOrder leaves the chosen order as it was.
func dropOrder(u *update) {
	p, ok := u.s.top().(*ordersPage)
	if !ok {
		return
	}
	if len(p.list) == 0 {
		u.say("no order is changed yet")
		return
	}
	q := *p
	q.list = slices.Delete(slices.Clone(p.list), p.at, p.at+1)
	u.s.put(q.scroll(0))
}

// nextOrder types the next of the orders that the unit can be given.
func nextOrder(u *update) {
	p, ok := u.s.top().(*ordersPage)
	if !ok {
		return
	}
	if len(p.can) == 0 {
		u.say("type the number of a unit first")
		return
	}
	next := p.can[(slices.Index(p.can, p.now.text)+1)%len(p.can)]
	u.s.put(p.edited(p.in.Edited(component.GoEnd).Edited(component.EraseToHere).Typed(next)))
}

func (p *ordersPage) draw(v *Viewer, g *screen.Grid, s *State) {
	c := s.Palette
	hint := Name("accept") + " takes it, " + Name("nextOrder") + " the next, " + Name("dropOrder") + " removes, " + Name("cancel") + " closes"
	if len(p.list) > 0 && strings.TrimSpace(p.in.Value()) == "" {
		hint = Name("accept") + " plays on, " + Name("dropOrder") + " removes, " + Name("cancel") + " closes"
	}
	r := component.Frame(g, roundRect(g.W, g.H), "other orders in round "+strconv.Itoa(p.key.round), hint, c)
	y, end := r.Y, r.Y+r.H
	p.in.Draw(g, screen.Rect{X: r.X, Y: y, W: r.W, H: 1}, c)
	y++
	switch {
	case p.err == nil:
		g.Text(r.X, y, r.W, p.now.words+": can be carried out", c.Strong)
	case len(p.list) > 0 && strings.TrimSpace(p.in.Value()) == "":
		g.Text(r.X, y, r.W, Name("accept")+" plays on with these orders", c.Strong)
	default:
		g.Text(r.X, y, r.W, p.err.Error(), c.Text)
	}
	y++
	if p.was != "" {
		g.Text(r.X, y, r.W, "in the match unit "+strconv.Itoa(int(p.unit))+" "+p.was, c.Dim)
	}
	y += 2
	title := "no order is changed yet"
	if len(p.list) > 0 {
		title = sim.Count(len(p.list), "changed order")
	}
	g.Text(r.X, y, r.W, title, c.Dim)
	y++
	high := min(len(p.list), max((end-y)/2, 1))
	from := min(max(p.at-high+1, 0), len(p.list)-high)
	for i, o := range p.list[from : from+high] {
		style := c.Text
		if from+i == p.at {
			g.Set(r.X, y, '▸', c.Strong)
			style = c.Strong.With(screen.Bold)
		}
		g.Text(r.X+2, y, r.W-2, o.words, style)
		y++
	}
	y++
	if len(p.can) == 0 || y >= end {
		return
	}
	g.Text(r.X, y, r.W, "what unit "+strconv.Itoa(int(p.unit))+" can be told", c.Dim)
	y++
	for i, form := range p.can {
		if y >= end {
			return
		}
		n := g.Text(r.X+2, y, r.W-2, form, c.Strong)
		g.Text(r.X+2+max(n+2, 12), y, r.W-4-max(n+2, 12), p.told[i], c.Text)
		y++
	}
}
