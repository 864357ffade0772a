package simtest

import (
	"context"
	"fmt"
	"slices"

	"game-tui/sim"
)

// tape is a match that was played, with copies of all that came out.
type tape struct {
	set    sim.Settings
	seed   int32
	states []sim.State
	read   []sim.State  // those of the texts, set by readAll
	frames []*sim.Frame // of the states, drawn when they were new
	texts  []string
	turns  []*sim.Turn
	copies []*sim.Turn // of the turns, made when they were new
	rands  []int64     // of the board, at the start of each round and at the end
	err    error       // that stopped the match
}

// plan is a match of the conformance test.
type plan struct {
	seed    int32
	players [sim.Seats]sim.Builtin
	pranks  bool // wrong orders among the players'
}

// plans are the matches that are played: all players in all company, and four
// that give orders at random.
func (x *exam) plans() []plan {
	n := len(x.Players)
	var list []plan
	for i := range n {
		p := plan{seed: int32(30 + i), pranks: i%2 == 0}
		for seat := range p.players {
			p.players[seat] = x.Players[(i+seat*(1+i%3))%n]
		}
		list = append(list, p)
	}
	if x.Quick {
		list = list[:1]
	}
	return append(list, x.randomly())
}

// randomly is a match of four that give orders at random.
func (x *exam) randomly() plan {
	p := plan{seed: 29, pranks: true}
	for seat := range p.players {
		p.players[seat] = sim.Builtin{Name: "random", New: func() sim.Player { return &random{kinds: kinds(x.Game)} }}
	}
	return p
}

// random orders anything of all its units.
type random struct {
	kinds  []byte
	frame  sim.Frame
	orders sim.Orders
}

// Play answers any state of any game.
func (p *random) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.orders.Reset()
	q.State.Fill(&p.frame)
	for _, u := range p.frame.Units {
		if int(u.Seat) != q.Seat {
			continue
		}
		o := sim.Order{Unit: u.ID, Kind: p.kinds[0], Dir: int8(q.Rand.Random(0, 3))}
		if slices.Contains(p.kinds, 'm') {
			o.Kind = 'm'
		}
		if q.Rand.Random(0, 3) == 0 {
			o.Kind = p.kinds[q.Rand.Random(0, len(p.kinds)-1)]
			o.Args = []int32{int32(q.Rand.Random(0, 3))}
		}
		p.orders.Give(o)
	}
	return sim.ReplyOf(&p.orders)
}

// play plays the matches that all checks look at.
func (x *exam) play() {
	if len(x.Players) == 0 {
		x.fault("the game has no players: add some to ai/%s, and a line in package ai", x.Game.Name())
		return
	}
	set, n, err := x.Game.ReadSettings(x.Config)
	if err != nil {
		x.fault("ReadSettings refuses the default configuration: %v", err)
		return
	}
	x.set, x.generator = set, x.Config[n:]
	for _, p := range x.plans() {
		b, err := x.Game.NewBoard(set, slices.Clone(x.generator), p.seed)
		if err != nil {
			x.fault("NewBoard refuses the default configuration with seed %d: %v", p.seed, err)
			return
		}
		x.tapes = append(x.tapes, x.record(p, set, b, set.Rounds()))
	}
}

// board makes the board of a tape anew.
func (x *exam) board(t *tape) sim.Board {
	b, err := x.Game.NewBoard(t.set, slices.Clone(x.generator), t.seed)
	if err != nil {
		panic(fmt.Sprintf("NewBoard refuses what it took before: %v", err))
	}
	return b
}

// record plays so many rounds of a match.
func (x *exam) record(p plan, set sim.Settings, b sim.Board, rounds int) *tape {
	t := &tape{set: set, seed: p.seed}
	var seats [sim.Seats]seated
	for seat, player := range p.players {
		rand := sim.NewRand(sim.PlayerSeed(t.seed, seat))
		seats[seat] = seated{player.Name, [2]sim.Player{player.New(), player.New()}, [2]sim.Rand{rand, rand}}
	}
	dice, kinds := sim.NewRand(t.seed), append(kinds(x.Game), '?') // one that the game does not have
	for k := range rounds {
		t.keep(b)
		turn := &sim.Turn{Round: k}
		steady := string(t.states[k].AppendText(nil)) == t.texts[k]
		for seat := range seats {
			orders := x.ask(&seats[seat], seat, t, k, steady)
			if p.pranks {
				orders = spoilSome(orders, len(t.frames[k].Units), &dice, kinds)
			}
			for _, o := range orders {
				turn.Orders[seat] = append(turn.Orders[seat], sim.Submitted{Order: o})
			}
		}
		if t.err = b.Step(turn); t.err != nil {
			return t
		}
		t.turns, t.copies = append(t.turns, turn), append(t.copies, copyTurn(turn))
	}
	t.keep(b)
	return t
}

// seated is a player in a seat, twice.
type seated struct {
	name  string
	twins [2]sim.Player
	rands [2]sim.Rand
}

// ask asks a player for orders in the last state, and its twin, which must answer the same.
// Whoever writes to the state spoils all that is looked at later; steady says that the
// state does not change by itself.
func (x *exam) ask(s *seated, seat int, t *tape, k int, steady bool) []sim.Order {
	var answers [2][]sim.Order
	for i, p := range s.twins {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: t.states[k], Settings: t.set, Rand: &s.rands[i]})
		for _, o := range r.Orders {
			o.Args = slices.Clone(o.Args)
			answers[i] = append(answers[i], o)
		}
	}
	switch {
	case steady && string(t.states[k].AppendText(nil)) != t.texts[k]:
		x.fault("the player %s writes to the state that it is given (round %d): states are for all to read", s.name, k)
	case steady && !sameOrders(answers[0], answers[1]):
		x.fault("the player %s answers otherwise when it is asked again in round %d: it draws from Query.Rand only, and uses no math/rand, clock or order of a map", s.name, k)
	}
	return answers[0]
}

// keep keeps the board's state.
func (t *tape) keep(b sim.Board) sim.State {
	s := b.State()
	f := new(sim.Frame)
	s.Fill(f)
	f.Cells, f.Units = slices.Clone(f.Cells), slices.Clone(f.Units)
	t.states, t.frames = append(t.states, s), append(t.frames, f)
	t.texts, t.rands = append(t.texts, string(s.AppendText(nil))), append(t.rands, b.RandState())
	return s
}

// orders makes a turn of round k with the orders that were given in it.
func (t *tape) orders(k int) *sim.Turn {
	turn := &sim.Turn{Round: k}
	for seat, list := range t.copies[k].Orders {
		for _, o := range list {
			o.Args, o.Fate = slices.Clone(o.Args), sim.FateUnknown
			turn.Orders[seat] = append(turn.Orders[seat], o)
		}
	}
	return turn
}

// some are about n rounds or states of the tape, the first and the last among them.
func some(length, n int) []int {
	var list []int
	for i := range n {
		list = append(list, i*(length-1)/max(n-1, 1))
	}
	return slices.Compact(list)
}

// copyTurn copies a turn whole.
func copyTurn(t *sim.Turn) *sim.Turn {
	c := *t
	for seat := range c.Orders {
		c.Orders[seat] = slices.Clone(c.Orders[seat])
		for i := range c.Orders[seat] {
			c.Orders[seat][i].Args = slices.Clone(c.Orders[seat][i].Args)
		}
	}
	c.Done = slices.Clone(c.Done)
	for i := range c.Done {
		c.Done[i].Args = slices.Clone(c.Done[i].Args)
	}
	c.Events = slices.Clone(c.Events)
	return &c
}

// kinds are the letters of a game's orders: the others are written as '_'.
func kinds(g sim.Game) []byte {
	var list []byte
	for i := range g.Orders().Kinds {
		list = append(list, g.Orders().Kinds[i].Letter)
	}
	return list
}

// spoilSome spoils some orders of one player, by wrong units, kinds, directions and numbers; no
// two are for the same unit.
func spoilSome(orders []sim.Order, units int, dice *sim.Rand, kinds []byte) []sim.Order {
	var kept sim.Orders
	for _, o := range orders {
		o.Args = slices.Clone(o.Args)
		switch dice.Random(0, 23) {
		case 0:
			o.Unit = int32(dice.Random(-1, units+1))
		case 1:
			o.Kind = kinds[dice.Random(0, len(kinds)-1)]
		case 2:
			o.Dir = int8(dice.Random(-2, 9))
		case 3:
			for i := range o.Args {
				o.Args[i] = int32(dice.Random(-2, 9))
			}
		case 4:
			o.Args = append(o.Args, 5)
		}
		kept.Give(o)
	}
	return kept.List()
}
