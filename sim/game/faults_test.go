package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

// mutants lists faults with the check that must find each one and a part of its message.
var mutants = []struct {
	name, check string
	fault       fault
	want        string
}{
	// Faults in boards created from states.
	{"a hidden counter of period 10", "boards from states", fault{state: func(b *board) sim.State {
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
	}}, "BoardFrom reports a complete state, but"},
	{"a board from a state drops the status", "status", fault{boardFrom: func(b *board, _ sim.State, complete bool) bool {
		for seat := range sim.Seats {
			b.Board.SetStatus(seat, 0)
		}
		return complete
	}}, "BoardFrom changes the status"},
	{"a board from a state skips a round", "boards from states", fault{boardFrom: func(b *board, _ sim.State, complete bool) bool {
		_ = b.Board.Step(&sim.Turn{Round: b.Round()})
		return complete
	}}, "BoardFrom returns a board with another state or round"},

	// Faults in situations.
	{"no situations", "situations", fault{situations: func([]sim.Situation) []sim.Situation { return nil }}, "Situations returns none"},
	{"a situation twice", "situations", fault{situations: func(l []sim.Situation) []sim.Situation { return append(l, l[0]) }}, "two situations have the name"},
	{"a situation that never occurs", "situations", fault{situations: func(l []sim.Situation) []sim.Situation {
		l[0].AppendUnits = func(dst []int32, _ sim.State, _ int) []int32 { return dst }
		return l
	}}, "no unit is in situation"},
	{"a situation of all seats", "situations", fault{situations: func(l []sim.Situation) []sim.Situation {
		units := l[0].AppendUnits
		l[0].AppendUnits = func(dst []int32, s sim.State, _ int) []int32 { return units(dst, s, 0) }
		return l
	}}, "which is not a unit of seat 1"},
	{"units in front of dst", "situations", fault{situations: func(l []sim.Situation) []sim.Situation {
		units := l[0].AppendUnits
		l[0].AppendUnits = func(dst []int32, s sim.State, seat int) []int32 { return append(units(nil, s, seat), dst...) }
		return l
	}}, "are not appended"},

	// Faults in measures.
	{"no measures", "measures", fault{measures: func([]sim.Measure) []sim.Measure { return nil }}, "Measures returns 0"},
	{"a measure twice", "measures", fault{measures: func(m []sim.Measure) []sim.Measure { return append(m, m[0]) }}, "two measures have the name"},
	{"a constant measure", "measures", fault{measures: func(m []sim.Measure) []sim.Measure {
		m[0].Value = func(sim.State, int) int { return 7 }
		return m
	}}, "is the same for all seats"},
	{"a measure of a hidden value", "states read back", fault{measures: func(m []sim.Measure) []sim.Measure {
		return append(m, sim.Measure{Name: "hidden", Value: func(s sim.State, seat int) int {
			if s, ok := s.(*state); ok && s.board != nil {
				return seat
			}
			return 0
		}})
	}}, "of a state read back is"},

	// Faults in points.
	{"no sources", "points", fault{sources: func([]string) []string { return nil }}, "Sources returns 0"},
	{"a source twice", "points", fault{sources: func(list []string) []string { return append(list, list[0]) }}, "two sources of points have the name"},
	{"a source that gives nothing", "points", fault{sources: func(list []string) []string { return append(list, "luck") }}, "source \"luck\" gives no points"},
	{"points of an unknown source", "points", fault{points: func(_ *sim.Turn, p sim.Points) sim.Points {
		p[2], p[0] = p[0], p[2]
		return p
	}}, "points of a source that Sources does not name"},
	{"points that are not the score", "points", fault{points: func(t *sim.Turn, p sim.Points) sim.Points {
		if t.Round > 50 {
			p[0][1]++
		}
		return p
	}}, "add up to"},
	{"points that need more than a recording", "points", fault{points: func(t *sim.Turn, p sim.Points) sim.Points {
		if t.KnownParts&sim.KnownEvents == 0 && t.Round > 50 {
			p[0][1]++
		}
		return p
	}}, "points of a recording add up to"},
	{"a loss without a seat", "events", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Events {
			if t.Events[i].Kind == 1 {
				t.Events[i].Other = -1
			}
		}
	}}, "is a loss"},

	// Faults in boards.
	{"clones share a queue", "clones", fault{clone: func(b, c *model.Board) { *c = *b }}, "share memory"}, // Clone copies the generator, but shares the queue
	{"clones skip a round", "clones", fault{clone: func(_, c *model.Board) { _ = c.Step(&sim.Turn{}) }},
		"a clone has another round, state or generator"},
	{"clones lose the status", "status", fault{clone: func(_, c *model.Board) {
		for seat := range sim.Seats {
			c.SetStatus(seat, 0)
		}
	}}, "Clone changes the status"},
	{"states share memory with the board", "determinism", fault{state: func(b *board) sim.State {
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
	{"one state for all rounds", "rounds", fault{state: func(b *board) sim.State {
		if b.now == nil {
			b.now = &state{fault: b.fault}
		}
		b.now.State = b.Board.State().(*model.State)
		return b.now
	}}, "Board.State returns the same value before and after"},
	{"a new state for each call", "determinism", fault{state: func(b *board) sim.State {
		return &state{State: b.Board.State().(*model.State), fault: b.fault}
	}}, "Board.State returns another value when called twice"},
	{"matches share a variable", "determinism", fault{step: func(b *board, t *sim.Turn) error {
		if stepsOfAll++; stepsOfAll%37 == 0 {
			t.Orders[1] = nil
		}
		return b.Board.Step(t)
	}}, "the same seed, settings and orders give another match"},
	{"State changes the status", "determinism", fault{state: func(b *board) sim.State {
		if b.calls++; b.calls > 5 {
			b.Board = b.Board.Clone().(*model.Board)
			b.Board.SetStatus(2, float64(b.calls%2)/4)
		}
		return b.present()
	}}, "Board.State returns another value when called twice"},
	{"Step resets the status", "status", fault{after: func(b *board, t *sim.Turn) {
		b.Board.SetStatus(1, 0)
	}}, "Step changes the status"},
	{"SetStatus does nothing", "status", fault{setStatus: func(b *board, seat int, status float64) {}},
		"SetStatus does not set the status"},
	{"Step plays rounds after the last", "determinism", fault{step: func(b *board, t *sim.Turn) error {
		if err := b.Board.Step(t); err != nil {
			t.Executed = []sim.Order{}
		}
		return nil
	}}, "Step plays a round after the last one"},
	{"a fixed board of round 5", "boards", fault{generator: func(text string) string {
		return strings.Replace(text, "round 5", "round 0", 1)
	}}, "NewBoard accepts the state of round 5"},
	{"the lowest value of a setting panics", "settings", fault{newBoard: panicsOf(1)}, "NUM_PICKERS 1: the game panics"},
	{"the highest value of a setting panics", "settings", fault{newBoard: panicsOf(9)}, "NUM_PICKERS 9: the game panics"},
	{"no board", "boards", fault{newBoard: func(*board, error) error { return fmt.Errorf("bad luck") }},
		"NewBoard refuses the default configuration"},

	// Faults in turns.
	{"events are reused", "immutability", fault{after: func(b *board, t *sim.Turn) {
		b.events = append(b.events[:0], t.Events...)
		t.Events = b.events
	}}, "Step must not reuse the slice"},
	{"executed orders are reused", "immutability", fault{after: func(b *board, t *sim.Turn) {
		b.orders = append(b.orders[:0], t.Executed...)
		t.Executed = b.orders
	}}, "the executed orders of round"},
	{"an order without an outcome", "rounds", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Orders[2] {
			if t.Orders[2][i].Outcome > sim.FirstGameOutcome+2 {
				t.Orders[2][i].Outcome = sim.OutcomeUnknown
			}
		}
	}}, "without an outcome"},
	{"another outcome for orders of others", "rounds", fault{after: func(_ *board, t *sim.Turn) {
		for i := range t.Orders[2] {
			if t.Orders[2][i].Outcome == sim.OutcomeNotOwned {
				t.Orders[2][i].Outcome = sim.FirstGameOutcome
			}
		}
	}}, "OutcomeNotOwned is for units"},
	{"an executed order is missing", "rounds", fault{after: func(_ *board, t *sim.Turn) {
		t.Executed = t.Executed[:max(len(t.Executed)-1, 0)]
	}}, "Turn.Executed is not the list of orders"},
	{"Step sets Known", "rounds", fault{step: func(b *board, t *sim.Turn) error {
		t.KnownParts = sim.KnownAll
		return b.Board.Step(t)
	}}, "Step sets Round, Reports or Known"},
	{"an outcome without text", "rounds", fault{fates: func(texts []string) []string {
		texts[sim.FirstGameOutcome+5] = ""
		return texts
	}}, "the text of an outcome is \"\""},

	// Faults in events.
	{"events out of order", "derived events", fault{after: func(_ *board, t *sim.Turn) {
		slices.Reverse(t.Events)
	}}, "in different orders"},
	{"Derive finds nothing", "derived events", fault{derive: func([]sim.Order, []sim.Event) []sim.Event { return nil }},
		"Derive never returns event"},
	{"an event outside the legend", "events", fault{after: changeEvents(func(e *sim.Event) { e.Kind += 3 })},
		"not in the legend"},
	{"an event off the board", "events", fault{after: changeEvents(func(e *sim.Event) { e.To = sim.Pos16{Row: 3, Col: 99} })},
		"want a cell of the board, or NoPos"},
	{"an event of no seat", "events", fault{after: changeEvents(func(e *sim.Event) { e.Other = 4 })},
		"want 0 to 3, or -1"},
	{"an event of an unknown unit", "events", fault{after: changeEvents(func(e *sim.Event) { e.Target = 99 })},
		"which neither state has"},
	{"an event of another's unit", "events", fault{after: changeEvents(func(e *sim.Event) { e.Seat = (e.Seat + 1) % sim.Seats })},
		"which it has in neither state"},
	{"a death that is no loss", "events", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = slices.Clone(l.Events)
		l.Events[0].IsDeath = true
		return &l
	}}, "a death but not a loss"},
	{"an event without text", "events", fault{appendEvent: func(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte { return dst }},
		"AppendEvent is \"\""},
	{"an event with old names", "events", fault{appendEvent: func(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
		if firstNames == nil {
			firstNames = names
		}
		return append(dst, firstNames[0]...)
	}}, "AppendEvent does not use the given names"},
	{"an event that never happens", "events", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = append(slices.Clone(l.Events), sim.EventKind{Name: "frost", Symbol: "*", ASCII: '*'})
		return &l
	}}, `no match has event "frost"`},
	{"an event that is never derived", "derived events", fault{derive: func(_ []sim.Order, events []sim.Event) []sim.Event {
		return slices.DeleteFunc(events, func(e sim.Event) bool { return e.Kind == 2 })
	}}, `Derive never returns event "apples sown"`},
	{"a derived event that did not happen", "derived events", fault{derive: func(done []sim.Order, events []sim.Event) []sim.Event {
		for _, o := range done {
			events = append(events, sim.Event{Kind: 3, Unit: o.Unit, Target: -1, To: sim.NoPos})
		}
		return events
	}}, "Derive returns an event that did not happen"},
	{"Derive sorts the orders", "derived events", fault{derive: func(done []sim.Order, events []sim.Event) []sim.Event {
		slices.SortFunc(done, func(a, b sim.Order) int { return int(a.Unit - b.Unit) })
		return events
	}}, "Derive changes the given orders"},

	// Faults in states.
	{"a frame shows a hidden value", "states read back", fault{after: func(b *board, t *sim.Turn) {
		b.rounds += len(t.Executed)
	}, fill: func(s *state, f *sim.Frame) {
		f.Labels = append(f.Labels, sim.Label{Key: "moves", Value: fmt.Sprint(s.moved)})
	}}, "a state read back has another frame"},
	{"another score on a card", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Players[1].Score += 2 }},
		"the card of seat 1 has score"},
	{"another score in the text", "state texts", fault{appendText: func(s *state, dst []byte) []byte {
		return append(dst, strings.Replace(string(s.State.AppendText(nil)), "score\t", "score\t1", 1)...)
	}}, "does not have one line with the scores"},
	{"a text without the last line end", "state texts", fault{appendText: func(s *state, dst []byte) []byte {
		text := s.State.AppendText(dst)
		return text[:len(text)-1]
	}}, "does not end with the status"},
	{"a text with a third empty line", "state texts", fault{appendText: func(s *state, dst []byte) []byte {
		return s.State.AppendText(append(dst, '\n'))
	}}, "does not begin with two empty lines"},
	{"AppendText returns memory of the state", "states", fault{appendText: func(s *state, dst []byte) []byte {
		if dst != nil {
			return s.State.AppendText(dst)
		}
		if s.text == nil {
			s.text = s.State.AppendText(nil)
		}
		return s.text
	}}, "State.AppendText returns memory that the state uses"},
	{"ReadState keeps the text", "states read back", fault{appendText: func(s *state, dst []byte) []byte {
		if s.text == nil {
			return s.State.AppendText(dst)
		}
		return append(dst, s.text[:len(s.State.AppendText(nil))]...)
	}}, "or keeps the caller's text"},
	{"ReadState counts wrong", "states read back", fault{readState: func(_ []byte, n int, err error) (int, error) { return n / 2, err }},
		"want the end of the last value"},
	{"ReadState panics", "corrupt texts", fault{readState: func(_ []byte, n int, err error) (int, error) {
		if err != nil {
			panic("what is this?")
		}
		return n, nil
	}}, "the game panics: what is this?"},
	{"an error without a place", "corrupt texts", fault{readState: func(_ []byte, n int, err error) (int, error) {
		if err != nil {
			err = errors.New("wrong")
		}
		return n, err
	}}, "returns an error without a place"},
	{"an error with a wrong offset", "corrupt texts", fault{readState: func(text []byte, n int, err error) (int, error) {
		if err != nil {
			err = sim.InputErrorf(len(text)+1, "%v", err)
		}
		return n, err
	}}, "offsets count from its start"},
	{"an error without a key", "settings", fault{readSettings: func(text []byte, n int, err error) (int, error) {
		if err != nil {
			err = sim.InputErrorf(0, "something is wrong")
		}
		return n, err
	}}, "want its key and line"},

	// Faults in frames.
	{"danger that the legend lacks", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Cells[0].Dangerous = true }},
		"Legend.DangerGround is empty"},
	{"owned ground that the legend lacks", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Cells[0].Owner = 1 }},
		"Legend.OwnedGround is empty"},
	{"a cell contains another unit", "frames", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			if f.Cells[i].Unit > 0 {
				f.Cells[i].Unit--
			}
		}
	}}, "contains unit"},
	{"a unit that no cell contains", "frames", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			f.Cells[i].Unit = -1
		}
	}}, "that cell does not contain it"},
	{"ids for indices", "frames", fault{fill: func(s *state, f *sim.Frame) {
		for i := range f.Cells {
			if f.Cells[i].Unit >= 0 {
				f.Cells[i].Unit += 100
			}
		}
	}}, "want an index, or -1"},
	{"a unit with the id -1", "frames", fault{fill: func(s *state, f *sim.Frame) {
		f.Units = append(f.Units, sim.Unit{ID: sim.NoUnit, Seat: -1, NextSeat: -1, Timer: -1, Life: -1})
	}}, "from -2 down without a seat"},
	{"a life without a maximum", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Units[0].Life = 3 }},
		"for a kind without HasLife"},
	{"an item outside the legend", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Cells[3].Item = 9 }},
		"not in the legend"},
	{"old labels in a frame", "frames", fault{fill: func(s *state, f *sim.Frame) {
		if s.Round() > 0 {
			f.Dark = f.Dark || len(f.Labels) > 7
			f.Labels = append(f.Labels, f.Labels[:cap(f.Labels)][min(cap(f.Labels)-1, 1)])
		}
	}}, "FillFrame leaves old values in a frame"},
	{"FillFrame returns memory of the state", "states", fault{fill: func(s *state, f *sim.Frame) {
		if s.frame.Cells == nil {
			s.State.FillFrame(&s.frame)
		}
		f.Cells = s.frame.Cells
	}}, "FillFrame returns memory that the state uses"},
	{"units without order", "frames", fault{fill: func(s *state, f *sim.Frame) {
		f.Units[0], f.Units[1] = f.Units[1], f.Units[0]
	}}, "want them by id"},
	{"a label without a value", "frames", fault{fill: func(s *state, f *sim.Frame) { f.Labels[0].Value = "" }},
		"is \"\""},
	{"Inspect returns nothing", "inspection", fault{inspect: func(*state, []string) []string { return nil }},
		"Inspect returns nothing"},
	{"Inspect returns text off the board", "inspection", fault{inspect: func(_ *state, lines []string) []string {
		return append(lines, "a cell")
	}}, "which is not on the board"},
	{"Inspect without units", "inspection", fault{inspect: func(_ *state, lines []string) []string { return lines[:min(len(lines), 1)] }},
		"Inspect does not name unit"},
	{"the sign of a turning point", "legend", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Events = slices.Clone(l.Events)
		l.Events[1].Symbol = sim.TurningPointSymbol
		return &l
	}}, "has the sign of a lead change"},
	{"kinds with the same letters", "legend", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Items = slices.Clone(l.Items)
		l.Items[1].Letters = l.Grounds[1].Letters
		return &l
	}}, "the same shape or letters"},
	{"a kind that never occurs", "frames", fault{legend: func(l sim.Legend) *sim.Legend {
		l.Items = append(slices.Clone(l.Items), sim.Kind{Name: "pears", Symbol: "P", Letters: "pe", Role: sim.RoleGold})
		return &l
	}}, `no match shows "pears"`},

	// Faults in orders.
	{"an order without text", "orders", fault{orderText: func(o sim.Order) string {
		if o.Dir == -1 {
			return ""
		}
		return "moves"
	}}, "AppendOrderText is \"\""},
	{"a plural after 1", "orders", fault{orderText: func(o sim.Order) string { return "moves 1 steps" }},
		`AppendOrderText has a plural after 1, "1 steps"`},
	{"a text about rounds after the end", "inspection", fault{inspect: func(s *state, lines []string) []string {
		return append(lines, "back in "+sim.FormatCount(1000-s.Round(), "round"))
	}}, `Inspect is "back in`},
	{"an order with a broken format", "orders", fault{orderText: func(o sim.Order) string { return "moves %!s(int=3)" }},
		"AppendOrderText has a broken format"},
}

// The following variables are shared by all matches of a mutant.
var (
	stepsOfAll int
	firstNames *[sim.Seats]string
)

// panicsOf returns a function that panics if a board has the given number of pickers in a team.
func panicsOf(pickers int) func(*board, error) error {
	return func(b *board, err error) error {
		if err == nil && len(b.Board.State().(*model.State).Pickers(0)) == pickers {
			panic("so many")
		}
		return err
	}
}

// changeEvents returns a function that changes the first event of a unit in each round.
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
