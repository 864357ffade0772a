package game_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	"game-tui/sim/simtest/model"
)

func TestChecksFindEachFault(t *testing.T) {
	if testing.Short() {
		t.Skip("played without -short")
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			found := faults(mutate(m.fault), m.check)
			if !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, m.want) }) {
				t.Errorf("want a fault with %q, got:\n%s", m.want, strings.Join(found, "\n"))
			}
		})
	}
}

func TestMutantWithoutFaultKeepsTheContracts(t *testing.T) {
	conform(t, mutate(fault{}))
}

// mutate returns the model game with a fault.
func mutate(f fault) subject {
	s := defaultSubject(model.Game)
	s.Game, s.Players = mutant{model.Game, f}, slices.Clone(s.Players)
	for i := range s.Players {
		create := s.Players[i].New
		s.Players[i].New = func() sim.Player { return unaware{create()} }
	}
	return s
}

// writer is a player that modifies states.
type writer struct{ sim.Player }

func (w writer) Play(ctx context.Context, q *sim.Query) sim.Reply {
	q.State.(*state).moved++
	return w.Player.Play(ctx, q)
}

// gambler is a player that uses a random generator other than its own.
type gambler struct{ sim.Player }

func (g gambler) Play(_ context.Context, q *sim.Query) sim.Reply {
	var orders sim.Orders
	for _, u := range plain(q.State).(*model.State).Pickers(q.Seat) {
		orders.Give(model.Move(u.ID, sim.Dir(rand.IntN(4))))
	}
	return sim.NewReply(&orders)
}

// knower is a player that depends on a hidden value.
type knower struct{ sim.Player }

func (p knower) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if s, ok := q.State.(*state); ok && s.board == nil && s.Round() > 0 {
		return sim.Reply{}
	}
	return p.Player.Play(ctx, q)
}

func TestFaultOfAPlayerNamesIt(t *testing.T) {
	counted := fault{appendText: func(s *state, dst []byte) []byte { return fmt.Append(s.State.AppendText(dst), s.moved) }}
	for _, c := range []struct {
		fault fault
		spoil func(p sim.Player) sim.Player
		want  string
	}{
		{counted, func(p sim.Player) sim.Player { return writer{p} }, "player Greedy modifies the state"},
		{fault{}, func(p sim.Player) sim.Player { return gambler{p} }, "player Greedy gives other orders when asked again"},
		{fault{}, func(p sim.Player) sim.Player { return knower{p} }, "player Greedy gives other orders in a state read back"},
	} {
		s := mutate(c.fault)
		i := slices.IndexFunc(s.Players, func(b sim.Builtin) bool { return b.Name == "Greedy" })
		create := s.Players[i].New
		s.Players[i].New = func() sim.Player { return c.spoil(create()) }
		if found := faults(s); len(found) != 1 || !strings.Contains(found[0], c.want) {
			t.Errorf("want only a fault with %q, got:\n%s", c.want, strings.Join(found, "\n"))
		}
	}
}

// mutant is a copy of the model game with a fault.
type mutant struct {
	sim.Game
	fault
}

// A fault replaces parts of the model game. Nil functions keep the original behaviour.
type fault struct {
	generator    func(text string) string
	newBoard     func(b *board, err error) error
	state        func(b *board) sim.State
	step         func(b *board, t *sim.Turn) error
	after        func(b *board, t *sim.Turn) // runs after Step
	clone        func(b, c *model.Board)
	setStatus    func(b *board, seat int, status float64)
	appendText   func(s *state, dst []byte) []byte
	fill         func(s *state, f *sim.Frame)
	inspect      func(s *state, lines []string) []string
	readState    func(text []byte, n int, err error) (int, error)
	readSettings func(text []byte, n int, err error) (int, error)
	legend       func(l sim.Legend) *sim.Legend
	fates        func(texts []string) []string
	appendEvent  func(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte
	orderText    func(o sim.Order) string
	derive       func(done []sim.Order, events []sim.Event) []sim.Event
	boardFrom    func(b *board, s sim.State, complete bool) bool
	measures     func(m []sim.Measure) []sim.Measure
	sources      func(list []string) []string
	situations   func(list []sim.Situation) []sim.Situation
	points       func(t *sim.Turn, p sim.Points) sim.Points
}

type board struct {
	*model.Board
	fault *fault
	now   *state
	// The remaining fields are used only by faults.
	rounds, calls int
	events        []sim.Event
	orders        []sim.Order
	texts         []byte
}

type state struct {
	*model.State
	fault *fault
	// The remaining fields are used only by faults.
	moved  int // number of orders executed since the start
	board  *board
	frame  sim.Frame
	text   []byte
	origin *model.Board
}

func (m mutant) Measures() []sim.Measure {
	list := slices.Clone(m.Game.Measures())
	for i := range list {
		of := list[i].Value
		list[i].Value = func(s sim.State, seat int) int {
			if s, ok := s.(*state); ok {
				return of(s.State, seat)
			}
			return of(s, seat)
		}
	}
	if m.fault.measures != nil {
		list = m.fault.measures(list)
	}
	return list
}

func (m mutant) Definition() *sim.Definition {
	def := *m.Game.Definition()
	def.Situations = slices.Clone(def.Situations)
	for i := range def.Situations {
		units := def.Situations[i].AppendUnits
		def.Situations[i].AppendUnits = func(dst []int32, s sim.State, seat int) []int32 { return units(dst, plain(s), seat) }
	}
	if m.situations != nil {
		def.Situations = m.situations(def.Situations)
	}
	if m.fates != nil {
		def.OutcomeTexts = m.fates(slices.Clone(def.OutcomeTexts))
	}
	return &def
}

func (m mutant) PointSources() []string {
	if m.sources != nil {
		return m.sources(slices.Clone(m.Game.PointSources()))
	}
	return m.Game.PointSources()
}

func (m mutant) NewAccount(first sim.State) sim.Account {
	return &account{Account: m.Game.NewAccount(plain(first)), fault: &m.fault}
}

type account struct {
	sim.Account
	fault *fault
	last  *sim.Turn
}

func (a *account) Add(t *sim.Turn, after sim.State) {
	a.last = t
	a.Account.Add(t, plain(after))
}

func (a *account) Points() sim.Points {
	p := a.Account.Points()
	if a.fault.points != nil && a.last != nil {
		p = a.fault.points(a.last, p)
	}
	return p
}

func (m mutant) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	if m.generator != nil {
		generator = []byte(m.generator(string(generator)))
	}
	inner, err := m.Game.NewBoard(s, generator, seed)
	b := &board{fault: &m.fault}
	if b.Board, _ = inner.(*model.Board); b.Board == nil && m.newBoard != nil {
		random, _ := m.Game.NewBoard(s, []byte("RANDOM"), seed)
		b.Board, _ = random.(*model.Board)
	}
	if m.newBoard != nil {
		err = m.newBoard(b, err)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

func (m mutant) BoardFrom(s sim.State, dice sim.Rand) (sim.Board, bool) {
	inner, complete := m.Game.BoardFrom(plain(s), dice)
	b := &board{Board: inner.(*model.Board), fault: &m.fault}
	if m.boardFrom != nil {
		complete = m.boardFrom(b, s, complete)
	}
	return b, complete
}

func (b *board) State() sim.State {
	if b.fault.state != nil {
		return b.fault.state(b)
	}
	return b.present()
}

func (b *board) present() *state {
	if inner := b.Board.State().(*model.State); b.now == nil || b.now.State != inner {
		b.now = &state{State: inner, fault: b.fault, moved: b.rounds, board: b}
	}
	return b.now
}

func (b *board) Step(t *sim.Turn) error {
	if b.fault.step != nil {
		return b.fault.step(b, t)
	}
	err := b.Board.Step(t)
	if b.fault.after != nil {
		b.fault.after(b, t)
	}
	return err
}

func (b *board) SetStatus(seat int, status float64) {
	if b.fault.setStatus != nil {
		b.fault.setStatus(b, seat, status)
		return
	}
	b.Board.SetStatus(seat, status)
}

func (b *board) Clone() sim.Board {
	c := *b
	c.Board = b.Board.Clone().(*model.Board)
	if b.fault.clone != nil {
		b.fault.clone(b.Board, c.Board)
	}
	return &c
}

func (s *state) AppendText(dst []byte) []byte {
	if s.fault.appendText != nil {
		return s.fault.appendText(s, dst)
	}
	return s.State.AppendText(dst)
}

func (s *state) FillFrame(f *sim.Frame) {
	s.State.FillFrame(f)
	if s.fault.fill != nil {
		s.fault.fill(s, f)
	}
}

func (s *state) Inspect(p sim.Pos, names *[sim.Seats]string) []string {
	lines := s.State.Inspect(p, names)
	if s.fault.inspect != nil {
		lines = s.fault.inspect(s, lines)
	}
	return lines
}

func (m mutant) ReadState(s sim.Settings, text []byte) (sim.State, int, error) {
	inner, n, err := m.Game.ReadState(s, text)
	if m.readState != nil {
		n, err = m.readState(text, n, err)
	}
	if err != nil {
		return nil, 0, err
	}
	return &state{State: inner.(*model.State), fault: &m.fault, text: text}, n, nil
}

func (m mutant) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := m.Game.ReadSettings(text)
	if m.readSettings != nil {
		n, err = m.readSettings(text, n, err)
	}
	return s, n, err
}

func (m mutant) Legend() *sim.Legend {
	if m.legend != nil {
		return m.legend(*m.Game.Legend())
	}
	return m.Game.Legend()
}

func (m mutant) AppendOrderText(dst []byte, o sim.Order) []byte {
	if m.orderText != nil {
		return append(dst, m.orderText(o)...)
	}
	return m.Game.AppendOrderText(dst, o)
}

func (m mutant) AppendEventText(dst []byte, e *sim.Event, names *[sim.Seats]string) []byte {
	if m.appendEvent != nil {
		return m.appendEvent(dst, e, names)
	}
	return m.Game.AppendEventText(dst, e, names)
}

func (m mutant) Derive(before sim.State, done []sim.Order, after sim.State) ([]sim.Event, sim.State) {
	events, _ := m.Game.Derive(plain(before), done, plain(after))
	if m.derive != nil {
		return m.derive(done, events), after
	}
	return events, after
}

// plain returns the state of the model game inside a mutant's state.
func plain(s sim.State) sim.State {
	if s, ok := s.(*state); ok {
		return s.State
	}
	return s
}

// unaware adapts a player of the model game to play a mutant.
type unaware struct{ sim.Player }

func (p unaware) Play(ctx context.Context, q *sim.Query) sim.Reply {
	own := *q
	own.State = plain(q.State)
	return p.Player.Play(ctx, &own)
}
