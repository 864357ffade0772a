package thepurge

import (
	"cmp"
	"context"
	"slices"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// Nightwatch weighs everything in points a round: what a target pays over the
// rounds that it takes, less what the enemies near a cell can take. By day its
// builders collect, its warriors arm themselves; before dusk builders wall in
// and warriors close in on prey, which they hunt by night.
type Nightwatch struct {
	orders  sim.Orders
	f       field
	s       *thepurge.State
	set     *thepurge.Settings
	seat    int
	night   bool
	left    int // rounds until the light changes
	mine    []agent
	goals   []goal
	claims  []claim
	ways    ways
	threats [3]threat   // by the weapon of those who threaten
	taken   [spots]bool // cells that our orders of this round fill
	tracks  map[int32]track
	plan    []intent
	planned int // barricades begun in this round
}

// agent is one of our citizens.
type agent struct {
	c     *thepurge.Citizen
	at    spot
	reach ways
	goal  int // index in goals, -1 none
	score float64
}

// goal is something worth going to.
type goal struct {
	at    spot
	pos   sim.Pos
	glyph byte
	prey  *thepurge.Citizen // nil for things
	wall  int               // resistance around the prey
	users int
}

// claim is what a goal is worth to an agent, in points a round.
type claim struct {
	agent, goal int
	score       float64
}

// Play decides a round.
func (n *Nightwatch) Play(_ context.Context, q *sim.Query) sim.Reply {
	n.s, n.seat = q.State.(*thepurge.State), q.Seat
	n.set = n.s.Settings()
	n.orders.Reset()
	half := n.set.NumRoundsPerDay / 2
	n.night, n.left = n.s.IsNight(), half-n.s.Round()%half
	n.f.look(n.s, n.seat)
	n.taken, n.planned = [spots]bool{}, 0
	n.follow()
	n.muster()
	n.fear()
	n.survey()
	n.assign()
	n.plan = n.plan[:0]
	for i := range n.mine {
		n.act(&n.mine[i])
	}
	// Orders given first are executed earlier: the urgent ones go ahead.
	slices.SortStableFunc(n.plan, func(x, y intent) int { return cmp.Compare(y.urgency, x.urgency) })
	for i := range n.plan {
		n.orders.Give(n.plan[i].order)
	}
	return sim.ReplyOf(&n.orders)
}

// intent is an order, and what is lost if it comes late, in points.
type intent struct {
	order   sim.Order
	urgency float64
}

// muster lists our citizens and how far everything is from them.
func (n *Nightwatch) muster() {
	n.mine = n.mine[:0]
	folk := n.s.Citizens()
	for i := range folk {
		if c := &folk[i]; int(c.Player) == n.seat {
			n.mine = slices.Grow(n.mine, 1)[:len(n.mine)+1]
			a := &n.mine[len(n.mine)-1]
			a.c, a.at, a.goal, a.score = c, n.f.spot(c.Pos()), -1, 0
			n.f.flood(&a.reach, a.at, far)
		}
	}
}

// survey lists what is worth going to.
func (n *Nightwatch) survey() {
	n.goals = n.goals[:0]
	for i := range n.set.BoardRows {
		for j := range n.set.BoardCols {
			p := sim.Pos{Row: i, Col: j}
			at := n.f.spot(p)
			switch g := n.f.glyph[at]; g {
			case 'M', 'F', 'G', 'Z':
				n.goals = append(n.goals, goal{at: at, pos: p, glyph: g})
			}
		}
	}
	folk := n.s.Citizens()
	for i := range folk {
		c := &folk[i]
		if int(c.Player) == n.seat {
			continue
		}
		g := goal{at: n.f.spot(c.Pos()), pos: c.Pos(), prey: c}
		if b, ok := n.s.BarricadeAt(c.Pos()); ok {
			g.wall = int(b.Resistance)
		}
		n.goals = append(n.goals, g)
	}
}

// away is the distance of a goal from an agent: one behind the nearest of its
// neighbours, since a goal may stand in a barricade.
func (n *Nightwatch) away(a *agent, at spot) int {
	d := int16(far)
	for _, step := range n.f.step {
		d = min(d, a.reach[at+step])
	}
	return int(d) + 1
}

// assign gives the best goals first; a goal serves one agent, prey two.
func (n *Nightwatch) assign() {
	n.claims = n.claims[:0]
	for i := range n.mine {
		for j := range n.goals {
			if score := n.worth(&n.mine[i], &n.goals[j]); score > 0 {
				n.claims = append(n.claims, claim{i, j, score})
			}
		}
	}
	slices.SortStableFunc(n.claims, func(x, y claim) int { return cmp.Compare(y.score, x.score) })
	for _, c := range n.claims {
		a, g := &n.mine[c.agent], &n.goals[c.goal]
		limit := 1
		if g.prey != nil {
			limit = 2
		}
		if a.goal < 0 && g.users < limit {
			a.goal, a.score = c.goal, c.score
			g.users++
		}
	}
}

// track is what is remembered of a citizen: its place in the last round, and how
// restless it is, from 0 to 1.
type track struct {
	pos      sim.Pos
	restless float64
}

// follow remembers where everybody is.
func (n *Nightwatch) follow() {
	old := n.tracks
	n.tracks = make(map[int32]track, len(old))
	for _, c := range n.s.Citizens() {
		t, ok := old[c.ID]
		if !ok {
			t = track{c.Pos(), 0.5}
		}
		t.restless = float64(0.7 * t.restless)
		if t.pos != c.Pos() {
			t.restless += 0.3
		}
		t.pos = c.Pos()
		n.tracks[c.ID] = t
	}
}
