package game_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
)

// checkStates modifies values returned by states, to detect shared memory.
func checkStates(c *checker) {
	for _, m := range c.matches {
		for _, k := range spread(len(m.states), 6) {
			s := m.states[k]
			text := s.AppendText(nil)
			for i := range text {
				text[i] = 'x'
			}
			if string(s.AppendText(nil)) != m.texts[k] {
				c.errorf("State.AppendText returns memory that the state uses")
			}
			var f, again sim.Frame
			s.FillFrame(&f)
			overwriteFrame(&f)
			if s.FillFrame(&again); frameDifference(&again, m.frames[k]) != "" {
				c.errorf("FillFrame returns memory that the state uses: fill the frame's own slices")
			}
		}
	}
}

func overwriteFrame(f *sim.Frame) {
	f.Rows, f.Cols, f.Dark, f.Focus = -3, -3, true, sim.Pos{Row: -9, Col: 9}
	for i := range f.Cells {
		f.Cells[i] = sim.Cell{Ground: 250, Owner: 9, Item: 251, Dangerous: true, Unit: 9999, Amount: -5}
	}
	for i := range f.Units {
		f.Units[i] = sim.Unit{ID: -8, Seat: 7, NextSeat: 7, Kind: 252, OnBoard: true, Timer: -9, Life: -9}
	}
	lists := [][]sim.Label{f.Labels}
	for i := range f.Players {
		f.Players[i].Score = -9
		lists = append(lists, f.Players[i].Stats)
	}
	for _, list := range lists {
		for i := range list {
			list[i] = sim.Label{Key: "junk"}
		}
	}
}

// checkStateTexts checks the text format of states.
func checkStateTexts(c *checker) {
	for _, m := range c.matches {
		for _, k := range spread(len(m.states), 20) {
			s, text := m.states[k], m.texts[k]
			c.checkAppends("State.AppendText", s.AppendText)
			if n := s.MemorySize(); n < len(text)/16 || n > 1<<30 {
				c.errorf("State.MemorySize is %d for a state with a text of %d bytes", n, len(text))
			}
			c.checkGridText(text)
			if want := fmt.Sprintf("\nround %d\n", k); strings.Count(text, want) != 1 {
				c.errorf("the text of a state of round %d does not have one line %q", k, want)
			}
			if want := "\n" + string(res.AppendSeatInts(nil, "score", s.Scores())); strings.Count(text, want) != 1 {
				c.errorf("the text of a state (round %d) does not have one line with the scores, %q", k, want)
			}
			if want := "\n" + string(res.AppendStatus(nil, s.Status())); !strings.HasSuffix(text, want) {
				c.errorf("the text of a state (round %d) does not end with the status, %q, and an empty line", k, want)
			}
		}
	}
}

// checkGridText checks that the text of a state starts with the grid.
func (c *checker) checkGridText(text string) {
	rows, cols := c.settings.Size()
	lines := strings.Split(text, "\n")
	if head := "\n\n" + string(res.AppendColumnLabels(nil, cols)); !strings.HasPrefix(text, head) || len(lines) < 4+rows {
		c.errorf("the text of a state does not begin with two empty lines and the labels of the columns: %.60q", text)
		return
	}
	for i, line := range lines[4 : 4+rows] {
		if label := string(res.AppendRowLabel(nil, i)); !strings.HasPrefix(line, label) || len(line) != len(label)+cols {
			c.errorf("row %d of the grid is %q: want the label %q and %d letters", i, line, label, cols)
		}
	}
}

// readStates reads the states of a match from text. As in a recording, each is completed from the
// previous one.
func (c *checker) readStates(m *playedMatch) []sim.State {
	if m.readStates == nil {
		for k, text := range m.texts {
			s := c.readBack(m.settings, text)
			if s == nil {
				s = m.states[k]
			}
			if k > 0 {
				_, s = c.Game.Derive(m.readStates[k-1], copyOrders(m.copies[k-1].Executed), s)
			}
			m.readStates = append(m.readStates, s)
		}
	}
	return m.readStates
}

// checkReadBack compares the states that were read with the written ones.
func checkReadBack(c *checker) {
	for _, m := range c.matches {
		for k, s := range c.readStates(m) {
			if string(s.AppendText(nil)) != m.texts[k] {
				c.errorf("Derive changes the text of a state (round %d)", k)
			}
			var f sim.Frame
			s.FillFrame(&f)
			if what := frameDifference(&f, m.frames[k]); what != "" {
				c.errorf("a state read back has another frame (round %d): %s", k, what)
			}
			c.checkSameMeasures(k, m.states[k], s)
		}
		for _, k := range spread(len(m.states), 3) {
			c.checkSameOrders(m, k)
			c.checkWhiteSpace(m.settings, m.texts[k])
		}
	}
}

// checkSameOrders compares the players' orders in a played state and the state read from its text.
func (c *checker) checkSameOrders(m *playedMatch, k int) {
	for _, p := range c.Players {
		for seat := range sim.Seats {
			var replies [2][]sim.Order
			for i, s := range []sim.State{m.states[k], m.readStates[k]} {
				dice := sim.NewRand(int32(k))
				replies[i] = p.New().Play(context.Background(), &sim.Query{Seat: seat, State: s, Settings: m.settings, Rand: &dice}).Orders
			}
			if !sameOrders(replies[0], replies[1]) {
				c.errorf("player %s gives other orders in a state read back (round %d): a method of the state depends on what neither the text nor Derive provides", p.Name, k)
			}
		}
	}
}

// checkWhiteSpace reads a state with different line ends and white space.
func (c *checker) checkWhiteSpace(set sim.Settings, text string) {
	for _, other := range []string{strings.ReplaceAll(text, "\n", "\r\n"), strings.Join(strings.Fields(text), " \n\t")} {
		s, _, err := c.Game.ReadState(set, []byte(other))
		if err != nil {
			c.errorf("ReadState refuses a state with other white space: %v", err)
		} else if got := string(s.AppendText(nil)); got != text {
			c.errorf("ReadState reads another state from other white space: %s", textDifference(got, text))
		}
	}
}

// readBack reads a state followed by more text. It returns nil on error.
func (c *checker) readBack(set sim.Settings, text string) sim.State {
	in := []byte(text + "commands\n0\n")
	s, n, err := c.Game.ReadState(set, in)
	if err != nil {
		c.errorf("ReadState refuses the text of AppendText: %v", err)
		return nil
	}
	if n < 0 || n > len(text) || strings.TrimSpace(text[n:]) != "" {
		c.errorf("ReadState reports %d of %d bytes used: want the end of the last value", n, len(text))
	}
	for i := range in {
		in[i] = '#'
	}
	if got := string(s.AppendText(nil)); got != text {
		c.errorf("ReadState does not reverse AppendText, or keeps the caller's text: %s", textDifference(got, text))
	}
	return s
}

// textDifference describes the first difference between two texts.
func textDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	return "one is longer"
}

// checkInspection inspects all cells and some positions outside the board.
func checkInspection(c *checker) {
	for _, m := range c.matches {
		for _, k := range spread(len(m.states), 4) {
			for row := -1; row <= m.frames[k].Rows; row++ {
				for col := -1; col <= m.frames[k].Cols; col++ {
					c.checkInspect(c.settings, m.states[k], m.frames[k], sim.Pos{Row: row, Col: col})
				}
			}
		}
	}
}

func (c *checker) checkInspect(set sim.Settings, s sim.State, f *sim.Frame, p sim.Pos) {
	lines := s.Inspect(p, &nameSets[1])
	if !p.In(f.Rows, f.Cols) {
		if lines != nil {
			c.errorf("Inspect returns %q for %v, which is not on the board: want nil", lines, p)
		}
		return
	}
	if len(lines) == 0 {
		c.errorf("Inspect returns nothing for %v: want at least the ground", p)
	}
	for _, line := range lines {
		c.checkText("Inspect", line)
		c.checkRoundCounts(set, s, "Inspect", line)
	}
	c.checkNamesUsed("Inspect", func(names *[sim.Seats]string) string { return strings.Join(s.Inspect(p, names), "; ") })
	if u := f.At(p).Unit; u >= 0 && int(u) < len(f.Units) && f.Units[u].Seat >= 0 {
		text := strings.Join(lines, " ")
		if id := fmt.Sprint(f.Units[u].ID); !strings.Contains(text, id) {
			c.errorf("Inspect does not name unit %s at %v: %q", id, p, text)
		}
	}
}

// checkUnchanged checks that the results of the first matches have not been modified.
func checkUnchanged(c *checker) {
	for _, m := range c.matches {
		for k, s := range m.states {
			if string(s.AppendText(nil)) != m.texts[k] {
				c.errorf("the state of round %d changed later: states are immutable", k)
			}
		}
		for k, turn := range m.turns {
			switch want := m.copies[k]; {
			case !slices.Equal(turn.Events, want.Events):
				c.errorf("the events of round %d changed later: Step must not reuse the slice", k)
			case !sameOrders(turn.Executed, want.Executed):
				c.errorf("the executed orders of round %d changed later: Step must not reuse the slice", k)
			case !sameOutcomes(&turn.Orders, &want.Orders):
				c.errorf("the orders of round %d changed later: they belong to the turn", k)
			}
		}
	}
}

// checkSituations checks that each situation occurs and contains only units of its seat.
func checkSituations(c *checker) {
	seen := map[string]bool{}
	for _, situation := range c.Game.Definition().Situations {
		name := situation.Name
		c.checkText("the name of a situation", name)
		c.checkText("the group of a situation", situation.Group)
		c.checkText("the text of a situation", situation.Text)
		if _, twice := seen[name]; twice {
			c.errorf("two situations have the name %q", name)
		}
		seen[name] = false
		for _, m := range c.matches {
			for k, s := range m.states {
				for seat := range sim.Seats {
					ids := situation.AppendUnits([]int32{-7}, s, seat)
					c.checkSituationUnits(name, m.frames[k], seat, ids)
					seen[name] = seen[name] || len(ids) > 1
				}
			}
		}
		if !seen[name] && !c.Quick {
			c.errorf("no unit is in situation %q in any match", name)
		}
	}
	if len(seen) == 0 {
		c.errorf("Situations returns none")
	}
}

// checkSituationUnits checks the units of a situation. The destination starts with an id of -7,
// which must be kept.
func (c *checker) checkSituationUnits(name string, f *sim.Frame, seat int, ids []int32) {
	if ids[0] != -7 {
		c.errorf("the units of situation %q are not appended to dst", name)
	}
	for i, id := range ids[1:] {
		at := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == id })
		switch {
		case at < 0 || int(f.Units[at].Seat) != seat || !f.Units[at].OnBoard:
			c.errorf("situation %q contains unit %d, which is not a unit of seat %d on the board", name, id, seat)
		case slices.Contains(ids[1:i+1], id):
			c.errorf("situation %q contains unit %d twice", name, id)
		}
	}
}
