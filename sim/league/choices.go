package league

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

// choices is what a rating needs to know of matches. The ranking of a match is a
// row of choices: the first place is chosen from all four, the next from who is
// left, and so on. Those who share a place are each chosen from the same group. Choices are
// added up by group and bundle of blocks, so that a million matches are a short table.
type choices struct {
	bundles [maxBundles]counts
	blocks  []bool // that have matches
	seeds   int    // number of these
}

// maxBundles is how many bundles of blocks are kept apart. Blocks are independent
// of each other, so bundles of them are too: resampling these gives the same intervals.
const maxBundles = 500

// group are the entries that a place was chosen from, in ascending order; -1
// stands for none.
type group [sim.Seats]int16

// counts says how often, in one bundle, each member of a group was chosen.
type counts map[group]*[sim.Seats]int32

// add takes in the ranking of a match.
func (c *choices) add(block int, entries, scores [sim.Seats]int) {
	order := [sim.Seats]int{0, 1, 2, 3}
	slices.SortFunc(order[:], func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(entries[a], entries[b]))
	})
	of := c.bundle(block)
	for from := 0; from < sim.Seats-1; {
		to := from + 1
		for to < sim.Seats && scores[order[to]] == scores[order[from]] {
			to++
		}
		g := group{-1, -1, -1, -1}
		for i, seat := range order[from:] {
			g[i] = int16(entries[seat])
		}
		slices.Sort(g[:sim.Seats-from])
		n := of[g]
		if n == nil {
			n = new([sim.Seats]int32)
			of[g] = n
		}
		for _, seat := range order[from:to] {
			n[slices.Index(g[:], int16(entries[seat]))]++
		}
		from = to
	}
}

// bundle returns the counts that a block belongs to.
func (c *choices) bundle(block int) counts {
	if block >= len(c.blocks) {
		c.blocks = append(c.blocks, make([]bool, block+1-len(c.blocks))...)
	}
	if !c.blocks[block] {
		c.blocks[block] = true
		c.seeds++
	}
	of := &c.bundles[block%maxBundles]
	if *of == nil {
		*of = counts{}
	}
	return *of
}

// Sample is all that ratings need of a tally, in a fixed order: equal matches give equal sums to the
// last bit, in whatever order they came. It does not change when the tally does, so that ratings
// can be computed while matches are added.
type Sample struct {
	n             int
	seeds         int
	groups        []group
	total         [][sim.Seats]float64 // by group: how often each member was chosen
	bundles       [][]bundled
	never, always []bool // by entry: it was never ahead of anybody, or level; nor behind
}

// bundled are the choices from one group in a bundle.
type bundled struct {
	group int32
	n     [sim.Seats]int32
}

// Sample is that of the tally as it is now.
func (t *Tally) Sample() *Sample {
	s := &Sample{n: t.n, seeds: t.Seeds(), never: make([]bool, t.n), always: make([]bool, t.n)}
	for i := range t.n {
		var sum Pair
		for other := range t.n {
			p := t.Pair(i, other)
			sum.Ahead += p.Ahead
			sum.Level += p.Level
			sum.Behind += p.Behind
		}
		s.never[i], s.always[i] = sum.Ahead+sum.Level == 0, sum.Behind+sum.Level == 0
	}
	s.add(&t.choices)
	return s
}

// add sorts groups, and the choices of each bundle by group.
func (s *Sample) add(c *choices) {
	index := map[group]int32{}
	for _, of := range c.bundles {
		for g := range of {
			if _, ok := index[g]; !ok {
				index[g] = 0
				s.groups = append(s.groups, g)
			}
		}
	}
	slices.SortFunc(s.groups, func(a, b group) int { return slices.Compare(a[:], b[:]) })
	for i, g := range s.groups {
		index[g] = int32(i)
	}
	s.total = make([][sim.Seats]float64, len(s.groups))
	for _, of := range c.bundles {
		var list []bundled
		for g, n := range of {
			list = append(list, bundled{index[g], *n})
			for i := range n {
				s.total[index[g]][i] += float64(n[i])
			}
		}
		if len(list) > 0 {
			slices.SortFunc(list, func(a, b bundled) int { return cmp.Compare(a.group, b.group) })
			s.bundles = append(s.bundles, list)
		}
	}
}
