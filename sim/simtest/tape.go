package simtest

import (
	"context"
	"fmt"
	"slices"

	"game-tui/sim"
)

// A tape is a played match with copies of all results.
type playedMatch struct {
	settings   sim.Settings
	seed       int32
	states     []sim.State
	readStates []sim.State  // states read from the texts, set by readStates
	frames     []*sim.Frame // frames of the states, filled at once
	texts      []string
	turns      []*sim.Turn
	copies     []*sim.Turn // copies of the turns, made at once
	randStates []int64     // generator of the board at the start of each round and at the end
	err        error       // why the match stopped
}

// plan is a match of the conformance test.
type lineUp struct {
	seed    int32
	players [sim.Seats]sim.Builtin
	corrupt bool // add invalid orders
}

// plans returns the matches to play: all players in combinations, and four random players.
func (x *checker) lineUps() []lineUp {
	n := len(x.Players)
	var list []lineUp
	for i := range n {
		p := lineUp{seed: int32(30 + i), corrupt: i%2 == 0}
		for seat := range p.players {
			p.players[seat] = x.Players[(i+seat*(1+i%3))%n]
		}
		list = append(list, p)
	}
	if x.Quick {
		list = list[:1]
	}
	return append(list, x.randomLineUp())
}

// randomly returns a match of four random players.
func (x *checker) randomLineUp() lineUp {
	p := lineUp{seed: 29, corrupt: true}
	for seat := range p.players {
		p.players[seat] = sim.Builtin{Name: "random", New: func() sim.Player { return &randomPlayer{kinds: orderLetters(x.Game)} }}
	}
	return p
}

// random gives random orders to all its units.
type randomPlayer struct {
	kinds  []byte
	frame  sim.Frame
	orders sim.Orders
}

func (p *randomPlayer) Play(_ context.Context, q *sim.Query) sim.Reply {
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
func (x *checker) play() {
	if len(x.Players) == 0 {
		x.errorf("the game has no players: add some to ai/%s, and a line in package ai", x.Game.Name())
		return
	}
	set, n, err := x.Game.ReadSettings(x.Config)
	if err != nil {
		x.errorf("ReadSettings refuses the default configuration: %v", err)
		return
	}
	x.settings, x.generator = set, x.Config[n:]
	for _, p := range x.lineUps() {
		b, err := x.Game.NewBoard(set, slices.Clone(x.generator), p.seed)
		if err != nil {
			x.errorf("NewBoard refuses the default configuration with seed %d: %v", p.seed, err)
			return
		}
		x.matches = append(x.matches, x.playMatch(p, set, b, set.Rounds()))
	}
}

// board creates the board of a tape again.
func (x *checker) newBoard(t *playedMatch) sim.Board {
	b, err := x.Game.NewBoard(t.settings, slices.Clone(x.generator), t.seed)
	if err != nil {
		panic(fmt.Sprintf("NewBoard refuses what it took before: %v", err))
	}
	return b
}

// record plays rounds of a match.
func (x *checker) playMatch(p lineUp, set sim.Settings, b sim.Board, rounds int) *playedMatch {
	t := &playedMatch{settings: set, seed: p.seed}
	var seats [sim.Seats]twinPlayer
	for seat, player := range p.players {
		rand := sim.NewRand(sim.PlayerSeed(t.seed, seat))
		seats[seat] = twinPlayer{player.Name, [2]sim.Player{player.New(), player.New()}, [2]sim.Rand{rand, rand}}
	}
	dice, kinds := sim.NewRand(t.seed), append(orderLetters(x.Game), '?') // '?' is not a kind of the game
	for k := range rounds {
		t.addState(b)
		turn := &sim.Turn{Round: k}
		steady := string(t.states[k].AppendText(nil)) == t.texts[k]
		for seat := range seats {
			orders := x.askTwins(&seats[seat], seat, t, k, steady)
			if p.corrupt {
				orders = corruptOrders(orders, len(t.frames[k].Units), &dice, kinds)
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
	t.addState(b)
	return t
}

// seated is a player in a seat, with a twin.
type twinPlayer struct {
	name  string
	twins [2]sim.Player
	rands [2]sim.Rand
}

// ask asks a player and its twin, which must answer the same. Writing to the state would affect
// later checks. Steady means that the state does not change by itself.
func (x *checker) askTwins(s *twinPlayer, seat int, t *playedMatch, k int, steady bool) []sim.Order {
	var answers [2][]sim.Order
	for i, p := range s.twins {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: t.states[k], Settings: t.settings, Rand: &s.rands[i]})
		for _, o := range r.Orders {
			o.Args = slices.Clone(o.Args)
			answers[i] = append(answers[i], o)
		}
	}
	switch {
	case steady && string(t.states[k].AppendText(nil)) != t.texts[k]:
		x.errorf("the player %s writes to the state that it is given (round %d): states are for all to read", s.name, k)
	case steady && !sameOrders(answers[0], answers[1]):
		x.errorf("the player %s answers otherwise when it is asked again in round %d: it draws from Query.Rand only, and uses no math/rand, clock or order of a map", s.name, k)
	}
	return answers[0]
}

// keep records the board's state.
func (t *playedMatch) addState(b sim.Board) sim.State {
	s := b.State()
	f := new(sim.Frame)
	s.FillFrame(f)
	f.Cells, f.Units = slices.Clone(f.Cells), slices.Clone(f.Units)
	t.states, t.frames = append(t.states, s), append(t.frames, f)
	t.texts, t.randStates = append(t.texts, string(s.AppendText(nil))), append(t.randStates, b.RandState())
	return s
}

// orders returns a turn with the orders of round k.
func (t *playedMatch) ordersOf(k int) *sim.Turn {
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
func spread(length, n int) []int {
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
func orderLetters(g sim.Game) []byte {
	var list []byte
	for i := range g.Orders().Kinds {
		list = append(list, g.Orders().Kinds[i].Letter)
	}
	return list
}

// corruptOrders makes some of a player's orders invalid. No two are for the same unit.
func corruptOrders(orders []sim.Order, units int, dice *sim.Rand, kinds []byte) []sim.Order {
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
