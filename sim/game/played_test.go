package game_test

import (
	"context"
	"fmt"
	"slices"

	"game-tui/sim"
)

// A playedMatch is a match with copies of all its results.
type playedMatch struct {
	settings   sim.Settings
	seed       int32
	states     []sim.State
	readStates []sim.State  // states read from the texts; set by checker.readStates
	frames     []*sim.Frame // frames of the states, filled immediately
	texts      []string
	turns      []*sim.Turn
	copies     []*sim.Turn // copies of the turns, made immediately
	randStates []int64     // generator state at the start of each round and at the end
	err        error       // reason why the match stopped
}

// A lineUp is the plan of a match.
type lineUp struct {
	seed    int32
	players [sim.Seats]sim.Builtin
	corrupt bool // whether to make some orders invalid
}

// lineUps returns the matches to play: all players in combinations, and four random players.
func (c *checker) lineUps() []lineUp {
	n := len(c.Players)
	var list []lineUp
	for i := range n {
		p := lineUp{seed: int32(30 + i), corrupt: i%2 == 0}
		for seat := range p.players {
			p.players[seat] = c.Players[(i+seat*(1+i%3))%n]
		}
		list = append(list, p)
	}
	if c.Quick {
		list = list[:1]
	}
	return append(list, c.randomLineUp())
}

func (c *checker) randomLineUp() lineUp {
	p := lineUp{seed: 29, corrupt: true}
	for seat := range p.players {
		p.players[seat] = sim.Builtin{Name: "random", New: func() sim.Player { return &randomPlayer{letters: orderLetters(c.Game)} }}
	}
	return p
}

// randomPlayer is a player that gives random orders to all its units, most of them moves.
type randomPlayer struct {
	letters []byte
	frame   sim.Frame
	orders  sim.Orders
}

func (p *randomPlayer) Play(_ context.Context, q *sim.Query) sim.Reply {
	p.orders.Reset()
	q.State.FillFrame(&p.frame)
	for _, u := range p.frame.Units {
		if int(u.Seat) != q.Seat {
			continue
		}
		o := sim.Order{Unit: u.ID, Kind: 'm', Dir: int8(q.Rand.Random(0, 3))}
		if q.Rand.Random(0, 3) == 0 {
			o.Kind = p.letters[q.Rand.Random(0, len(p.letters)-1)]
			o.Args = []int32{int32(q.Rand.Random(0, 3))}
		}
		p.orders.Give(o)
	}
	return sim.NewReply(&p.orders)
}

// play plays the matches used by all checks.
func (c *checker) play() {
	set, n, err := c.Game.ReadSettings(c.Config)
	if err != nil {
		c.errorf("ReadSettings refuses the default configuration: %v", err)
		return
	}
	c.settings, c.generator = set, c.Config[n:]
	for _, p := range c.lineUps() {
		b, err := c.Game.NewBoard(set, slices.Clone(c.generator), p.seed)
		if err != nil {
			c.errorf("NewBoard refuses the default configuration with seed %d: %v", p.seed, err)
			return
		}
		c.matches = append(c.matches, c.playMatch(p, set, b, set.Rounds()))
	}
}

// newBoard returns a new initial board for a match.
func (c *checker) newBoard(m *playedMatch) sim.Board {
	b, err := c.Game.NewBoard(m.settings, slices.Clone(c.generator), m.seed)
	if err != nil {
		panic(fmt.Sprintf("NewBoard refuses what it accepted before: %v", err))
	}
	return b
}

// playMatch plays the rounds of a match and copies their results.
func (c *checker) playMatch(p lineUp, set sim.Settings, b sim.Board, rounds int) *playedMatch {
	m := &playedMatch{settings: set, seed: p.seed}
	var seats [sim.Seats]twins
	for seat, player := range p.players {
		rand := sim.NewRand(sim.PlayerSeed(m.seed, seat))
		seats[seat] = twins{player.Name, [2]sim.Player{player.New(), player.New()}, [2]sim.Rand{rand, rand}}
	}
	dice, letters := sim.NewRand(m.seed), append(orderLetters(c.Game), '?') // '?' is not an order in any game
	for k := range rounds {
		m.addState(b)
		turn := &sim.Turn{Round: k}
		for seat := range seats {
			orders := c.askTwins(&seats[seat], seat, m, k)
			if p.corrupt {
				orders = corruptOrders(orders, len(m.frames[k].Units), &dice, letters)
			}
			for _, o := range orders {
				turn.Orders[seat] = append(turn.Orders[seat], sim.SubmittedOrder{Order: o})
			}
		}
		if m.err = b.Step(turn); m.err != nil {
			return m
		}
		m.turns, m.copies = append(m.turns, turn), append(m.copies, copyTurn(turn))
	}
	m.addState(b)
	return m
}

// twins are two instances of a player in the same seat. They must give the same orders.
type twins struct {
	name    string
	players [2]sim.Player
	rands   [2]sim.Rand
}

// askTwins returns the orders for round k. It blames the player for a modified state only if the
// state was intact before the call.
func (c *checker) askTwins(p *twins, seat int, m *playedMatch, k int) []sim.Order {
	same := func() bool { return string(m.states[k].AppendText(nil)) == m.texts[k] }
	stable := same()
	var replies [2][]sim.Order
	for i, player := range p.players {
		r := player.Play(context.Background(), &sim.Query{Seat: seat, State: m.states[k], Settings: m.settings, Rand: &p.rands[i]})
		replies[i] = copyOrders(r.Orders)
	}
	switch {
	case !stable:
	case !same():
		c.errorf("player %s modifies the state (round %d)", p.name, k)
	case !sameOrders(replies[0], replies[1]):
		c.errorf("player %s gives other orders when asked again (round %d): it must not use math/rand, a clock or the order of a map", p.name, k)
	}
	return replies[0]
}

// addState copies the current state of the board.
func (m *playedMatch) addState(b sim.Board) {
	s := b.State()
	f := new(sim.Frame)
	s.FillFrame(f)
	f.Cells, f.Units = slices.Clone(f.Cells), slices.Clone(f.Units)
	m.states, m.frames = append(m.states, s), append(m.frames, f)
	m.texts, m.randStates = append(m.texts, string(s.AppendText(nil))), append(m.randStates, b.RandState())
}

// newTurn returns a turn with the orders of round k.
func (m *playedMatch) newTurn(k int) *sim.Turn {
	turn := &sim.Turn{Round: k, Orders: copyTurn(m.copies[k]).Orders}
	for seat := range turn.Orders {
		for i := range turn.Orders[seat] {
			turn.Orders[seat][i].Outcome = sim.OutcomeUnknown
		}
	}
	return turn
}

// spread returns about n indices below length, including the first and the last.
func spread(length, n int) []int {
	var list []int
	for i := range n {
		list = append(list, i*(length-1)/max(n-1, 1))
	}
	return slices.Compact(list)
}

// copyTurn returns a deep copy of a turn.
func copyTurn(t *sim.Turn) *sim.Turn {
	turn := *t
	for seat := range turn.Orders {
		turn.Orders[seat] = slices.Clone(turn.Orders[seat])
		for i := range turn.Orders[seat] {
			turn.Orders[seat][i].Args = slices.Clone(turn.Orders[seat][i].Args)
		}
	}
	turn.Executed = copyOrders(t.Executed)
	turn.Events = slices.Clone(t.Events)
	return &turn
}

func copyOrders(orders []sim.Order) []sim.Order {
	list := slices.Clone(orders)
	for i := range list {
		list[i].Args = slices.Clone(list[i].Args)
	}
	return list
}

// orderLetters returns the letters for the kinds of orders in a game.
func orderLetters(g sim.Game) []byte {
	var list []byte
	for i := range g.OrderFormat().Kinds {
		list = append(list, g.OrderFormat().Kinds[i].Letter)
	}
	return list
}

// corruptOrders makes some of a player's orders invalid. No two of them are for the same unit.
func corruptOrders(orders []sim.Order, units int, dice *sim.Rand, letters []byte) []sim.Order {
	var kept sim.Orders
	for _, o := range copyOrders(orders) {
		switch dice.Random(0, 23) {
		case 0:
			o.Unit = int32(dice.Random(-1, units+1))
		case 1:
			o.Kind = letters[dice.Random(0, len(letters)-1)]
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
