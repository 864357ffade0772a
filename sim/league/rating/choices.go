package rating

import (
	"cmp"
	"slices"

	"game-tui/sim"
)

// choices holds rankings as series of choices: the first place is chosen from all four entries, the
// next from the rest. Choices are summed by group and bundle of blocks to save memory.
type choices struct {
	bundles    [maxBundles]counts
	seenBlocks []bool
	seedCount  int
}

// maxBundles is the number of bundles into which blocks are combined for resampling.
const maxBundles = 500

// group holds the candidates for a place in ascending order, padded with -1.
type group [sim.Seats]int16

type counts map[group]*[sim.Seats]int32

func (c *choices) add(block int, entries, scores [sim.Seats]int) {
	order := [sim.Seats]int{0, 1, 2, 3}
	slices.SortFunc(order[:], func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(entries[a], entries[b]))
	})
	if block >= len(c.seenBlocks) {
		c.seenBlocks = append(c.seenBlocks, make([]bool, block+1-len(c.seenBlocks))...)
	}
	if !c.seenBlocks[block] {
		c.seenBlocks[block] = true
		c.seedCount++
	}
	bundle := &c.bundles[block%maxBundles]
	if *bundle == nil {
		*bundle = counts{}
	}
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
		n := (*bundle)[g]
		if n == nil {
			n = new([sim.Seats]int32)
			(*bundle)[g] = n
		}
		for _, seat := range order[from:to] {
			n[slices.Index(g[:], int16(entries[seat]))]++
		}
		from = to
	}
}

// A Sample is a snapshot from which ratings are computed.
type Sample struct {
	n                         int
	seedCount                 int
	groups                    []group
	totals                    [][sim.Seats]float64
	bundles                   [][]groupCount
	alwaysBehind, alwaysAhead []bool
}

type groupCount struct {
	groupIndex int32
	counts     [sim.Seats]int32
}

func (t *Tally) Sample() *Sample {
	s := &Sample{n: t.n, seedCount: t.Seeds(), alwaysBehind: make([]bool, t.n), alwaysAhead: make([]bool, t.n)}
	for i := range t.n {
		var sum Pair
		for other := range t.n {
			p := t.Pair(i, other)
			sum.Ahead += p.Ahead
			sum.Level += p.Level
			sum.Behind += p.Behind
		}
		s.alwaysBehind[i], s.alwaysAhead[i] = sum.Ahead+sum.Level == 0, sum.Behind+sum.Level == 0
	}
	s.add(&t.choices)
	return s
}

// add copies c into the sample. It sorts groups and bundles, so that map order does not affect the
// ratings.
func (s *Sample) add(c *choices) {
	index := map[group]int32{}
	for _, bundle := range c.bundles {
		for g := range bundle {
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
	s.totals = make([][sim.Seats]float64, len(s.groups))
	for _, bundle := range c.bundles {
		var list []groupCount
		for g, n := range bundle {
			list = append(list, groupCount{index[g], *n})
			for i := range n {
				s.totals[index[g]][i] += float64(n[i])
			}
		}
		if len(list) > 0 {
			slices.SortFunc(list, func(a, b groupCount) int { return cmp.Compare(a.groupIndex, b.groupIndex) })
			s.bundles = append(s.bundles, list)
		}
	}
}
