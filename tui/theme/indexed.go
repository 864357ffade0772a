package theme

import "game-tui/tui/screen"

// nearest is the index, from 16 on, of the 256 colours that is nearest to a
// colour; the first 16 belong to the user's own theme. Hue weighs more than lightness:
// a colour must not become grey.
func nearest(rgb uint32) uint8 {
	best, index := 1<<30, 16
	for i := 16; i < 256; i++ {
		if d := distance(rgb, screen.IndexRGB(uint8(i))); d < best {
			best, index = d, i
		}
	}
	return uint8(index)
}

func distance(a, b uint32) int {
	r1, g1, b1 := int(a>>16&255), int(a>>8&255), int(a&255)
	r2, g2, b2 := int(b>>16&255), int(b>>8&255), int(b&255)
	dr, dg, db := r1-r2, g1-g2, b1-b2
	light := 2*dr*dr + 4*dg*dg + 3*db*db
	rg, gb := (r1-g1)-(r2-g2), (g1-b1)-(g2-b2)
	return light + rg*rg + gb*gb
}
