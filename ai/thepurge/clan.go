package thepurge

import (
	"cmp"
	"math/bits"
	"slices"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/thepurge"
)

// clan is our citizens, what they could go to, and what they are told to do.
type clan struct {
	board
	citizens []citizen
	targets  []target
	targetAt [maxRows][maxCols]int16 // index into targets, where wanted says that there is one
	wanted   paths.Cells             // where targets are
	sealed   paths.Cells             // targets inside others' barricades: no path leads through
	enter    paths.Cells             // open cells and targets
	offers   offers.List
	steps    []int16      // from citizen i to target k, where it is offered: steps[i*len(targets)+k]
	search   paths.Search // from the citizen or target in question
	taken    paths.Cells  // cells that our orders of this round fill
	intents  []intent
	orders   sim.Orders
}

// citizen is one of ours.
type citizen struct {
	*thepurge.Citizen
	at     sim.Pos
	bounty float64 // what a lost fight of it brings its enemy
	near   int     // steps to the nearest enemy warrior
	target int     // index in targets, -1 none
	steps  int     // to the target
	score  float64
}

// target is something worth going to: an item, or somebody to hunt.
type target struct {
	at    sim.Pos
	glyph byte // of an item, 0 otherwise
	rival int  // of an item: steps of the nearest enemy, were there no walls
	users int

	prey     *thepurge.Citizen // nil for items
	wall     int               // resistance around the prey
	restless float64           // how much the prey runs, where the player follows that
}

// intent is an order, and what is lost if it comes late, in points.
type intent struct {
	order   sim.Order
	urgency float64
}

// begin looks at the board and lists our citizens.
func (n *clan) begin(q *sim.Query) {
	n.look(q.State.(*thepurge.State), q.Seat)
	n.taken, n.intents = paths.Cells{}, n.intents[:0]
	n.citizens = n.citizens[:0]
	list := n.s.Citizens()
	for i := range list {
		if c := &list[i]; int(c.Player) == n.me {
			n.citizens = append(n.citizens, citizen{Citizen: c, at: c.Pos(), bounty: n.bounty(c), target: -1})
		}
	}
}

// give queues an order; what is urgent goes ahead of the rest.
func (n *clan) give(o sim.Order, urgency float64) {
	n.intents = append(n.intents, intent{o, urgency})
}

// take marks a cell that an order fills.
func (n *clan) take(p sim.Pos) { n.taken.Set(p.Row, p.Col) }

// goes tells a citizen to move, or to attack whoever is there; it stays where dir is -1.
func (n *clan) goes(c *citizen, dir int, urgency float64) {
	if dir < 0 {
		n.take(c.at)
		return
	}
	if to := c.at.Plus(sim.Steps[dir]); n.people.Has(to.Row, to.Col) {
		n.take(c.at)
	} else {
		n.take(to)
	}
	n.give(thepurge.Move(c.ID, sim.Dir(dir)), urgency)
}

func (n *clan) reply() sim.Reply {
	// Orders given first are executed earlier.
	slices.SortStableFunc(n.intents, func(x, y intent) int { return cmp.Compare(y.urgency, x.urgency) })
	n.orders.Reset()
	for i := range n.intents {
		n.orders.Give(n.intents[i].order)
	}
	return sim.ReplyOf(&n.orders)
}

// listTargets lists what is worth going to: items, then all enemies as the state lists them.
func (n *clan) listTargets() {
	n.targets = n.targets[:0]
	for i := range n.set.BoardRows {
		n.wanted[i] = n.items[i]
		row := n.s.GlyphRow(i)
		for m := n.items[i]; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			n.addTarget(target{at: sim.Pos{Row: i, Col: j}, glyph: row[j], rival: paths.Far})
		}
	}
	items := n.targets
	list := n.s.Citizens()
	for i := range list {
		c := &list[i]
		if int(c.Player) == n.me {
			continue
		}
		at := c.Pos()
		for k := range items {
			items[k].rival = min(items[k].rival, paths.Manhattan(at, items[k].at))
		}
		t := target{at: at, prey: c}
		if n.own.Has(at.Row, at.Col) || n.barred.Has(at.Row, at.Col) {
			b, _ := n.s.BarricadeAt(at)
			t.wall = int(b.Resistance)
		}
		n.wanted.Set(at.Row, at.Col)
		n.addTarget(t)
		items = n.targets[:len(items)]
	}
	for i := range n.set.BoardRows {
		n.sealed[i] = n.wanted[i] &^ n.open[i]
		n.enter[i] = n.open[i] | n.wanted[i]
	}
}

func (n *clan) addTarget(t target) {
	n.targetAt[t.at.Row][t.at.Col] = int16(len(n.targets))
	n.targets = append(n.targets, t)
}

// plan lets each citizen find its targets and gives the best first; an item
// serves one citizen, prey two. worth is what target k pays citizen i, which is d steps away from
// it, in points a round.
func (n *clan) plan(worth func(i, k, d int) float64) {
	n.offers.Reset()
	n.steps = slices.Grow(n.steps[:0], len(n.citizens)*len(n.targets))[:len(n.citizens)*len(n.targets)]
	for i := range n.citizens {
		n.offer(i, worth)
	}
	for i, k, ok := n.offers.Next(); ok; i, k, ok = n.offers.Next() {
		t, limit := &n.targets[k], 1
		if t.prey != nil {
			limit = 2
		}
		if t.users < limit {
			t.users++
			c := &n.citizens[i]
			c.target, c.steps = k, int(n.steps[i*len(n.targets)+k])
			c.score = worth(i, k, c.steps)
			n.offers.Settle()
		}
	}
}

// offer searches from a citizen for all targets that it can reach.
func (n *clan) offer(i int, worth func(i, k, d int) float64) {
	c := &n.citizens[i]
	c.near = paths.Far
	n.search.StartAt(&n.enter, c.at)
	for left := len(n.targets); left > 0 && n.search.Step(); {
		d := n.search.Distance()
		lo, front := n.search.Front()
		wanted, sealed := n.wanted[lo:][:len(front)], n.sealed[lo:][:len(front)]
		for j, cells := range front {
			front[j] = cells &^ sealed[j]
			for m := cells & wanted[j]; m != 0; m &= m - 1 {
				left--
				k := int(n.targetAt[lo+j][bits.TrailingZeros64(m)])
				t := &n.targets[k]
				if t.prey != nil && t.prey.Type == thepurge.Warrior {
					c.near = min(c.near, d)
				}
				if score := worth(i, k, d); score > 0 {
					n.steps[i*len(n.targets)+k] = int16(d)
					n.offers.Add(i, k, score)
				}
			}
		}
	}
}

// item is what a thing on the ground is worth to a citizen d steps away, in points a round: of a
// weapon, what the player says; less where an enemy is nearer.
func (n *clan) item(c *citizen, t *target, d int, weapon, contested float64) float64 {
	value := weapon
	switch t.glyph {
	case 'M':
		value = float64(n.set.MoneyPoints)
	case 'F':
		missing := n.set.CitizenIniLife(c.Type) - int(c.Life)
		value = c.bounty * float64(min(missing, n.set.FoodIncrLife)) / float64(n.set.LifeLostInAttack)
	}
	if t.rival < d {
		value *= contested
	}
	return value / float64(d)
}

// arms reports whether a thing on the ground is a better weapon for somebody.
func arms(c *thepurge.Citizen, glyph byte) bool {
	return c.Type == thepurge.Warrior && (glyph == 'Z' && c.Weapon != thepurge.Bazooka || glyph == 'G' && c.Weapon == thepurge.Hammer)
}

// firstSteps are the first steps of all shortest paths to a citizen's target, a bit
// each by the order of sim.Steps. From any other cell that it can step on, the target is a step
// farther away than from where it is.
func (n *clan) firstSteps(c *citizen) uint8 {
	if c.target < 0 {
		return 0
	}
	return n.search.Between(&n.open, c.at, n.targets[c.target].at, &sim.Steps, nil)
}

// citizenAt is the citizen on a cell on which there is one.
func (n *clan) citizenAt(p sim.Pos) *thepurge.Citizen {
	list := n.s.Citizens()
	at := sim.At(p)
	return &list[slices.IndexFunc(list, func(c thepurge.Citizen) bool { return c.At == at })]
}

// value is what standing on a cell after this round promises: the target's worth
// by the way that is then left, less the danger there. way is how much farther the
// target is from there than from where the citizen is.
func (n *clan) value(c *citizen, danger float64, way int) float64 {
	v := -danger
	if c.target >= 0 {
		now := float64(c.steps)
		v += c.score * (now + 1) / (now + float64(way) + 2)
	}
	return v
}

// chase is what a fight that is worth gain brings in points a round, against prey d steps away behind its
// wall. pace is by how much steps and blows are more than they would be if the prey stood still.
func (n *clan) chase(c *citizen, t *target, d int, gain, pace float64) float64 {
	demolish := n.set.WeaponStrengthDemolish(c.Weapon)
	rounds := float64(float64(d-1)*pace) + float64((t.wall+demolish-1)/demolish)
	if !n.night {
		rounds = max(rounds, float64(n.left))
	} else if rounds >= float64(n.left) {
		return 0
	}
	hits := n.hits(t.prey)
	return gain * hits / (rounds + float64(hits*pace) + 1)
}
