package tuitest

import "math"

// Linear is the light of the lowest 8 bits of a 24-bit colour, 0 to 1 (sRGB).
func Linear(rgb uint32) float64 {
	c := float64(rgb&255) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// Light is how light a 24-bit colour is, 0 to 1: its relative luminance.
func Light(rgb uint32) float64 {
	return 0.2126*Linear(rgb>>16) + 0.7152*Linear(rgb>>8) + 0.0722*Linear(rgb)
}

// Contrast is that of two 24-bit colours, 1 to 21, as WCAG 2 defines it.
func Contrast(a, b uint32) float64 {
	x, y := Light(a)+0.05, Light(b)+0.05
	return max(x, y) / min(x, y)
}

// Apart is how different two 24-bit colours look: their distance in OKLab, in which
// black and white are 1 apart.
func Apart(a, b uint32) float64 {
	x, y := oklab(a), oklab(b)
	return math.Sqrt(math.Pow(x[0]-y[0], 2) + math.Pow(x[1]-y[1], 2) + math.Pow(x[2]-y[2], 2))
}

func oklab(rgb uint32) [3]float64 {
	r, g, b := Linear(rgb>>16), Linear(rgb>>8), Linear(rgb)
	l := math.Cbrt(0.4122*r + 0.5363*g + 0.0514*b)
	m := math.Cbrt(0.2119*r + 0.6807*g + 0.1074*b)
	s := math.Cbrt(0.0883*r + 0.2817*g + 0.6300*b)
	return [3]float64{0.2105*l + 0.7936*m - 0.0041*s, 1.9780*l - 2.4286*m + 0.4506*s, 0.0259*l + 0.7828*m - 0.8087*s}
}
