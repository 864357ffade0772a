package export

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/draw/board"
	"game-tui/tui/draw/chances"
	"game-tui/tui/export/encode"
	"game-tui/tui/export/glyph"
	"game-tui/tui/format"
	"game-tui/tui/plain"
	"game-tui/tui/view/match"
)

// A card has the usual size of link previews.
const (
	cardW, cardH = 1200, 630
	boardMargin  = 45
	boardSide    = 540
	detailsLeft  = 630 // left edge of everything next to the board
	detailsRight = 1155
	barsLeft     = 860
	scoresTop    = 142
)

// A card is a picture for sharing that sums up a match at one round.
type card struct {
	*canvas
	palette     *theme.Palette
	match       *match.Match
	skin        *board.Skin
	frame       sim.Frame
	round       int
	title       string
	openCommand string
	ranking     []int // seats by score, highest first
	lead        int   // points by which the first player leads

	curve        winchance.Curve         // estimated win chances by round; empty if unknown
	smoothCurve  []winchance.Chance      // smoothed curve, for the chart
	turningPoint *winchance.TurningPoint // the leader's last turning point, or nil
}

func newCard(m *match.Match, o *Options) *card {
	p := theme.PaletteFor(o.PaletteName, theme.TrueColor)
	if p.Profile == theme.NoColor { // Pictures have colours even if the terminal has none.
		p = theme.PaletteFor("", theme.TrueColor)
	}
	picture := image.NewRGBA(image.Rect(0, 0, cardW, cardH))
	page := &canvas{picture, encode.NewTheme(p.Text.FG, p.Page), map[[2]int]*glyph.Face{}}
	page.fill(page.Rect, page.color(0, page.theme.BG))
	c := &card{canvas: page, palette: p, match: m, skin: board.NewSkin(m.Legend, p), round: o.Rounds[0]}
	m.Record.State(c.round).FillFrame(&c.frame)
	scores := c.frame.Scores()
	for seat := range sim.Seats {
		c.ranking = append(c.ranking, seat)
	}
	slices.SortStableFunc(c.ranking, func(a, b int) int { return scores[b] - scores[a] })
	_, c.lead = sim.Lead(scores)
	rounds := sim.FormatCount(c.round, "round")
	if !c.isFinal() {
		rounds = fmt.Sprintf("round %d of %d", c.round, m.Record.Rounds())
	}
	c.title = cmp.Or(o.Title, fmt.Sprintf("%s · seed %d · %s", m.Meta.Game.Title(), m.Meta.Seed, rounds))
	c.openCommand = cmp.Or(o.OpenCommand, "game-tui")
	c.estimate()
	return c
}

// estimate estimates the win chances from scores and boards. This takes milliseconds.
func (c *card) estimate() {
	seen := c.match.Record
	if seen.IsIncomplete() {
		return // Missing rounds would leave gaps in the curve.
	}
	if c.round < seen.Edge() { // Later rounds must not influence the turning points.
		seen = record.New(*seen.Meta(), seen.State(0))
		for k := range c.round {
			seen.AppendFrom(c.match.Record, k, c.match.Record.Turn(k))
		}
	}
	a, err := winchance.NewEstimateOnly(seen)
	if err != nil {
		return
	}
	for a.Next() {
	}
	s := a.Snapshot()
	c.curve = s.Curve(c.round)
	for k := range c.curve.Chances {
		c.smoothCurve = append(c.smoothCurve, chances.Mean(c.curve.Chances, k, c.match.Record.Rounds()))
	}
	if c.lead > 0 {
		c.turningPoint = chances.LastRise(s.TurningPointsUntil(c.round), c.ranking[0])
	}
}

func (c *card) isFinal() bool { return c.match.Record.IsFinal(c.round) }

// draw draws the whole card, with the chart below the board if there is room.
func (c *card) draw() {
	const low, pitch = 56, 31
	side := boardSide / max(c.frame.Rows, c.frame.Cols)
	freeHeight := boardSide - side*c.frame.Rows // height left free by the board
	chartBelow := len(c.smoothCurve) > 1 && freeHeight > 4*low
	if chartBelow {
		c.drawBoard(side, boardMargin)
		c.drawChances(boardMargin, boardMargin+boardSide, boardMargin+boardSide-freeHeight+low, boardMargin+boardSide)
	} else {
		c.drawBoard(side, boardMargin+freeHeight/2)
	}
	c.drawText(detailsLeft, boardMargin, letterWidth(c.title, detailsRight-detailsLeft, 11), c.title, c.textColor(c.palette.Dim.FG), false)
	c.drawVerdict()
	bottom := boardMargin + boardSide + 12
	for _, s := range slices.Backward(c.captions()) {
		bottom = s.draw(c, bottom)
	}
	if len(c.smoothCurve) > 1 && !chartBelow {
		c.drawScores(pitch, false)
		c.drawChances(detailsLeft, detailsRight, scoresTop+sim.Seats*pitch+low, bottom-20)
		return
	}
	c.drawScores((bottom-scoresTop)/sim.Seats, true)
}

func (c *card) seatColor(seat int) color.RGBA { return c.textColor(c.palette.SeatColor(int8(seat))) }

func (c *card) drawVerdict() {
	name, col := c.match.Names[c.ranking[0]], c.seatColor(c.ranking[0])
	words := map[bool]string{true: "wins by ", false: "leads by "}[c.isFinal()] + format.GroupDigits(c.lead)
	if c.lead == 0 {
		name, col, words = "tie", c.textColor(c.palette.Strong.FG), "the lead is shared"
		if c.isFinal() {
			name, words = "draw", "first place is shared"
		}
	}
	const small = 14
	w := letterWidth(name, detailsRight-detailsLeft-(utf8.RuneCountInString(words)+1)*small, 30)
	x := c.drawText(detailsLeft, 98-w, w, name, col, true)
	c.drawText(x+small, 98+w*3/5-small*8/5, small, words, c.textColor(c.palette.Strong.FG), false)
}

// sourceOpacity returns the opacity, 0 to 1, of a source of points in a score bar.
func sourceOpacity(source int) float64 { return [...]float64{1, 0.6, 0.38, 0.78, 0.25, 0.5}[source%6] }

// drawScores draws each player's score as a bar split by source. If asText is set, it prints each
// player's points by source as text; otherwise, it draws a legend.
func (c *card) drawScores(pitch int, asText bool) {
	p := c.palette
	points, sources, bySize := c.match.Stats.Points(c.round), c.match.Meta.Game.PointSources(), c.match.SourcesByPoints(c.round)
	maxPoints := 1
	for seat := range sim.Seats {
		sum := 0
		for source := range sources {
			sum += max(points[source][seat], 0)
		}
		maxPoints = max(maxPoints, sum)
	}
	for i, seat := range c.ranking {
		y := scoresTop + i*pitch
		name := c.match.Names[seat]
		c.drawText(detailsLeft, y, letterWidth(name, 140, 11), name, c.seatColor(seat), true)
		c.drawTextRight(barsLeft-20, y, 11, format.GroupDigits(c.frame.Players[seat].Score), c.textColor(p.Strong.FG), true)
		sum := 0
		var words []string
		for i, source := range bySize {
			n := max(points[source][seat], 0)
			at := func(n int) int { return barsLeft + n*(detailsRight-barsLeft)/maxPoints }
			c.fill(image.Rect(at(sum), y+4, at(sum+n), y+20), c.blendWithPage(c.seatColor(seat), sourceOpacity(i)))
			if sum += n; n > 0 {
				words = append(words, sources[source]+" "+format.GroupDigits(n))
			}
		}
		if asText {
			text := strings.Join(words, ", ")
			c.drawText(detailsLeft, y+32, letterWidth(text, detailsRight-detailsLeft, 10), text, c.textColor(p.Dim.FG), false)
		}
	}
	if !asText {
		var names []string
		for _, source := range bySize {
			names = append(names, sources[source])
		}
		c.drawLegend(scoresTop+sim.Seats*pitch+2, names)
	}
}

func (c *card) drawLegend(y int, sources []string) {
	w := letterWidth(strings.Join(sources, "     "), detailsRight-detailsLeft-16, 9)
	x := detailsLeft
	for i, name := range sources {
		c.fill(image.Rect(x, y+w/2, x+w, y+w/2+w), c.blendWithPage(c.textColor(c.palette.Text.FG), sourceOpacity(i)))
		x = c.drawText(x+2*w, y, w, name, c.textColor(c.palette.Dim.FG), false) + 2*w
	}
}

// drawChances draws a stacked chart of the win chances by round, with the leader at the bottom.
func (c *card) drawChances(left, right, top, bottom int) {
	p, last := c.palette, len(c.smoothCurve)-1
	c.drawText(left, top-24, 10, "win chance ("+string(c.curve.Source)+")", c.textColor(p.Dim.FG), false)
	c.drawTextRight(right, top-24, 10, "rounds 0 to "+format.GroupDigits(last), c.textColor(p.Dim.FG), false)
	for x := left; x < right; x++ {
		at := float64(x-left) / float64(right-left-1) * float64(last)
		k := min(int(at), last-1)
		from := float64(bottom)
		for i, seat := range c.ranking {
			win := c.smoothCurve[k].WinChance[seat]*(1-at+float64(k)) + c.smoothCurve[k+1].WinChance[seat]*(at-float64(k))
			to := from - win*float64(bottom-top)
			if i == sim.Seats-1 {
				to = float64(top)
			}
			c.fill(image.Rect(x, int(math.Round(to)), x+1, int(math.Round(from))), c.textColor(p.AreaColor(int8(seat), false)))
			from = to
		}
	}
	if c.turningPoint != nil {
		x := left + c.turningPoint.Round*(right-left-1)/last
		c.fill(image.Rect(x-1, top-4, x+1, bottom+4), c.textColor(p.Strong.FG))
	}
}

// captions returns captions for the turning point and the closest loser, if any, and for the
// command that opens the match.
func (c *card) captions() (list []caption) {
	first, textColor := c.ranking[0], c.palette.Text.FG
	if t := c.turningPoint; t != nil {
		title, sentence := chances.Decision(t, first, c.isFinal(), &c.match.Names)
		list = append(list, caption{plain.Capitalize(title), sentence, textColor})
	}
	thrown := c.curve.Extremes(c.frame.Scores(), true)
	if words := chances.ClosestLoser(&thrown, &c.match.Names); c.isFinal() && c.lead > 0 && words != "" {
		list = append(list, caption{"", plain.Capitalize(chances.ClosestToWinning) + ": " + words, textColor})
	}
	return append(list, caption{"", c.openCommand, c.palette.Dim.FG})
}

type caption struct {
	title, sentence string
	color           screen.Color
}

// lines breaks the sentence into lines and returns them with the letter width. Letters shrink until
// the sentence fits on one line, or on three below a title, but stay readable.
func (s *caption) lines() (lines []string, w int) {
	maxLines := 1
	if s.title != "" {
		maxLines = 3
	}
	for w = 10; ; w-- {
		lines = strings.Split(ansi.Wordwrap(s.sentence, (detailsRight-detailsLeft)/w, ""), "\n")
		if len(lines) <= maxLines || w == 7 {
			return lines, w
		}
	}
}

// draw draws the caption above y and returns its top.
func (s *caption) draw(c *card, y int) int {
	lines, w := s.lines()
	y -= 10
	for _, line := range slices.Backward(lines) {
		y -= 2*w + 2
		c.drawText(detailsLeft, y, w, line, c.textColor(s.color), false)
	}
	if s.title != "" {
		y -= 26
		c.drawText(detailsLeft, y, 11, s.title, c.textColor(c.palette.Strong.FG), true)
	}
	return y
}

func (c *card) drawBoard(side, top int) {
	f := &c.frame
	left := boardMargin + (boardSide-side*f.Cols)/2
	for layer := range 2 { // Draw all grounds first, because pieces can be larger than a cell.
		for i := range f.Cells {
			x, y := left+i%f.Cols*side, top+i/f.Cols*side
			piece := c.skin.PictureCell(f, i)
			if layer == 0 {
				c.fill(image.Rect(x, y, x+side, y+side), c.color(piece.Ground, c.theme.BG))
			} else if piece.Shape != 0 {
				c.drawPiece(&piece, x, y, side)
			}
		}
	}
}

// minShapeCell is the size of the smallest cell, in pixels, in which shapes can be distinguished.
const minShapeCell = 14

func (c *card) drawPiece(p *board.PictureCell, x, y, side int) {
	col := c.textColor(p.Color)
	cx, cy, half := float64(x)+float64(side)/2, float64(y)+float64(side)/2, float64(side)/2
	switch {
	case p.IsUnit && p.Wide:
		c.drawDisc(cx, cy, 2*half, col)
	case side >= minShapeCell && !p.Wide:
		if p.IsUnit {
			c.fill(image.Rect(x+1, y+1, x+side-1, y+side-1), col)
			col = c.color(c.palette.Page, c.theme.BG)
		}
		c.drawRune(x, y, side, side, p.Shape, col, true)
	case p.IsUnit:
		c.drawDisc(cx, cy, half+0.5, col)
	case p.Wide:
		c.fill(image.Rect(x, y, x+side, y+side), col)
	default:
		dotSide := max(side/4, 1)
		c.fill(image.Rect(x+side/2-dotSide/2-1, y+side/2-dotSide/2-1, x+side/2+dotSide, y+side/2+dotSide), col)
	}
}
