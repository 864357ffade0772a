package simtest

import (
	"context"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
)

// checkStates overwrites what states return to callers.
func checkStates(x *checker) {
	for _, t := range x.matches {
		for _, k := range spread(len(t.states), 6) {
			s := t.states[k]
			text := s.AppendText(nil)
			for i := range text {
				text[i] = 'x'
			}
			if string(s.AppendText(nil)) != t.texts[k] {
				x.errorf("State.AppendText returns memory that the state uses: append a copy")
			}
			var f, again sim.Frame
			s.FillFrame(&f)
			overwriteFrame(&f)
			if s.FillFrame(&again); frameDifference(&again, t.frames[k]) != "" {
				x.errorf("FillFrame gives memory away that the state uses: fill the frame's own slices")
			}
		}
	}
}

// junk overwrites the lists of a frame.
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

// checkStateTexts checks the form of state blocks.
func checkStateTexts(x *checker) {
	rows, cols := x.settings.Size()
	for _, t := range x.matches {
		for _, k := range spread(len(t.states), 20) {
			s, text := t.states[k], t.texts[k]
			x.checkAppends("State.AppendText", s.AppendText)
			if n := s.MemorySize(); n < len(text)/16 || n > 1<<30 {
				x.errorf("State.MemorySize is %d for a state with a text of %d bytes: tell about what it takes in memory", n, len(text))
			}
			lines := strings.Split(text, "\n")
			if head := "\n\n" + string(res.AppendGridLabels(nil, cols)); !strings.HasPrefix(text, head) || len(lines) < 4+rows {
				x.errorf("a state block does not begin with two empty lines and the labels of the columns: it begins with %.60q", text)
				continue
			}
			for i, line := range lines[4 : 4+rows] {
				if label := string(res.AppendRowLabel(nil, i)); !strings.HasPrefix(line, label) || len(line) != len(label)+cols {
					x.errorf("row %d of the grid of a state block is %q: want the label %q and %d letters", i, line, label, cols)
				}
			}
			if want := string(res.AppendInt([]byte("\nround "), k)) + "\n"; strings.Count(text, want) != 1 {
				x.errorf("the state block of round %d has not one line %q", k, want)
			}
			if want := "\n" + string(res.AppendPerSeat(nil, "score", s.Scores())); strings.Count(text, want) != 1 {
				x.errorf("the state block of round %d has not one line with the scores that the state tells, %q", k, want)
			}
			if want := "\n" + string(res.AppendStatus(nil, s.Status())); !strings.HasSuffix(text, want) {
				x.errorf("the state block of round %d does not end with the status that the state tells, %q, and an empty line", k, want)
			}
		}
	}
}

// readStates reads the states of a tape and completes each from the one before, like a recording.
func (x *checker) readStates(t *playedMatch) []sim.State {
	if t.readStates == nil {
		for k, text := range t.texts {
			s := x.readBack(t.settings, text)
			if s == nil {
				s = t.states[k]
			}
			if k > 0 {
				_, s = x.Game.Derive(t.readStates[k-1], copyTurn(t.copies[k-1]).Executed, s)
			}
			t.readStates = append(t.readStates, s)
		}
	}
	return t.readStates
}

// checkReadBack compares read states with written ones.
func checkReadBack(x *checker) {
	for _, t := range x.matches {
		for k, s := range x.readStates(t) {
			if string(s.AppendText(nil)) != t.texts[k] {
				x.errorf("completing a state that was read changes its text (round %d)", k)
			}
			var f sim.Frame
			s.FillFrame(&f)
			if what := frameDifference(&f, t.frames[k]); what != "" {
				x.errorf("a state that was read back shows another frame in round %d: %s. Write it, read it, or let Derive complete it", k, what)
			}
			x.checkSameMeasures(k, t.states[k], s)
		}
		for _, k := range spread(len(t.states), 3) {
			x.checkSameOrders(t, k)
			x.checkWhiteSpace(t.settings, t.texts[k])
		}
	}
}

// checkSameOrders compares the players' orders in a played and a read state.
func (x *checker) checkSameOrders(t *playedMatch, k int) {
	for _, p := range x.Players {
		for seat := range sim.Seats {
			var answers [2][]sim.Order
			for i, s := range []sim.State{t.states[k], t.readStates[k]} {
				dice := sim.NewRand(int32(k))
				answers[i] = p.New().Play(context.Background(), &sim.Query{Seat: seat, State: s, Settings: t.settings, Rand: &dice}).Orders
			}
			if !sameOrders(answers[0], answers[1]) {
				x.errorf("a state that was read back is another one to the player %s (round %d): write what its methods say, read it, or let Derive complete it", p.Name, k)
			}
		}
	}
}

// checkWhiteSpace reads a state with other line ends and white space.
func (x *checker) checkWhiteSpace(set sim.Settings, text string) {
	for _, other := range []string{strings.ReplaceAll(text, "\n", "\r\n"), strings.Join(strings.Fields(text), " \n\t")} {
		s, _, err := x.Game.ReadState(set, []byte(other))
		if err != nil {
			x.errorf("ReadState refuses a state block with other white space: %v", err)
		} else if got := string(s.AppendText(nil)); got != text {
			x.errorf("ReadState reads another state where the white space is another: %s", textDifference(got, text))
		}
	}
}

// reread reads a state followed by more text. It returns nil after a fault.
func (x *checker) readBack(set sim.Settings, text string) sim.State {
	in := []byte(text + "commands\n0\n")
	s, n, err := x.Game.ReadState(set, in)
	if err != nil {
		x.errorf("ReadState refuses what AppendText wrote: %v", err)
		return nil
	}
	if n < 0 || n > len(text) || strings.TrimSpace(text[n:]) != "" {
		x.errorf("ReadState says that a state block of %d bytes has %d: count from the start of the text to behind the last value", len(text), n)
	}
	for i := range in {
		in[i] = '#'
	}
	if got := string(s.AppendText(nil)); got != text {
		x.errorf("ReadState and AppendText are not exact inverses, or ReadState keeps the text, which the caller uses again: %s", textDifference(got, text))
	}
	return s
}

// difference describes the first difference of two texts.
func textDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "line " + string(res.AppendInt(nil, i+1)) + " is \"" + g[i] + "\", want \"" + w[i] + "\""
		}
	}
	return "one is longer"
}

// checkInspection inspects all cells.
func checkInspection(x *checker) {
	for _, t := range x.matches {
		for _, k := range spread(len(t.states), 4) {
			s, f := t.states[k], t.frames[k]
			for row := -1; row <= f.Rows; row++ {
				for col := -1; col <= f.Cols; col++ {
					p := sim.Pos{Row: row, Col: col}
					x.checkInspect(x.settings, s, f, p)
				}
			}
		}
	}
}

func (x *checker) checkInspect(set sim.Settings, s sim.State, f *sim.Frame, p sim.Pos) {
	lines := s.Inspect(p, &nameSets[1])
	if !p.In(f.Rows, f.Cols) {
		if lines != nil {
			x.errorf("Inspect says %q of %v, which is not on the board: must be nil", lines, p)
		}
		return
	}
	if len(lines) == 0 {
		x.errorf("Inspect says nothing of %v: name at least its ground", p)
	}
	for _, line := range lines {
		x.checkText("Inspect", line)
		x.checkRoundCounts(set, s, "Inspect", line)
	}
	x.checkNamesUsed("Inspect", func(names *[sim.Seats]string) string { return strings.Join(s.Inspect(p, names), "; ") })
	u := f.Cells[p.Row*f.Cols+p.Col].Unit
	if u >= 0 && int(u) < len(f.Units) && f.Units[u].Seat >= 0 {
		text := strings.Join(lines, " ")
		if id := string(res.AppendInt(nil, int(f.Units[u].ID))); !strings.Contains(text, id) {
			x.errorf("Inspect does not name unit %s, which stands at %v: %q", id, p, text)
		}
	}
}

// checkUnchanged checks that nothing has changed the results of the first matches.
func checkUnchanged(x *checker) {
	for _, t := range x.matches {
		for k, s := range t.states {
			if string(s.AppendText(nil)) != t.texts[k] {
				x.errorf("a state of round %d changes while the match goes on: states are immutable", k)
			}
		}
		for k, turn := range t.turns {
			switch want := t.copies[k]; {
			case !slices.Equal(turn.Events, want.Events):
				x.errorf("the events of round %d change while the match goes on: Step must not use the slice again", k)
			case !sameOrders(turn.Executed, want.Executed):
				x.errorf("the executed orders of round %d change while the match goes on: Step must not use the slice again", k)
			case !sameOutcomes(&turn.Orders, &want.Orders):
				x.errorf("the orders of round %d change while the match goes on: they belong to the turn", k)
			}
		}
	}
}

// checkSituations checks that each situation occurs and contains only units of the seat.
func checkSituations(x *checker) {
	seen := map[string]bool{}
	for _, c := range x.Game.Situations() {
		x.checkText("the name of a situation", c.Name)
		x.checkText("the group of a situation", c.Group)
		x.checkText("the text of a situation", c.Text)
		if _, twice := seen[c.Name]; twice {
			x.errorf("two situations are called %q", c.Name)
		}
		seen[c.Name] = false
		for _, t := range x.matches {
			for k, s := range t.states {
				for seat := range sim.Seats {
					ids := c.Units([]int32{-7}, s, seat)
					x.checkSituationUnits(c.Name, t.frames[k], seat, ids)
					seen[c.Name] = seen[c.Name] || len(ids) > 1
				}
			}
		}
		if !seen[c.Name] && x.expectsAllKinds() {
			x.errorf("no unit comes into the situation %q in any match", c.Name)
		}
	}
	if len(seen) == 0 {
		x.errorf("Situations gives none: name kinds of situations that units come into")
	}
}

// checkSituationUnits checks the units of a situation, listed after one that was there before.
func (x *checker) checkSituationUnits(name string, f *sim.Frame, seat int, ids []int32) {
	if ids[0] != -7 {
		x.errorf("the units of the situation %q are not appended to what was there", name)
	}
	for i, id := range ids[1:] {
		at := slices.IndexFunc(f.Units, func(u sim.Unit) bool { return u.ID == id })
		switch {
		case at < 0 || int(f.Units[at].Seat) != seat || !f.Units[at].OnBoard:
			x.errorf("the situation %q has unit %d, which is none of seat %d on the board", name, id, seat)
		case slices.Contains(ids[1:i+1], id):
			x.errorf("the situation %q has unit %d twice", name, id)
		}
	}
}
