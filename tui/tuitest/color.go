package tuitest

import (
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

func colorOfRGB(rgb uint32) colorful.Color {
	return colorful.Color{R: float64(rgb>>16&255) / 255, G: float64(rgb>>8&255) / 255, B: float64(rgb&255) / 255}
}

// LinearRGB returns the linear RGB components, 0 to 1, of a 24-bit sRGB colour.
func LinearRGB(rgb uint32) (r, g, b float64) { return colorOfRGB(rgb).LinearRgb() }

func Luminance(rgb uint32) float64 {
	r, g, b := LinearRGB(rgb)
	return 0.2126*r + 0.7152*g + 0.0722*b
}

// Contrast returns the contrast ratio of two colours, 1 to 21, as defined by WCAG 2.
func Contrast(a, b uint32) float64 {
	x, y := Luminance(a)+0.05, Luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// ColorDistance returns the distance between two colours in OKLab. The distance between black and
// white is
// 1.
func ColorDistance(a, b uint32) float64 {
	l, m, n := colorOfRGB(a).OkLab()
	l2, m2, n2 := colorOfRGB(b).OkLab()
	return math.Hypot(math.Hypot(l-l2, m-m2), n-n2)
}
