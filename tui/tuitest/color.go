package tuitest

import "math"

// Linear returns the linear light of the lowest 8 bits of an sRGB colour, 0 to 1.
func Linear(rgb uint32) float64 {
	c := float64(rgb&255) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// Light returns the relative luminance of a 24-bit colour, 0 to 1.
func Light(rgb uint32) float64 {
	return 0.2126*Linear(rgb>>16) + 0.7152*Linear(rgb>>8) + 0.0722*Linear(rgb)
}

// Contrast returns the contrast of two colours as WCAG 2 defines it, 1 to 21.
func Contrast(a, b uint32) float64 {
	x, y := Light(a)+0.05, Light(b)+0.05
	return max(x, y) / min(x, y)
}

// Apart returns the distance of two colours in OKLab. Black and white have distance 1.
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
