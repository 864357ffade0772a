package thepurge

import (
	"cmp"
	"math/bits"
	"slices"

	"game-tui/ai/offers"
	"game-tui/ai/paths"
	"game-tui/sim"
	"game-tui/sim/game/thepurge"
)

const maxRows, maxCols = 25, 50

// board represents a state as sets of cells, from one seat's point of view.
type board struct {
	s          *thepurge.State
	settings   *thepurge.Settings
	me         int
	isNight    bool
	roundsLeft int // rounds until the next dusk or dawn

	streets         paths.Cells // all cells except buildings
	ownBarricades   paths.Cells
	enemyBarricades paths.Cells // cells with barricades of other clans
	items           paths.Cells
	occupied        paths.Cells
	open            paths.Cells // streets without barricades of other clans
}

func (b *board) update(s *thepurge.State, me int) {
	b.s, b.settings, b.me = s, s.Settings(), me
	half := b.settings.NumRoundsPerDay / 2
	b.isNight, b.roundsLeft = s.IsNight(), half-s.Round()%half
	b.ownBarricades, b.enemyBarricades, b.occupied = paths.Cells{}, paths.Cells{}, paths.Cells{}
	list := s.Barricades()
	for i := range list {
		if w := &list[i]; int(w.Player) == me {
			b.ownBarricades.Add(int(w.At.Row), int(w.At.Col))
		} else {
			b.enemyBarricades.Add(int(w.At.Row), int(w.At.Col))
		}
	}
	people := s.Citizens()
	for i := range people {
		b.occupied.Add(int(people[i].At.Row), int(people[i].At.Col))
	}
	for i := range b.settings.BoardRows {
		row := s.GlyphRow(i)
		b.streets[i] = (1<<len(row) - 1) &^ paths.Mask(row, 'B')
		b.items[i] = paths.Mask(row, 'M') | paths.Mask(row, 'F') | paths.Mask(row, 'G') | paths.Mask(row, 'Z')
		b.open[i] = b.streets[i] &^ b.enemyBarricades[i]
	}
}

type clan struct {
	board
	citizens      []citizen
	targets       []target
	targetAt      [maxRows][maxCols]int16 // for each cell with a target, the index into targets
	targetCells   paths.Cells             // cells with targets
	sealed        paths.Cells             // cells of targets inside enemy barricades, which block paths
	enterable     paths.Cells
	offers        offers.List
	pairDistances []int16 // pairDistances[i*len(targets)+k] is the distance from citizen i to target k
	search        paths.Search
	taken         paths.Cells // cells that our citizens will occupy after this round
	intents       []intent
	orders        sim.Orders
}

type citizen struct {
	*thepurge.Citizen
	at              sim.Pos
	bounty          float64 // average points that an enemy gains by beating the citizen
	warriorDistance int     // distance to the nearest enemy warrior
	targetIndex     int     // index of the citizen's target, or -1
	targetDistance  int     // distance from the citizen to its target
	score           float64
}

type target struct {
	at            sim.Pos
	glyph         byte // glyph of the item, or 0 for an enemy
	rivalDistance int  // distance from the item to the nearest enemy
	assignedCount int

	prey       *thepurge.Citizen // enemy to hunt, or nil for an item
	resistance int               // resistance of the prey's barricade, or 0
	mobility   float64           // share of recent rounds in which the prey moved
}

type intent struct {
	order   sim.Order
	urgency float64
}

func (n *clan) begin(q *sim.Query) {
	n.update(q.State.(*thepurge.State), q.Seat)
	n.taken, n.intents = paths.Cells{}, n.intents[:0]
	n.citizens = n.citizens[:0]
	list := n.s.Citizens()
	for i := range list {
		if c := &list[i]; int(c.Player) == n.me {
			n.citizens = append(n.citizens, citizen{Citizen: c, at: c.Pos(), bounty: n.bounty(c), targetIndex: -1})
		}
	}
}

func (n *clan) give(o sim.Order, urgency float64) {
	n.intents = append(n.intents, intent{o, urgency})
}

func (n *clan) take(p sim.Pos) { n.taken.Add(p.Row, p.Col) }

// move orders a citizen to step in direction dir, which attacks an enemy there. If dir is -1, the
// citizen stays.
func (n *clan) move(c *citizen, dir int, urgency float64) {
	if dir < 0 {
		n.take(c.at)
		return
	}
	if to := c.at.Add(sim.Steps[dir]); n.occupied.Has(to.Row, to.Col) {
		n.take(c.at)
	} else {
		n.take(to)
	}
	n.give(thepurge.Move(c.ID, sim.Dir(dir)), urgency)
}

func (n *clan) reply() sim.Reply {
	// Orders are executed in the order given, so urgent ones come first.
	slices.SortStableFunc(n.intents, func(x, y intent) int { return cmp.Compare(y.urgency, x.urgency) })
	n.orders.Reset()
	for i := range n.intents {
		n.orders.Give(n.intents[i].order)
	}
	return sim.NewReply(&n.orders)
}

// listTargets lists all items, then all enemies in the order of the state.
func (n *clan) listTargets() {
	n.targets = n.targets[:0]
	for i := range n.settings.BoardRows {
		n.targetCells[i] = n.items[i]
		row := n.s.GlyphRow(i)
		for m := n.items[i]; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			n.addTarget(target{at: sim.Pos{Row: i, Col: j}, glyph: row[j], rivalDistance: paths.Unreachable})
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
			items[k].rivalDistance = min(items[k].rivalDistance, at.Distance(items[k].at))
		}
		t := target{at: at, prey: c}
		if n.ownBarricades.Has(at.Row, at.Col) || n.enemyBarricades.Has(at.Row, at.Col) {
			b, _ := n.s.BarricadeAt(at)
			t.resistance = int(b.Resistance)
		}
		n.targetCells.Add(at.Row, at.Col)
		n.addTarget(t)
		items = n.targets[:len(items)]
	}
	for i := range n.settings.BoardRows {
		n.sealed[i] = n.targetCells[i] &^ n.open[i]
		n.enterable[i] = n.open[i] | n.targetCells[i]
	}
}

func (n *clan) addTarget(t target) {
	n.targetAt[t.at.Row][t.at.Col] = int16(len(n.targets))
	n.targets = append(n.targets, t)
}

// plan assigns targets to citizens, best pairs first: each item to one citizen, and each enemy to
// at most two. worth returns the points per round if citizen i goes to target k at distance d.
func (n *clan) plan(worth func(i, k, d int) float64) {
	n.offers.Reset()
	n.pairDistances = slices.Grow(n.pairDistances[:0], len(n.citizens)*len(n.targets))[:len(n.citizens)*len(n.targets)]
	for i := range n.citizens {
		n.addOffers(i, worth)
	}
	for i, k, ok := n.offers.Next(); ok; i, k, ok = n.offers.Next() {
		t, limit := &n.targets[k], 1
		if t.prey != nil {
			limit = 2
		}
		if t.assignedCount < limit {
			t.assignedCount++
			c := &n.citizens[i]
			c.targetIndex, c.targetDistance = k, int(n.pairDistances[i*len(n.targets)+k])
			c.score = worth(i, k, c.targetDistance)
			n.offers.Exclude()
		}
	}
}

func (n *clan) addOffers(i int, worth func(i, k, d int) float64) {
	c := &n.citizens[i]
	c.warriorDistance = paths.Unreachable
	n.search.StartAt(&n.enterable, c.at)
	for left := len(n.targets); left > 0 && n.search.Step(); {
		d := n.search.Distance()
		lo, front := n.search.Front()
		wanted, sealed := n.targetCells[lo:][:len(front)], n.sealed[lo:][:len(front)]
		for j, cells := range front {
			front[j] = cells &^ sealed[j]
			for m := cells & wanted[j]; m != 0; m &= m - 1 {
				left--
				k := int(n.targetAt[lo+j][bits.TrailingZeros64(m)])
				t := &n.targets[k]
				if t.prey != nil && t.prey.Type == thepurge.Warrior {
					c.warriorDistance = min(c.warriorDistance, d)
				}
				if score := worth(i, k, d); score > 0 {
					n.pairDistances[i*len(n.targets)+k] = int16(d)
					n.offers.Add(i, k, score)
				}
			}
		}
	}
}

func (n *clan) itemValue(c *citizen, t *target, d int, weaponValue, rivalFactor float64) float64 {
	value := weaponValue
	switch t.glyph {
	case 'M':
		value = float64(n.settings.MoneyPoints)
	case 'F':
		missing := n.settings.CitizenIniLife(c.Type) - int(c.Life)
		value = c.bounty * float64(min(missing, n.settings.FoodIncrLife)) / float64(n.settings.LifeLostInAttack)
	}
	if t.rivalDistance < d {
		value *= rivalFactor
	}
	return value / float64(d)
}

func isBetterWeapon(c *thepurge.Citizen, glyph byte) bool {
	return c.Type == thepurge.Warrior && (glyph == 'Z' && c.Weapon != thepurge.Bazooka || glyph == 'G' && c.Weapon == thepurge.Hammer)
}

// firstSteps returns the first steps towards a citizen's target, as bits in the order of sim.Steps.
func (n *clan) firstSteps(c *citizen) uint8 {
	if c.targetIndex < 0 {
		return 0
	}
	return n.search.FirstStepsBetween(&n.open, c.at, n.targets[c.targetIndex].at, &sim.Steps, nil)
}

// mayEnter reports whether c can move to a cell, or attack the enemy or barricade there. enemy is
// the citizen on the cell, if any.
func (n *clan) mayEnter(c *citizen, to sim.Pos) (enemy *thepurge.Citizen, ok bool) {
	if !paths.Has(&n.streets, to) || n.taken.Has(to.Row, to.Col) {
		return nil, false
	}
	barred := n.enemyBarricades.Has(to.Row, to.Col)
	if !n.occupied.Has(to.Row, to.Col) {
		return nil, !barred
	}
	list, at := n.s.Citizens(), sim.NewPos16(to)
	enemy = &list[slices.IndexFunc(list, func(c thepurge.Citizen) bool { return c.At == at })]
	return enemy, n.isNight && int(enemy.Player) != n.me && (!barred || c.targetIndex >= 0 && n.targets[c.targetIndex].at == to)
}

// value returns the value of being on a cell after this round: the target's value, discounted by
// the remaining distance, minus danger. A move changes that distance by distanceChange.
func (n *clan) value(c *citizen, danger float64, distanceChange int) float64 {
	v := -danger
	if c.targetIndex >= 0 {
		now := float64(c.targetDistance)
		v += c.score * (now + 1) / (now + float64(distanceChange) + 2)
	}
	return v
}

// pursuitValue returns the points per round of pursuing a target at distance d. gain is the value
// of a won fight. pace is the factor by which fleeing prey increases the number of steps and
// attacks.
func (n *clan) pursuitValue(c *citizen, t *target, d int, gain, pace float64) float64 {
	demolish := n.settings.WeaponStrengthDemolish(c.Weapon)
	rounds := float64(float64(d-1)*pace) + float64((t.resistance+demolish-1)/demolish)
	if !n.isNight {
		rounds = max(rounds, float64(n.roundsLeft))
	} else if rounds >= float64(n.roundsLeft) {
		return 0
	}
	hits := n.hitsToKill(t.prey)
	return gain * hits / (rounds + float64(hits*pace) + 1)
}
