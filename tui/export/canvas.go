package export

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"unicode/utf8"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
	"game-tui/tui/export/glyph"
)

type canvas struct {
	*image.RGBA
	theme       encode.Theme
	facesBySize map[[2]int]*glyph.Face
}

// color converts a terminal colour to a pixel colour. The terminal's default colour becomes fallback.
func (c *canvas) color(col screen.Color, fallback uint32) color.RGBA {
	rgb := col.ToRGB(fallback, &c.theme.NamedColors)
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

func (c *canvas) textColor(col screen.Color) color.RGBA { return c.color(col, c.theme.FG) }

func (c *canvas) blendWithPage(col color.RGBA, opacity float64) color.RGBA {
	page := c.color(0, c.theme.BG)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*opacity + float64(b)*(1-opacity))) }
	return color.RGBA{mix(col.R, page.R), mix(col.G, page.G), mix(col.B, page.B), 255}
}

func (c *canvas) fill(r image.Rectangle, col color.Color) {
	draw.Draw(c, r, image.NewUniform(col), image.Point{}, draw.Src)
}

func (c *canvas) drawDisc(x, y, radius float64, col color.Color) {
	box := image.Rect(int(x-radius)-1, int(y-radius)-1, int(x+radius)+2, int(y+radius)+2)
	mask := image.NewAlpha(box)
	for py := box.Min.Y; py < box.Max.Y; py++ {
		for px := box.Min.X; px < box.Max.X; px++ {
			inside := radius + 0.5 - math.Hypot(float64(px)+0.5-x, float64(py)+0.5-y)
			mask.SetAlpha(px, py, color.Alpha{uint8(math.Round(255 * min(max(inside, 0), 1)))})
		}
	}
	draw.DrawMask(c, box, image.NewUniform(col), image.Point{}, mask, box.Min, draw.Over)
}

func (c *canvas) drawRune(x, y, w, h int, r rune, col color.Color, bold bool) {
	face := c.facesBySize[[2]int{w, h}]
	if face == nil {
		face, _ = glyph.NewFace(w, h) // Letters on cards are within the limits of NewFace.
		c.facesBySize[[2]int{w, h}] = face
	}
	pixels := face.Glyph(max(screen.PrintableRune(r), ' '), bold).Mask
	mask := &image.Alpha{Pix: pixels, Stride: w, Rect: image.Rect(0, 0, w, h)}
	draw.DrawMask(c, image.Rect(x, y, x+w, y+h), image.NewUniform(col), image.Point{}, mask, image.Point{}, draw.Over)
}

// drawText draws text in letters of w×2w pixels and returns the x coordinate of its right edge.
func (c *canvas) drawText(x, y, w int, text string, col color.Color, bold bool) int {
	for _, r := range text {
		c.drawRune(x, y, w, 2*w, r, col, bold)
		x += w
	}
	return x
}

func (c *canvas) drawTextRight(x, y, w int, text string, col color.Color, bold bool) {
	c.drawText(x-w*utf8.RuneCountInString(text), y, w, text, col, bold)
}

// letterWidth returns the largest letter width up to maxWidth at which text fits into the given
// number of pixels, but at least glyph.MinSide.
func letterWidth(text string, pixels, maxWidth int) int {
	return min(max(pixels/max(utf8.RuneCountInString(text), 1), glyph.MinSide), maxWidth)
}
