package export

import (
	"cmp"
	"slices"

	"game-tui/tui/export/glyph"
	"game-tui/tui/screen"
)

// colors is the one palette of an animation.
type colors struct {
	table []uint32 // as many as a power of two
	bits  int      // of an index, at least 2
	clear uint8    // the index of what is see-through
	known map[uint32]uint8
	real  int // colours in table; the others fill it up
}

// survey goes through a film and makes the palette that shows it best.
func survey(f *Film, face *glyph.Face) (*colors, error) {
	looks := map[look]int{}
	var seen screen.Grid
	err := f.each(func(s *still) error {
		for i, c := range s.Cells {
			if len(seen.Cells) > 0 && c == seen.Cells[i] {
				continue
			}
			looks[f.Theme.look(c)]++
		}
		seen.CopyFrom(&s.Grid)
		return nil
	})
	if err != nil {
		return nil, err
	}
	weight := map[uint32]int{}
	for l, n := range looks {
		l.cover(face, func(_ int, cover uint8) {
			weight[blend(l.bg, l.fg, step(cover, gifSteps))] += n
		})
		// What a sign is painted with counts more than its edges.
		weight[l.fg] += n * 100
		weight[l.bg] += n * 100
	}
	return newColors(weight), nil
}

// newColors takes the colours of the greatest weight.
func newColors(weight map[uint32]int) *colors {
	list := make([]uint32, 0, len(weight))
	for rgb := range weight {
		list = append(list, rgb)
	}
	slices.SortFunc(list, func(a, b uint32) int {
		return cmp.Or(weight[b]-weight[a], cmp.Compare(a, b))
	})
	list = list[:min(len(list), 255)]
	c := &colors{bits: 2, clear: uint8(len(list)), known: map[uint32]uint8{}, real: len(list)}
	for 1<<c.bits <= len(list) {
		c.bits++
	}
	for i, rgb := range list {
		c.known[rgb] = uint8(i)
	}
	c.table = append(list, make([]uint32, 1<<c.bits-len(list))...)
	return c
}

// index is where a colour is, or the one that is nearest to it.
func (c *colors) index(rgb uint32) uint8 {
	if i, ok := c.known[rgb]; ok {
		return i
	}
	best, at := 1<<30, 0
	for i, other := range c.table[:c.real] {
		if d := apart(rgb, other); d < best {
			best, at = d, i
		}
	}
	c.known[rgb] = uint8(at)
	return uint8(at)
}

// apart is how different two colours are.
func apart(a, b uint32) int {
	d := 0
	for _, shift := range [...]uint{0, 8, 16} {
		v := int(a>>shift&255) - int(b>>shift&255)
		d += v * v
	}
	return d
}
