package simtest

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"game-tui/sim"
)

func checkIdentity(x *checker) {
	g := x.Game
	if name := g.Name(); name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
		x.errorf("Name is %q: want lower-case letters and digits, for --game and file names", g.Name())
	}
	x.checkText("Title", g.Title())
	if f := strings.Fields(g.Version()); len(f) != 2 || strings.Join(f, " ") != g.Version() {
		x.errorf("Version is %q: want a word and a number, such as \"HarryPotter 1.0\"", g.Version())
	}
}

// checkLegend checks what viewers rely on.
func checkLegend(x *checker) {
	l := x.Game.Legend()
	if l == nil || len(l.Grounds) == 0 || len(l.Items) == 0 || len(l.Units) == 0 || len(l.Events) == 0 {
		x.errorf("Legend has no grounds, items, units or events")
		return
	}
	if none := l.Items[0]; none.Shape != "" || none.Letters != "" {
		x.errorf("Legend.Items begins with %+v: index 0 is nothing, which is not drawn", none)
	}
	if l.OwnedGround != "" {
		x.checkText("Legend.OwnedGround", l.OwnedGround)
	}
	if l.DangerGround != "" {
		x.checkText("Legend.DangerGround", l.DangerGround)
	}
	kinds := slices.Concat(l.Grounds, l.Items[1:], l.Units)
	for i, k := range kinds {
		if k.Shape == sim.LeadShape {
			x.errorf("the kind %q of the legend has the shape %s, which means that somebody took the lead", k.Name, k.Shape)
		}
		x.checkText("the name of a kind in the legend", k.Name)
		if k.Brief != "" {
			x.checkText("the brief name of a kind in the legend", k.Brief)
		}
		letters := 2
		if k.Role == sim.RoleOwner {
			letters = 1
		}
		if utf8.RuneCountInString(k.Shape) != 1 || !ascii(k.Letters) || len(k.Letters) != letters {
			x.errorf("the kind %q of the legend has the shape %q and the letters %q: want one column, and two of ASCII or, for what a seat owns, one: its digit follows", k.Name, k.Shape, k.Letters)
		}
		for _, o := range kinds[:i] {
			if o.Shape == k.Shape && k.Shape != " " || o.Letters == k.Letters && strings.TrimSpace(k.Letters) != "" {
				x.errorf("the kinds %q and %q of the legend look alike: shapes and letters differ", o.Name, k.Name)
			}
		}
		if k.Role > sim.RoleBad {
			x.errorf("the kind %q of the legend has no role that there is: %d", k.Name, k.Role)
		}
	}
	for i, e := range l.Events {
		x.checkText("the name of a kind of events", e.Name)
		if e.Shape == sim.LeadShape || e.ASCII == sim.LeadASCII || e.Shape == sim.TurningPointShape || e.ASCII == sim.TurningPointASCII {
			x.errorf("the event %q of the legend has a sign that the timeline has for something else: %s and %c mean a lead change, %s and %c a turning point",
				e.Name, sim.LeadShape, sim.LeadASCII, sim.TurningPointShape, sim.TurningPointASCII)
		}
		if utf8.RuneCountInString(e.Shape) != 1 || e.ASCII <= ' ' || e.ASCII > '~' {
			x.errorf("the event %q of the legend has the shape %q and the byte %q: want one column, and one printable byte", e.Name, e.Shape, e.ASCII)
		}
		for _, o := range l.Events[:i] {
			if o.Shape == e.Shape || o.ASCII == e.ASCII || o.Name == e.Name {
				x.errorf("the events %q and %q of the legend have the same name, shape or byte", o.Name, e.Name)
			}
		}
		for _, u := range l.Units {
			if u.Shape == e.Shape {
				x.errorf("the event %q of the legend has the shape of the unit %q", e.Name, u.Name)
			}
		}
	}
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

// checkFrames compares frames with legend and state.
func checkFrames(x *checker) {
	used := new(sim.Frame)
	seen := map[string]bool{}
	for _, t := range x.matches {
		for k, f := range t.frames {
			x.checkFrame(t.states[k], f, t.settings)
			x.addKinds(f, seen)
			if k%9 == 0 || k == len(t.frames)-1 {
				overwriteFrame(used)
				if t.states[k].FillFrame(used); frameDifference(used, f) != "" {
					x.errorf("FillFrame leaves something in a frame that was used before (round %d): %s. Set every field", k, frameDifference(used, f))
				}
			}
		}
		used = new(sim.Frame) // a frame used for other states before
	}
	if !x.expectsAllKinds() {
		return
	}
	l := x.Game.Legend()
	for what, kinds := range map[string][]sim.Kind{"ground": l.Grounds, "item": l.Items[1:], "unit": l.Units} {
		for _, kind := range kinds {
			if !seen[what+kind.Name] {
				x.errorf("no match shows the "+what+" %q of the legend: let a player bring it about, or drop it", kind.Name)
			}
		}
	}
}

// see records the kinds in a frame.
func (x *checker) addKinds(f *sim.Frame, seen map[string]bool) {
	l := x.Game.Legend()
	for _, c := range f.Cells {
		if int(c.Ground) < len(l.Grounds) {
			seen["ground"+l.Grounds[c.Ground].Name] = true
		}
		if int(c.Item) < len(l.Items) {
			seen["item"+l.Items[c.Item].Name] = true
		}
	}
	for _, u := range f.Units {
		if int(u.Kind) < len(l.Units) {
			seen["unit"+l.Units[u.Kind].Name] = true
		}
	}
}

func (x *checker) checkFrame(s sim.State, f *sim.Frame, set sim.Settings) {
	rows, cols := set.Size()
	if f.Rows != rows || f.Cols != cols || len(f.Cells) != rows*cols {
		x.errorf("a frame has %d×%d cells, listed %d: the settings say %d×%d", f.Rows, f.Cols, len(f.Cells), rows, cols)
		return
	}
	if !f.Focus.In(rows, cols) {
		x.errorf("the focus of a frame is %v: must be on the board", f.Focus)
	}
	l := x.Game.Legend()
	for i, c := range f.Cells {
		p := sim.Pos{Row: i / cols, Col: i % cols}
		switch {
		case int(c.Ground) >= len(l.Grounds) || int(c.Item) >= len(l.Items):
			x.errorf("the cell %v has ground %d and item %d: outside the legend", p, c.Ground, c.Item)
		case !validSeat(c.Owner):
			x.errorf("the cell %v belongs to seat %d: must be 0 to 3, or -1", p, c.Owner)
		case c.Dangerous && l.DangerGround == "":
			x.errorf("the cell %v is hatched: say in Legend.DangerGround what that means", p)
		case tinted(l, &c) && l.OwnedGround == "":
			x.errorf("the cell %v is tinted by seat %d: say in Legend.OwnedGround what that means", p, c.Owner)
		case c.Amount < 0 || c.Amount > 0 && c.Item == 0:
			x.errorf("the cell %v has the amount %d of item %d: an amount belongs to an item", p, c.Amount, c.Item)
		case c.Unit < -1 || int(c.Unit) >= len(f.Units):
			x.errorf("the cell %v has unit %d of %d: must be an index, or -1", p, c.Unit, len(f.Units))
		case c.Unit >= 0 && (!f.Units[c.Unit].OnBoard || f.Units[c.Unit].At != p):
			x.errorf("the cell %v points at unit %d, which is at %v: Cell.Unit is an index into Frame.Units, and both agree", p, f.Units[c.Unit].ID, f.Units[c.Unit].At)
		}
	}
	for i, u := range f.Units {
		switch {
		case int(u.Kind) >= len(l.Units):
			x.errorf("unit %d has kind %d: outside the legend", u.ID, u.Kind)
		case !validSeat(u.Seat) || !validSeat(u.NextSeat):
			x.errorf("unit %d is of seat %d, next %d: must be 0 to 3, or -1", u.ID, u.Seat, u.NextSeat)
		case (u.Seat < 0) != (u.ID < sim.NoUnit) || u.ID == sim.NoUnit:
			x.errorf("unit %d is of seat %d: ids count from 0, those of units of nobody from %d down", u.ID, u.Seat, sim.NoUnit-1)
		case u.Timer < -1 || u.Life < -1:
			x.errorf("unit %d has timer %d, life %d: -1 is none", u.ID, u.Timer, u.Life)
		case u.Life > u.MaxLife || l.Units[u.Kind].HasLife != (u.MaxLife > 0) || (u.MaxLife > 0) != (u.Life >= 0):
			x.errorf("unit %d has life %d of %d, its kind lives: %v; without a life it is -1 of 0", u.ID, u.Life, u.MaxLife, l.Units[u.Kind].HasLife)
		case u.OnBoard && (!u.At.In(rows, cols) || f.Cells[u.At.Row*cols+u.At.Col].Unit != int16(i)):
			x.errorf("unit %d is at %v, but that cell does not point at it", u.ID, u.At)
		case i > 0 && listedBefore(&u, &f.Units[i-1]):
			x.errorf("unit %d is listed behind unit %d: units are in id order, those of nobody last", u.ID, f.Units[i-1].ID)
		}
	}
	x.checkCards(s, f, set)
}

// tinted reports whether the owner of a cell shows in its ground.
func tinted(l *sim.Legend, c *sim.Cell) bool {
	return c.Owner >= 0 && (c.Unit >= 0 || l.Items[c.Item].Role != sim.RoleOwner)
}

func listedBefore(a, b *sim.Unit) bool {
	if (a.Seat < 0) != (b.Seat < 0) {
		return b.Seat < 0
	}
	return a.ID <= b.ID
}

func validSeat(seat int8) bool { return seat >= -1 && seat < sim.Seats }

// cards checks the cards of a frame.
func (x *checker) checkCards(s sim.State, f *sim.Frame, set sim.Settings) {
	for seat, c := range f.Players {
		if c.Score != s.Scores()[seat] {
			x.errorf("the card of seat %d has score %d, the state %d: who has won is read off the states", seat, c.Score, s.Scores()[seat])
		}
		if len(c.Stats) != len(f.Players[0].Stats) {
			x.errorf("the cards of seats 0 and %d have %d and %d values: the same for all", seat, len(f.Players[0].Stats), len(c.Stats))
		}
		x.checkLabels(set, s, c.Stats)
	}
	x.checkLabels(set, s, f.Labels)
}

func (x *checker) checkLabels(set sim.Settings, s sim.State, list []sim.Label) {
	for _, l := range list {
		x.checkRoundCounts(set, s, "the value of the label "+l.Key, l.Value)
		x.checkText("the key of a label", l.Key)
		x.checkText("the value of the label "+strings.ReplaceAll(l.Key, "%", ""), l.Value)
		if utf8.RuneCountInString(l.Short) > sim.ShortWidth {
			x.errorf("the label %q has the short form %q: at most %d columns", l.Key, l.Short, sim.ShortWidth)
		}
	}
}

// differ describes the first difference of two frames, or returns "".
func frameDifference(got, want *sim.Frame) string {
	what := listDifference("cell", got.Cells, want.Cells) + listDifference("unit", got.Units, want.Units) + listDifference("label", got.Labels, want.Labels)
	for seat := range got.Players {
		g, w := got.Players[seat], want.Players[seat]
		what += listDifference("value on a card", g.Stats, w.Stats)
		if g.Score != w.Score {
			what += fmt.Sprintf("the card of seat %d has %d, was %d; ", seat, g.Score, w.Score)
		}
	}
	if got.Rows != want.Rows || got.Cols != want.Cols || got.Dark != want.Dark || got.Focus != want.Focus {
		what += "the size, the light or the focus is another; "
	}
	return what
}

// differing describes the first difference of two lists.
func listDifference[T comparable](what string, got, want []T) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("%s %d is %+v, was %+v; ", what, i, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		return fmt.Sprintf("there are %d of the kind %s, were %d; ", len(got), what, len(want))
	}
	return ""
}
