package league

import (
	"cmp"
	"maps"
	"slices"

	"game-tui/sim"
)

// choices is what a rating needs to know of matches. The ranking of a match is a
// row of choices: the first place is chosen from all four, the next from who is
// left, and so on. Those who share a place are each chosen from the same group. Choices are
// added up by group and block, so that a million matches are a short table.
type choices struct {
	index   map[group]int32
	groups  []group
	total   [][sim.Seats]float64 // by group: how often each member was chosen
	blocks  []bool               // that have matches
	seeds   int                  // number of these
	bundles map[int]counts       // by block>>shift
	shift   int
}

// group are the entries that a place was chosen from, in ascending order; -1
// stands for none.
type group [sim.Seats]int16

// counts says how often, in one block, each member of a group was chosen.
type counts map[int32]*[sim.Seats]int32

func newChoices() choices {
	return choices{index: map[group]int32{}, bundles: map[int]counts{}}
}

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
		number := c.number(g)
		n := of.of(number)
		for _, seat := range order[from:to] {
			i := slices.Index(g[:], int16(entries[seat]))
			n[i]++
			c.total[number][i]++
		}
		from = to
	}
}

// maxBundles is how many bundles of blocks are kept apart. Blocks are independent
// of each other, so bundles of them are too: resampling these gives the same intervals.
const maxBundles = 500

// bundle returns the counts that a block belongs to. Where there are too many,
// neighbours are put together; how many depends on which blocks there are, not on their order.
func (c *choices) bundle(block int) counts {
	if block >= len(c.blocks) {
		c.blocks = append(c.blocks, make([]bool, block+1-len(c.blocks))...)
	}
	if !c.blocks[block] {
		c.blocks[block] = true
		c.seeds++
	}
	of := c.bundles[block>>c.shift]
	if of != nil {
		return of
	}
	for len(c.bundles) >= maxBundles {
		c.shift++
		joined := map[int]counts{}
		for b, from := range c.bundles {
			if to := joined[b>>1]; to != nil {
				to.join(from)
			} else {
				joined[b>>1] = from
			}
		}
		c.bundles = joined
	}
	if of = c.bundles[block>>c.shift]; of == nil {
		of = counts{}
		c.bundles[block>>c.shift] = of
	}
	return of
}

// join adds other counts to these.
func (c counts) join(other counts) {
	for g, n := range other {
		to := c.of(g)
		for i := range n {
			to[i] += n[i]
		}
	}
}

func (c *choices) number(g group) int32 {
	i, ok := c.index[g]
	if !ok {
		i = int32(len(c.groups))
		c.index[g] = i
		c.groups = append(c.groups, g)
		c.total = append(c.total, [sim.Seats]float64{})
	}
	return i
}

func (c counts) of(i int32) *[sim.Seats]int32 {
	n := c[i]
	if n == nil {
		n = new([sim.Seats]int32)
		c[i] = n
	}
	return n
}

// sample is the table of choices in a fixed order, whole and by bundles of blocks.
type sample struct {
	groups  []group
	total   [][sim.Seats]float64
	bundles [][]bundled
}

// bundled are the choices from one group in a bundle.
type bundled struct {
	group int32
	n     [sim.Seats]int32
}

// sums sorts the groups, so that equal matches give equal sums to the last bit, in
// whatever order they came. place says where each group of c went.
func (c *choices) sums() (s *sample, place []int32) {
	order := make([]int32, len(c.groups))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return slices.Compare(c.groups[a][:], c.groups[b][:]) })
	s = &sample{groups: make([]group, len(order)), total: make([][sim.Seats]float64, len(order))}
	place = make([]int32, len(order))
	for i, o := range order {
		s.groups[i], s.total[i] = c.groups[o], c.total[o]
		place[o] = int32(i)
	}
	return s, place
}

// sample sorts blocks as well.
func (c *choices) sample() *sample {
	s, place := c.sums()
	for _, b := range slices.Sorted(maps.Keys(c.bundles)) {
		var list []bundled
		for g, n := range c.bundles[b] {
			list = append(list, bundled{place[g], *n})
		}
		slices.SortFunc(list, func(a, b bundled) int { return cmp.Compare(a.group, b.group) })
		s.bundles = append(s.bundles, list)
	}
	return s
}
