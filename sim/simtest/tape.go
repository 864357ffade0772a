package simtest

import (
	"context"
	"fmt"
	"slices"

	"game-tui/sim"
)

// A tape is a played match with copies of all results.
type tape struct {
	set    sim.Settings
	seed   int32
	states []sim.State
	read   []sim.State  // states read from the texts, set by readAll
	frames []*sim.Frame // frames of the states, filled at once
	texts  []string
	turns  []*sim.Turn
	copies []*sim.Turn // copies of the turns, made at once
	rands  []int64     // generator of the board at the start of each round and at the end
	err    error       // why the match stopped
}

// plan is a match of the conformance test.
type plan struct {
	seed    int32
	players [sim.Seats]sim.Builtin
	pranks  bool // add invalid orders
}

// plans returns the matches to play: all players in combinations, and four random players.
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

// randomly returns a match of four random players.
func (x *exam) randomly() plan {
	p := plan{seed: 29, pranks: true}
	for seat := range p.players {
		p.players[seat] = sim.Builtin{Name: "random", New: func() sim.Player { return &random{kinds: kinds(x.Game)} }}
	}
	return p
}

// random gives random orders to all its units.
type random struct {
	kinds  []byte
	frame  sim.Frame
	orders sim.Orders
}

func (p *random) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.orders.Reset()
	q.State.FillFrame(&p.frame)
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
	return sim.NewReply(&p.orders)
}

// play plays the matches for all checks.
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

// board creates the board of a tape again.
func (x *exam) board(t *tape) sim.Board {
	b, err := x.Game.NewBoard(t.set, slices.Clone(x.generator), t.seed)
	if err != nil {
		panic(fmt.Sprintf("NewBoard refuses what it took before: %v", err))
	}
	return b
}

// record plays rounds of a match.
func (x *exam) record(p plan, set sim.Settings, b sim.Board, rounds int) *tape {
	t := &tape{set: set, seed: p.seed}
	var seats [sim.Seats]seated
	for seat, player := range p.players {
		rand := sim.NewRand(sim.PlayerSeed(t.seed, seat))
		seats[seat] = seated{player.Name, [2]sim.Player{player.New(), player.New()}, [2]sim.Rand{rand, rand}}
	}
	dice, kinds := sim.NewRand(t.seed), append(kinds(x.Game), '?') // '?' is not a kind of the game
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

// seated is a player in a seat, with a twin.
type seated struct {
	name  string
	twins [2]sim.Player
	rands [2]sim.Rand
}

// ask asks a player and its twin, which must answer the same. Writing to the state would affect
// later checks. Steady means that the state does not change by itself.
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

// keep records the board's state.
func (t *tape) keep(b sim.Board) sim.State {
	s := b.State()
	f := new(sim.Frame)
	s.FillFrame(f)
	f.Cells, f.Units = slices.Clone(f.Cells), slices.Clone(f.Units)
	t.states, t.frames = append(t.states, s), append(t.frames, f)
	t.texts, t.rands = append(t.texts, string(s.AppendText(nil))), append(t.rands, b.RandState())
	return s
}

// orders returns a turn with the orders of round k.
func (t *tape) orders(k int) *sim.Turn {
	turn := &sim.Turn{Round: k}
	for seat, list := range t.copies[k].Orders {
		for _, o := range list {
			o.Args, o.Outcome = slices.Clone(o.Args), sim.OutcomeUnknown
			turn.Orders[seat] = append(turn.Orders[seat], o)
		}
	}
	return turn
}

// some returns about n rounds or states, including the first and the last.
func some(length, n int) []int {
	var list []int
	for i := range n {
		list = append(list, i*(length-1)/max(n-1, 1))
	}
	return slices.Compact(list)
}

// copyTurn returns a deep copy.
func copyTurn(t *sim.Turn) *sim.Turn {
	c := *t
	for seat := range c.Orders {
		c.Orders[seat] = slices.Clone(c.Orders[seat])
		for i := range c.Orders[seat] {
			c.Orders[seat][i].Args = slices.Clone(c.Orders[seat][i].Args)
		}
	}
	c.Executed = slices.Clone(c.Executed)
	for i := range c.Executed {
		c.Executed[i].Args = slices.Clone(c.Executed[i].Args)
	}
	c.Events = slices.Clone(c.Events)
	return &c
}

// kinds returns the letters of a game's orders.
func kinds(g sim.Game) []byte {
	var list []byte
	for i := range g.Orders().Kinds {
		list = append(list, g.Orders().Kinds[i].Letter)
	}
	return list
}

// spoilSome makes some of a player's orders invalid. No two are for the same unit.
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
