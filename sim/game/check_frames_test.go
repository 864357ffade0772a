package game_test

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"game-tui/sim"
)

func checkIdentity(c *checker) {
	g := c.Game
	if name := g.Name(); name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		c.errorf("Name is %q: want lower-case letters and digits", name)
	}
	c.checkText("Title", g.Title())
	if f := strings.Fields(g.Version()); len(f) != 2 || strings.Join(f, " ") != g.Version() {
		c.errorf("Version is %q: want a word and a number, such as \"HarryPotter 1.0\"", g.Version())
	}
}

func checkLegend(c *checker) {
	l := c.Game.Legend()
	if len(l.Grounds) == 0 || len(l.Items) == 0 || len(l.Units) == 0 || len(l.Events) == 0 {
		c.errorf("the legend has no grounds, items, units or events")
		return
	}
	if none := l.Items[0]; none.Symbol != "" || none.Letters != "" {
		c.errorf("item 0 of the legend is %+v: want nothing", none)
	}
	kinds := slices.Concat(l.Grounds, l.Items[1:], l.Units)
	for i, k := range kinds {
		c.checkKind(k)
		for _, o := range kinds[:i] {
			if o.Symbol == k.Symbol && k.Symbol != " " || o.Letters == k.Letters && strings.TrimSpace(k.Letters) != "" {
				c.errorf("kinds %q and %q of the legend have the same shape or letters", o.Name, k.Name)
			}
		}
	}
	for i, e := range l.Events {
		c.checkEventKind(l, e)
		for _, o := range l.Events[:i] {
			if o.Symbol == e.Symbol || o.ASCII == e.ASCII || o.Name == e.Name {
				c.errorf("events %q and %q of the legend have the same name, shape or byte", o.Name, e.Name)
			}
		}
	}
}

// checkKind checks a ground, item or unit in the legend.
func (c *checker) checkKind(k sim.Kind) {
	c.checkText("the name of a kind in the legend", k.Name)
	if k.Symbol == sim.LeadSymbol {
		c.errorf("kind %q of the legend has the shape of a lead change, %s", k.Name, k.Symbol)
	}
	letters := 2
	if k.Role == sim.RoleOwner {
		letters = 1
	}
	ascii := !strings.ContainsFunc(k.Letters, func(r rune) bool { return r < ' ' || r > '~' })
	if utf8.RuneCountInString(k.Symbol) != 1 || !ascii || len(k.Letters) != letters {
		c.errorf("kind %q of the legend has shape %q and letters %q: want one rune, and two ASCII letters, or one before a seat's digit", k.Name, k.Symbol, k.Letters)
	}
}

func (c *checker) checkEventKind(l *sim.Legend, e sim.EventKind) {
	c.checkText("the name of a kind of events", e.Name)
	if e.Symbol == sim.LeadSymbol || e.ASCII == sim.LeadASCII || e.Symbol == sim.TurningPointSymbol || e.ASCII == sim.TurningPointASCII {
		c.errorf("event %q of the legend has the sign of a lead change or turning point", e.Name)
	}
	if utf8.RuneCountInString(e.Symbol) != 1 || e.ASCII <= ' ' || e.ASCII > '~' {
		c.errorf("event %q of the legend has shape %q and byte %q: want one rune and a printable byte", e.Name, e.Symbol, e.ASCII)
	}
	for _, u := range l.Units {
		if u.Symbol == e.Symbol {
			c.errorf("event %q of the legend has the shape of unit %q", e.Name, u.Name)
		}
	}
}

// checkFrames compares frames with the legend and the states.
func checkFrames(c *checker) {
	seen := map[string]bool{}
	for _, m := range c.matches {
		used := new(sim.Frame) // reused frame that was filled with other states before
		for k, f := range m.frames {
			c.checkFrame(m.states[k], f, m.settings)
			c.addKinds(f, seen)
			if k%9 == 0 || k == len(m.frames)-1 {
				overwriteFrame(used)
				m.states[k].FillFrame(used)
				if what := frameDifference(used, f); what != "" {
					c.errorf("FillFrame leaves old values in a frame (round %d): %s", k, what)
				}
			}
		}
	}
	if c.Quick {
		return
	}
	l := c.Game.Legend()
	for _, kind := range slices.Concat(l.Grounds, l.Items[1:], l.Units) {
		if !seen[kind.Name] {
			c.errorf("no match shows %q of the legend", kind.Name)
		}
	}
}

// addKinds adds the names of all kinds that occur in a frame.
func (c *checker) addKinds(f *sim.Frame, seen map[string]bool) {
	l := c.Game.Legend()
	for i := range f.Cells {
		if cell := &f.Cells[i]; int(cell.Ground) < len(l.Grounds) && int(cell.Item) < len(l.Items) {
			seen[l.Grounds[cell.Ground].Name] = true
			seen[l.Items[cell.Item].Name] = true
		}
	}
	for i := range f.Units {
		if u := &f.Units[i]; int(u.Kind) < len(l.Units) {
			seen[l.Units[u.Kind].Name] = true
		}
	}
}

func (c *checker) checkFrame(s sim.State, f *sim.Frame, set sim.Settings) {
	rows, cols := set.Size()
	if f.Rows != rows || f.Cols != cols || len(f.Cells) != rows*cols {
		c.errorf("a frame has %d×%d cells, and %d in the list: want %d×%d", f.Rows, f.Cols, len(f.Cells), rows, cols)
		return
	}
	if !f.Focus.In(rows, cols) {
		c.errorf("the focus of a frame is %v, which is not on the board", f.Focus)
	}
	for i := range f.Cells {
		c.checkCell(f, sim.Pos{Row: i / cols, Col: i % cols})
	}
	for i := range f.Units {
		c.checkUnit(f, i)
	}
	for seat, card := range f.Players {
		if card.Score != s.Scores()[seat] {
			c.errorf("the card of seat %d has score %d, the state %d", seat, card.Score, s.Scores()[seat])
		}
		if len(card.Stats) != len(f.Players[0].Stats) {
			c.errorf("the cards of seats 0 and %d have %d and %d values: want the same number", seat, len(f.Players[0].Stats), len(card.Stats))
		}
		c.checkLabels(set, s, card.Stats)
	}
	c.checkLabels(set, s, f.Labels)
}

func (c *checker) checkCell(f *sim.Frame, p sim.Pos) {
	l, cell := c.Game.Legend(), f.At(p)
	switch {
	case int(cell.Ground) >= len(l.Grounds) || int(cell.Item) >= len(l.Items):
		c.errorf("cell %v has ground %d and item %d, which are not in the legend", p, cell.Ground, cell.Item)
	case !validSeat(cell.Owner):
		c.errorf("cell %v has owner %d: want 0 to 3, or -1", p, cell.Owner)
	case cell.Dangerous && l.DangerGround == "":
		c.errorf("cell %v is dangerous, but Legend.DangerGround is empty", p)
	case cell.Owner >= 0 && (cell.Unit >= 0 || l.Items[cell.Item].Role != sim.RoleOwner) && l.OwnedGround == "":
		c.errorf("cell %v is tinted by its owner %d, but Legend.OwnedGround is empty", p, cell.Owner)
	case cell.Amount < 0 || cell.Amount > 0 && cell.Item == 0:
		c.errorf("cell %v has the amount %d of item %d", p, cell.Amount, cell.Item)
	case cell.Unit < -1 || int(cell.Unit) >= len(f.Units):
		c.errorf("cell %v has unit %d of %d: want an index, or -1", p, cell.Unit, len(f.Units))
	case cell.Unit >= 0 && (!f.Units[cell.Unit].OnBoard || f.Units[cell.Unit].At != p):
		c.errorf("cell %v contains unit %d, which is at %v", p, f.Units[cell.Unit].ID, f.Units[cell.Unit].At)
	}
}

func (c *checker) checkUnit(f *sim.Frame, i int) {
	l, u := c.Game.Legend(), &f.Units[i]
	switch {
	case int(u.Kind) >= len(l.Units):
		c.errorf("unit %d has kind %d, which is not in the legend", u.ID, u.Kind)
	case !validSeat(u.Seat) || !validSeat(u.NextSeat):
		c.errorf("unit %d has seat %d and next seat %d: want 0 to 3, or -1", u.ID, u.Seat, u.NextSeat)
	case (u.Seat < 0) != (u.ID < sim.NoUnit) || u.ID == sim.NoUnit:
		c.errorf("unit %d has seat %d: want ids from 0 up, or from %d down without a seat", u.ID, u.Seat, sim.NoUnit-1)
	case u.Timer < -1 || u.Life < -1:
		c.errorf("unit %d has timer %d and life %d: want -1 for none", u.ID, u.Timer, u.Life)
	case u.Life > u.MaxLife || l.Units[u.Kind].HasLife != (u.MaxLife > 0) || (u.MaxLife > 0) != (u.Life >= 0):
		c.errorf("unit %d has life %d of %d: want -1 of 0 for a kind without HasLife (%v)", u.ID, u.Life, u.MaxLife, l.Units[u.Kind].HasLife)
	case u.OnBoard && (!u.At.In(f.Rows, f.Cols) || f.At(u.At).Unit != int16(i)):
		c.errorf("unit %d is at %v, but that cell does not contain it", u.ID, u.At)
	case i > 0 && !inOrder(&f.Units[i-1], u):
		c.errorf("unit %d follows unit %d: want them by id, those without a seat last", u.ID, f.Units[i-1].ID)
	}
}

func inOrder(a, b *sim.Unit) bool {
	if (a.Seat < 0) != (b.Seat < 0) {
		return b.Seat < 0
	}
	return a.ID < b.ID
}

func validSeat(seat int8) bool { return seat >= -1 && seat < sim.Seats }

func (c *checker) checkLabels(set sim.Settings, s sim.State, list []sim.Label) {
	for _, l := range list {
		c.checkText("the key of a label", l.Key)
		c.checkText("the value of label "+l.Key, l.Value)
		c.checkRoundCounts(set, s, "the value of label "+l.Key, l.Value)
		if utf8.RuneCountInString(l.Short) > sim.MaxShortWidth {
			c.errorf("label %q has the short form %q: want at most %d columns", l.Key, l.Short, sim.MaxShortWidth)
		}
	}
}

// frameDifference describes the first differences between two frames, or returns "".
func frameDifference(got, want *sim.Frame) string {
	what := listDifference("cell", got.Cells, want.Cells) + listDifference("unit", got.Units, want.Units) + listDifference("label", got.Labels, want.Labels)
	for seat := range got.Players {
		g, w := got.Players[seat], want.Players[seat]
		what += listDifference("value on a card", g.Stats, w.Stats)
		if g.Score != w.Score {
			what += fmt.Sprintf("the score of seat %d is %d, want %d; ", seat, g.Score, w.Score)
		}
	}
	if got.Rows != want.Rows || got.Cols != want.Cols || got.Dark != want.Dark || got.Focus != want.Focus {
		what += "the size, darkness or focus differs; "
	}
	return what
}

func listDifference[T comparable](what string, got, want []T) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("%s %d is %+v, want %+v; ", what, i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return fmt.Sprintf("%d of kind %s, want %d; ", len(got), what, len(want))
	}
	return ""
}
