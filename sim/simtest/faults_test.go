package simtest_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// mutants are faults, each with a part of the sentence that names it.
var mutants = []struct {
	name  string
	fault fault
	want  string
}{
	// Boards from states.
	{"a hidden counter of period 10", fault{state: func(b *board) sim.State {
		s := b.present()
		if s.origin == nil {
			s.origin = b.Board.Clone().(*model.Board)
		}
		return s
	}, after: func(b *board, t *sim.Turn) {
		if b.rounds++; b.rounds%10 == 0 {
			t.Events = nil
		}
	}, boardFrom: func(b *board, s sim.State, _ bool) bool {
		known, ok := s.(*state)
		if ok = ok && known.origin != nil; ok {
			b.Board = known.origin.Clone().(*model.Board)
		}
		return ok
	}}, "a board that goes on from a state does not play as the match did"},
	{"a board from a state drops the status", fault{boardFrom: func(b *board, _ sim.State, complete bool) bool {
		for seat := range sim.Seats {
			b.Board.SetStatus(seat, 0)
		}
		return complete
	}}, "a board that goes on from a state loses its status"},
	{"a board from a state skips a round", fault{boardFrom: func(b *board, _ sim.State, complete bool) bool {
		_ = b.Board.Step(&sim.Turn{Round: b.Round()})
		return complete
	}}, "is of round"},
	// Situations.
	{"no situations", fault{situations: func([]sim.Situation) []sim.Situation { return nil }}, "Situations gives none"},
	{"a situation twice", fault{situations: func(l []sim.Situation) []sim.Situation { return append(l, l[0]) }}, "two situations are called"},
	{"a situation that never comes up", fault{situations: func(l []sim.Situation) []sim.Situation {
		l[0].Units = func(dst []int32, _ sim.State, _ int) []int32 { return dst }
		return l
	}}, "no unit comes into the situation"},
	{"a situation of all seats", fault{situations: func(l []sim.Situation) []sim.Situation {
		units := l[0].Units
		l[0].Units = func(dst []int32, s sim.State, _ int) []int32 { return units(dst, s, 0) }
		return l
	}}, "which is none of seat 1"},
	{"a situation that forgets", fault{situations: func(l []sim.Situation) []sim.Situation {
		units := l[0].Units
		l[0].Units = func(dst []int32, s sim.State, seat int) []int32 { return append(units(nil, s, seat), dst...) }
		return l
	}}, "are not appended"},
	// Measures.
	{"no measures", fault{measures: func([]sim.Measure) []sim.Measure { return nil }}, "Measures gives 0"},
	{"a measure twice", fault{measures: func(m []sim.Measure) []sim.Measure { return append(m, m[0]) }}, "two measures are called"},
	{"a measure that says nothing", fault{measures: func(m []sim.Measure) []sim.Measure {
		m[0].Value = func(sim.State, int) int { return 7 }
		return m
	}}, "is the same for all seats"},
	{"a measure of what no text has", fault{measures: func(m []sim.Measure) []sim.Measure {
		return append(m, sim.Measure{Name: "hidden", Value: func(s sim.State, seat int) int {
			if s, ok := s.(*state); ok && s.board != nil {
				return seat
			}
			return 0
		}})
	}}, "of a state that was read back is"},
	// Points.
	{"no sources", fault{sources: func([]string) []string { return nil }}, "Sources gives 0"},
	{"a source twice", fault{sources: func(list []string) []string { return append(list, list[0]) }}, "two sources of points are called"},
	{"a source that gives nothing", fault{sources: func(list []string) []string { return append(list, "luck") }}, "the source \"luck\" gives no points"},
	{"points of no source", fault{points: func(_ *sim.Turn, p sim.Points) sim.Points {
		p[2], p[0] = p[0], p[2]
		return p
	}}, "gives points of a source that Sources does not name"},
	{"points that are not the score", fault{points: func(t *sim.Turn, p sim.Points) sim.Points {
		if t.Round > 50 {
			p[0][1]++
		}
		return p
	}}, "add up to"},
	{"points that need more than recordings have", fault{points: func(t *sim.Turn, p sim.Points) sim.Points {
		if t.Known&sim.KnownEvents == 0 && t.Round > 50 {
			p[0][1]++
		}
		return p
	}}, "of a recording add up to"},
	{"a loss of nobody", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Events {
			if t.Events[i].Kind == 1 {
				t.Events[i].Other = -1
			}
		}
	}}, "is a loss"},
	// Boards.
	{"clones share what grows", fault{clone: func(b, c *model.Board) { *c = *b }}, "share memory"}, // the generator is copied, the queue is not
	{"clones forget", fault{clone: func(_, c *model.Board) { _ = c.Step(&sim.Turn{}) }},
		"a clone shows another round, state or generator"},
	{"clones lose the status", fault{clone: func(_, c *model.Board) {
		for seat := range sim.Seats {
			c.SetStatus(seat, 0)
		}
	}}, "a clone has another status"},
	{"states look at the board", fault{state: func(b *board) sim.State {
		return &state{State: b.Board.State().(*model.State), fault: b.fault, board: b}
	}, fill: func(s *state, f *sim.Frame) {
		if s.board != nil {
			s.board.Board.State().FillFrame(f)
		}
	}, appendText: func(s *state, dst []byte) []byte {
		if s.board != nil {
			return s.board.Board.State().AppendText(dst)
		}
		return s.State.AppendText(dst)
	}}, "states must not share memory with the board"},
	{"the board has one state for ever", fault{state: func(b *board) sim.State {
		if b.now == nil {
			b.now = &state{fault: b.fault}
		}
		b.now.State = b.Board.State().(*model.State)
		return b.now
	}}, "State returns the same value before and after round"},
	{"states are made anew", fault{state: func(b *board) sim.State {
		return &state{State: b.Board.State().(*model.State), fault: b.fault}
	}}, "State makes another value when it is called twice"},
	{"matches know of each other", fault{step: func(b *board, t *sim.Turn) error {
		if stepsOfAll++; stepsOfAll%37 == 0 {
			t.Orders[1] = nil
		}
		return b.Board.Step(t)
	}}, "the same seed, settings and orders give another match"},
	{"looking at states plays on", fault{state: func(b *board) sim.State {
		if b.calls++; b.calls > 5 {
			b.Board = b.Board.Clone().(*model.Board)
			b.Board.SetStatus(2, float64(b.calls%2)/4)
		}
		return b.present()
	}}, "State makes another value when it is called twice"},
	{"the status does not last", fault{after: func(b *board, t *sim.Turn) {
		b.Board.SetStatus(1, 0)
	}}, "the status is lost in a round"},
	{"the status is dropped", fault{setStatus: func(b *board, seat int, status float64) {}},
		"SetStatus does not set the status"},
	{"matches go on for ever", fault{step: func(b *board, t *sim.Turn) error {
		if err := b.Board.Step(t); err != nil {
			t.Executed = []sim.Order{}
		}
		return nil
	}}, "Step plays a round after the last one"},
	{"a board of the fifth round", fault{generator: func(text string) string {
		return strings.Replace(text, "round 5", "round 0", 1)
	}}, "NewBoard makes a board of FIXED and the state of round 5"},
	{"two units on a cell of a board", fault{newBoard: func(b *board, err error) error {
		b.crowded = b.crowded || err != nil && strings.Contains(err.Error(), "two pickers stand")
		if b.crowded {
			return nil
		}
		return err
	}, fill: func(s *state, f *sim.Frame) {
		if s.board != nil && s.board.crowded {
			f.Units[1].At = f.Units[0].At
		}
	}}, "NewBoard makes a board of FIXED with two units on the cell"},
	{"the lowest value breaks", fault{newBoard: panicsOf(1)}, "NUM_PICKERS 1: the game panics"},
	{"the highest value breaks", fault{newBoard: panicsOf(9)}, "NUM_PICKERS 9: the game panics"},
	{"no board is refused", fault{newBoard: func(*board, error) error { return fmt.Errorf("bad luck") }},
		"NewBoard refuses the default configuration"},

	// Turns.
	{"events are used again", fault{after: func(b *board, t *sim.Turn) {
		b.events = append(b.events[:0], t.Events...)
		t.Events = b.events
	}}, "Step must not use the slice again"},
	{"executed orders are used again", fault{after: func(b *board, t *sim.Turn) {
		b.orders = append(b.orders[:0], t.Executed...)
		t.Executed = b.orders
	}}, "the executed orders of round"},
	{"an order without an outcome", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Orders[2] {
			if t.Orders[2][i].Outcome > sim.OutcomeGame+2 {
				t.Orders[2][i].Outcome = sim.OutcomeUnknown
			}
		}
	}}, "Step leaves an order without an outcome"},
	{"orders of others are executed", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Orders[2] {
			if t.Orders[2][i].Outcome == sim.OutcomeNotOwned {
				t.Orders[2][i].Outcome = sim.OutcomeGame
			}
		}
	}}, "OutcomeNotOwned is for units that were not the seat's"},
	{"an executed order is not listed", fault{after: func(_ *board, t *sim.Turn) {
		t.Executed = t.Executed[:max(len(t.Executed)-1, 0)]
	}}, "Turn.Executed is not the list of the orders with OutcomeExecuted"},
	{"Step says what is known", fault{step: func(b *board, t *sim.Turn) error {
		t.Known = sim.KnownAll
		return b.Board.Step(t)
	}}, "Step changes Round, Seats or Known"},
	{"an outcome has no text", fault{fates: func(texts []string) []string {
		texts[sim.OutcomeGame+5] = ""
		return texts
	}}, "the text of an outcome gives no words"},

	// Events.
	{"events out of order", fault{after: func(_ *board, t *sim.Turn) {
		slices.Reverse(t.Events)
	}}, "Step and Derive list the events of round"},
	{"Derive finds nothing", fault{derive: func([]sim.Order, []sim.Event) []sim.Event { return nil }},
		"Derive returns no events, in no round of any match"},
	{"an event outside the legend", fault{after: changeEvents(func(e *sim.Event) { e.Kind += 3 })},
		"outside the legend"},
	{"an event off the board", fault{after: changeEvents(func(e *sim.Event) { e.To = sim.Pos16{Row: 3, Col: 99} })},
		"must be on the board, or NoPos"},
	{"an event of no seat", fault{after: changeEvents(func(e *sim.Event) { e.Other = 4 })},
		"must be 0 to 3, or -1"},
	{"an event of an unknown unit", fault{after: changeEvents(func(e *sim.Event) { e.Target = 99 })},
		"which neither state has"},
	{"an event of another's unit", fault{after: changeEvents(func(e *sim.Event) { e.Seat = (e.Seat + 1) % sim.Seats })},
		"neither state does"},
	{"a death that is no loss", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = slices.Clone(l.Events)
		l.Events[0].Death = true
		return &l
	}}, "a death, but no loss"},
	{"an event without words", fault{appendEvent: func(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte { return dst }},
		"AppendEvent gives no words"},
	{"an event in another's words", fault{appendEvent: func(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
		if firstNames == nil {
			firstNames = names
		}
		return append(dst, firstNames[0]...)
	}}, "AppendEvent does not take the names that it is given"},
	{"an event that never happens", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = append(slices.Clone(l.Events), sim.EventKind{Name: "frost", Shape: "*", ASCII: '*'})
		return &l
	}}, `no match has the event "frost"`},
	{"an event that is never proven", fault{derive: func(_ []sim.Order, events []sim.Event) []sim.Event {
		return slices.DeleteFunc(events, func(e sim.Event) bool { return e.Kind == 2 })
	}}, `Derive never finds the event "apples sown"`},
	{"a guess", fault{derive: func(done []sim.Order, events []sim.Event) []sim.Event {
		for _, o := range done {
			events = append(events, sim.Event{Kind: 3, Unit: o.Unit, Target: -1, To: sim.NoPos})
		}
		return events
	}}, "Derive finds an event that did not happen"},
	{"deriving sorts the orders", fault{derive: func(done []sim.Order, events []sim.Event) []sim.Event {
		slices.SortFunc(done, func(a, b sim.Order) int { return int(a.Unit - b.Unit) })
		return events
	}}, "Derive changes the orders that it is given"},

	// States.
	{"a field that no text has", fault{after: func(b *board, t *sim.Turn) {
		b.rounds += len(t.Executed)
	}, fill: func(s *state, f *sim.Frame) {
		f.Labels = append(f.Labels, sim.Label{Key: "moves", Value: fmt.Sprint(s.moved)})
	}}, "a state that was read back shows another frame"},
	{"another winner on the cards", fault{fill: func(s *state, f *sim.Frame) { f.Players[1].Score += 2 }},
		"who has won is read off the states"},
	{"another winner in the text", fault{appendText: func(s *state, dst []byte) []byte {
		return append(dst, strings.Replace(string(s.State.AppendText(nil)), "score\t", "score\t1", 1)...)
	}}, "has not one line with the scores that the state tells"},
	{"the text does not end", fault{appendText: func(s *state, dst []byte) []byte {
		text := s.State.AppendText(dst)
		return text[:len(text)-1]
	}}, "does not end with the status"},
	{"the text has no place", fault{appendText: func(s *state, dst []byte) []byte {
		return s.State.AppendText(append(dst, '\n'))
	}}, "does not begin with two empty lines"},
	{"a writer that gives its memory", fault{appendText: func(s *state, dst []byte) []byte {
		if dst != nil {
			return s.State.AppendText(dst)
		}
		if s.text == nil {
			s.text = s.State.AppendText(nil)
		}
		return s.text
	}}, "State.AppendText returns memory that the state uses"},
	{"a reader that keeps the text", fault{appendText: func(s *state, dst []byte) []byte {
		if s.text == nil {
			return s.State.AppendText(dst)
		}
		return append(dst, s.text[:len(s.State.AppendText(nil))]...)
	}}, "ReadState and AppendText are not exact inverses, or ReadState keeps the text"},
	{"a reader that counts wrong", fault{readState: func(_ []byte, n int, err error) (int, error) { return n / 2, err }},
		"count from the start of the text to behind the last value"},
	{"a reader that panics", fault{readState: func(_ []byte, n int, err error) (int, error) {
		if err != nil {
			panic("what is this?")
		}
		return n, nil
	}}, "the game panics: what is this?"},
	{"an error without a place", fault{readState: func(_ []byte, n int, err error) (int, error) {
		if err != nil {
			err = errors.New("wrong")
		}
		return n, err
	}}, "gives an error without a place"},
	{"an error that counts elsewhere", fault{readState: func(text []byte, n int, err error) (int, error) {
		if err != nil {
			err = sim.InputErrorf(len(text)+1, "%v", err)
		}
		return n, err
	}}, "offsets count from the start of the text it was given"},
	{"an error about no key", fault{readSettings: func(text []byte, n int, err error) (int, error) {
		if err != nil {
			err = sim.InputErrorf(0, "something is wrong")
		}
		return n, err
	}}, "name the key, and the place of its value"},

	// Frames.
	{"danger that the legend does not name", fault{fill: func(s *state, f *sim.Frame) { f.Cells[0].Dangerous = true }},
		"say in Legend.DangerGround what that means"},
	{"ground of a seat that the legend does not name", fault{fill: func(s *state, f *sim.Frame) { f.Cells[0].Owner = 1 }},
		"say in Legend.OwnedGround what that means"},
	{"a cell points at another unit", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			if f.Cells[i].Unit > 0 {
				f.Cells[i].Unit--
			}
		}
	}}, "points at unit"},
	{"a unit that no cell shows", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			f.Cells[i].Unit = -1
		}
	}}, "that cell does not point at it"},
	{"ids for indices", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			if f.Cells[i].Unit >= 0 {
				f.Cells[i].Unit += 100
			}
		}
	}}, "must be an index, or -1"},
	{"a unit of nobody with the id of no unit", fault{fill: func(s *state, f *sim.Frame) {
		f.Units = append(f.Units, sim.Unit{ID: sim.NoUnit, Seat: -1, NextSeat: -1, Timer: -1, Life: -1})
	}}, "those of units of nobody from -2 down"},
	{"a life that is more than all of it", fault{fill: func(s *state, f *sim.Frame) { f.Units[0].Life = 3 }},
		"without a life it is -1 of 0"},
	{"an item outside the legend", fault{fill: func(s *state, f *sim.Frame) { f.Cells[3].Item = 9 }},
		"outside the legend"},
	{"what the frame held stays", fault{fill: func(s *state, f *sim.Frame) {
		if s.Round() > 0 {
			f.Dark = f.Dark || len(f.Labels) > 7
			f.Labels = append(f.Labels, f.Labels[:cap(f.Labels)][min(cap(f.Labels)-1, 1)])
		}
	}}, "FillFrame leaves something in a frame that was used before"},
	{"frames are given away", fault{fill: func(s *state, f *sim.Frame) {
		if s.frame.Cells == nil {
			s.State.FillFrame(&s.frame)
		}
		f.Cells = s.frame.Cells
	}}, "FillFrame gives memory away that the state uses"},
	{"units without order", fault{fill: func(s *state, f *sim.Frame) {
		f.Units[0], f.Units[1] = f.Units[1], f.Units[0]
	}}, "units are in id order"},
	{"a label without a value", fault{fill: func(s *state, f *sim.Frame) { f.Labels[0].Value = "" }},
		"gives no words"},
	{"nothing to say of a cell", fault{inspect: func(*state, []string) []string { return nil }},
		"Inspect says nothing of"},
	{"something to say off the board", fault{inspect: func(_ *state, lines []string) []string {
		return append(lines, "a cell")
	}}, "which is not on the board"},
	{"units are not named", fault{inspect: func(_ *state, lines []string) []string { return lines[:min(len(lines), 1)] }},
		"Inspect does not name unit"},
	{"the sign of a turning point", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = slices.Clone(l.Events)
		l.Events[1].Shape = sim.TurningPointShape
		return &l
	}}, "has a sign that the timeline has for something else"},
	{"kinds that look alike", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Items = slices.Clone(l.Items)
		l.Items[1].Letters = l.Grounds[1].Letters
		return &l
	}}, "look alike"},
	{"a kind that nobody sees", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Items = append(slices.Clone(l.Items), sim.Kind{Name: "pears", Shape: "P", Letters: "pe", Role: sim.RoleGold})
		return &l
	}}, `no match shows the item "pears"`},

	// Orders.
	{"an order without words", fault{orderText: func(o sim.Order) string {
		if o.Dir == -1 {
			return ""
		}
		return "moves"
	}}, "AppendOrderText gives no words"},
	{"one of many", fault{orderText: func(o sim.Order) string { return "moves 1 steps" }},
		`AppendOrderText says "1 steps"`},
	{"a promise beyond the end", fault{inspect: func(s *state, lines []string) []string {
		return append(lines, "back in "+sim.Count(1000-s.Round(), "round"))
	}}, `Inspect says "back in`},
	{"an order with a broken format", fault{orderText: func(o sim.Order) string { return "moves %!s(int=3)" }},
		"AppendOrderText has a broken format"},
}

// What matches of a faulty game know of each other.
var (
	stepsOfAll int
	firstNames *[sim.Seats]string
)

// panicsOf makes a fault of boards with so many pickers in a team.
func panicsOf(pickers int) func(*board, error) error {
	return func(b *board, err error) error {
		if err == nil && len(b.Board.State().(*model.State).Pickers(0)) == pickers {
			panic("so many")
		}
		return err
	}
}

// changeEvents changes the first event of every round that has one of a unit.
func changeEvents(change func(e *sim.Event)) func(*board, *sim.Turn) {
	return func(_ *board, t *sim.Turn) {
		for i := range t.Events {
			if t.Events[i].Unit >= 0 {
				change(&t.Events[i])
				break
			}
		}
	}
}
