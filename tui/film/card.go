package film

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/chances"
	"game-tui/tui/export"
	"game-tui/tui/match"
	"game-tui/tui/numbers"
	"game-tui/tui/screen"
	"game-tui/tui/text"
	"game-tui/tui/theme"
)

// The size of a card, and where its parts are. It is what messengers show of a link.
const (
	cardW, cardH = 1200, 630
	boardAt      = 45
	boardSide    = 540
	leftAt       = 630 // of all that is beside the board
	rightAt      = 1155
	barsAt       = 860
	scoresAt     = 142
)

// card is a picture of a match as it is in a round, to share.
type card struct {
	*canvas
	palette *theme.Palette
	match   *match.Match
	looks   *board.Skin
	frame   sim.Frame
	round   int
	title   string
	opens   string
	order   []int // of the seats, by score
	by      int   // points between the first two

	curve  chance.Curve    // the estimate by round; without any nothing is known of the chances
	smooth []chance.Chance // the same as it is drawn
	turn   *chance.Turning // that the first of them won last, or nil
}

// writeCard writes the card of a match in a round.
func writeCard(w io.Writer, m *match.Match, o *Options) error {
	c := newCard(m, o)
	c.draw()
	return png.Encode(w, c.RGBA) // the best compression takes ten times as long, for a few per cent
}

// newCard returns the card of a match in a round with nothing drawn on it.
func newCard(m *match.Match, o *Options) *card {
	p := theme.For(o.Palette, theme.TrueColor)
	if p.Profile == theme.NoColor { // a picture has colours whoever looks at it
		p = theme.For("", theme.TrueColor)
	}
	c := &card{canvas: newCanvas(cardW, cardH, export.NewTheme(p.Text.FG, p.Page)), palette: p,
		match: m, looks: board.NewSkin(m.Legend, p), round: o.Rounds[0]}
	m.Record.State(c.round).FillFrame(&c.frame)
	scores := c.frame.Scores()
	for seat := range sim.Seats {
		c.order = append(c.order, seat)
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return scores[b] - scores[a] })
	_, c.by = sim.Lead(scores)
	rounds := sim.Count(c.round, "round")
	if !c.over() {
		rounds = fmt.Sprintf("round %d of %d", c.round, m.Record.Rounds())
	}
	c.title = cmp.Or(o.Title, fmt.Sprintf("%s · seed %d · %s", m.Meta.Game.Title(), m.Meta.Seed, rounds))
	c.opens = cmp.Or(o.Opens, "game-tui")
	c.estimate()
	return c
}

// estimate finds the chances up to the round by the table of the game. Nobody plays on from
// anywhere, so it takes milliseconds, and is the same whoever asks.
func (c *card) estimate() {
	seen := c.match.Record
	if seen.Incomplete() {
		return // the curve would have holes
	}
	if c.round < seen.Edge() { // what comes must not tell which turning points matter
		seen = record.New(*seen.Meta(), seen.State(0))
		for k := range c.round {
			seen.AppendFrom(c.match.Record, k, c.match.Record.Turn(k))
		}
	}
	a, err := chance.NewEstimate(seen)
	if err != nil {
		return
	}
	for a.Next() {
	}
	s := a.Snapshot()
	c.curve = s.Curve(c.round)
	for k := range c.curve.Line {
		c.smooth = append(c.smooth, chances.Mean(c.curve.Line, k, c.match.Record.Rounds()))
	}
	if c.by == 0 {
		return
	}
	c.turn = chances.LastRise(s.TurningsUntil(c.round), c.order[0])
}

// over reports whether the card shows how the match ended.
func (c *card) over() bool { return c.match.Record.IsFinal(c.round) }

// draw places everything: what is beside the board, and of a wide board the chart below it.
func (c *card) draw() {
	const low, pitch = 56, 31
	side := boardSide / max(c.frame.Rows, c.frame.Cols)
	left := boardSide - side*c.frame.Rows // of the height
	below := len(c.smooth) > 1 && left > 4*low
	if below {
		c.board(side, boardAt)
		c.chances(boardAt, boardAt+boardSide, boardAt+boardSide-left+low, boardAt+boardSide)
	} else {
		c.board(side, boardAt+left/2)
	}
	c.text(leftAt, boardAt, letter(c.title, rightAt-leftAt, 11), c.title, c.ink(c.palette.Dim.FG), false)
	c.verdict()
	bottom := boardAt + boardSide + 12
	for _, s := range slices.Backward(c.told()) {
		bottom -= s.height()
		s.draw(c, bottom)
	}
	if len(c.smooth) > 1 && !below {
		c.scores(pitch, false)
		c.chances(leftAt, rightAt, scoresAt+sim.Seats*pitch+low, bottom-20)
		return
	}
	c.scores((bottom-scoresAt)/sim.Seats, true)
}

// seat is the colour of a player's name.
func (c *card) seat(seat int) color.RGBA { return c.ink(c.palette.SeatColor(int8(seat))) }

// verdict says who has won, or leads, and by how much.
func (c *card) verdict() {
	name, of := c.match.Names[c.order[0]], c.seat(c.order[0])
	words := map[bool]string{true: "wins by ", false: "leads by "}[c.over()] + numbers.Grouped(c.by)
	if c.by == 0 {
		name, of, words = "tie", c.ink(c.palette.Strong.FG), "nobody leads alone"
		if c.over() {
			name, words = "draw", "nobody wins alone"
		}
	}
	const small = 14
	w := letter(name, rightAt-leftAt-(length(words)+1)*small, 30)
	x := c.text(leftAt, 98-w, w, name, of, true)
	c.text(x+small, 98+w*3/5-small*8/5, small, words, c.ink(c.palette.Strong.FG), false)
}

// shade is how much of a player's colour the bar of a source has.
func shade(source int) float64 { return [...]float64{1, 0.6, 0.38, 0.78, 0.25, 0.5}[source%6] }

// scores shows the scores, and where they come from; told says it in words too.
func (c *card) scores(pitch int, told bool) {
	p := c.palette
	points, sources, bySize := c.match.Book.Points(c.round), c.match.Meta.Game.Sources(), c.match.SourcesBySize(c.round)
	most := 1
	for seat := range sim.Seats {
		most = max(most, gained(&points, len(sources), seat))
	}
	for i, seat := range c.order {
		y := scoresAt + i*pitch
		name := c.match.Names[seat]
		c.text(leftAt, y, letter(name, 140, 11), name, c.seat(seat), true)
		c.right(barsAt-20, y, 11, numbers.Grouped(c.frame.Players[seat].Score), c.ink(p.Strong.FG), true)
		sum := 0
		var words []string
		for i, source := range bySize {
			n := max(points[source][seat], 0)
			at := func(n int) int { return barsAt + n*(rightAt-barsAt)/most }
			c.fill(image.Rect(at(sum), y+4, at(sum+n), y+20), c.tint(c.seat(seat), shade(i)))
			if sum += n; n > 0 {
				words = append(words, sources[source]+" "+numbers.Grouped(n))
			}
		}
		if told {
			text := strings.Join(words, ", ")
			c.text(leftAt, y+32, letter(text, rightAt-leftAt, 10), text, c.ink(p.Dim.FG), false)
		}
	}
	if !told {
		var names []string
		for _, source := range bySize {
			names = append(names, sources[source])
		}
		c.sources(scoresAt+sim.Seats*pitch+2, names)
	}
}

// gained is what the sources gave a seat, without what they took.
func gained(p *sim.Points, sources, seat int) (n int) {
	for i := range sources {
		n += max(p[i][seat], 0)
	}
	return n
}

// sources says which part of a bar is what.
func (c *card) sources(y int, sources []string) {
	w := letter(strings.Join(sources, "     "), rightAt-leftAt-16, 9)
	x := leftAt
	for i, name := range sources {
		c.fill(image.Rect(x, y+w/2, x+w, y+w/2+w), c.tint(c.ink(c.palette.Text.FG), shade(i)))
		x = c.text(x+2*w, y, w, name, c.ink(c.palette.Dim.FG), false) + 2*w
	}
}

// chances draws the shares of the win chance over the rounds, that of the first below.
func (c *card) chances(left, right, top, bottom int) {
	p, last := c.palette, len(c.smooth)-1
	c.text(left, top-24, 10, "win chance ("+string(c.curve.Source)+")", c.ink(p.Dim.FG), false)
	c.right(right, top-24, 10, "rounds 0 to "+numbers.Grouped(last), c.ink(p.Dim.FG), false)
	for x := left; x < right; x++ {
		at := float64(x-left) / float64(right-left-1) * float64(last)
		k := min(int(at), last-1)
		from := float64(bottom)
		for i, seat := range c.order {
			win := c.smooth[k].Win[seat]*(1-at+float64(k)) + c.smooth[k+1].Win[seat]*(at-float64(k))
			to := from - win*float64(bottom-top)
			if i == sim.Seats-1 {
				to = float64(top)
			}
			c.fill(image.Rect(x, int(math.Round(to)), x+1, int(math.Round(from))), c.ink(p.Area(int8(seat), false)))
			from = to
		}
	}
	if c.turn != nil {
		x := left + c.turn.Round*(right-left-1)/last
		c.fill(image.Rect(x-1, top-4, x+1, bottom+4), c.ink(p.Strong.FG))
	}
}

// told are what turned the match to the first, who had it before, and how to open it.
func (c *card) told() (list []saying) {
	first, said := c.order[0], c.palette.Text.FG
	if t := c.turn; t != nil {
		title, sentence := chances.Decision(t, first, c.over(), &c.match.Names)
		list = append(list, saying{text.Capitalize(title), sentence, said})
	}
	thrown := c.curve.Extremes(c.frame.Scores(), true)
	if words := chances.ClosestLoser(&thrown, &c.match.Names); c.over() && c.by > 0 && words != "" {
		list = append(list, saying{"", text.Capitalize(chances.ThrownAway) + ": " + words, said})
	}
	return append(list, saying{"", c.opens, c.palette.Dim.FG})
}

// saying is a title, if it has one, and a sentence below it.
type saying struct {
	title, sentence string
	of              screen.Color
}

// lines are the sentence in a line, or three below a title, in letters of w columns as large as
// have room so, and in more where none that can be read have.
func (s *saying) lines() (lines []string, w int) {
	most := 1
	if s.title != "" {
		most = 3
	}
	for w = 10; ; w-- {
		if lines = wrap(s.sentence, (rightAt-leftAt)/w); len(lines) <= most || w == 7 {
			return lines, w
		}
	}
}

// height is how high it is with the room below it.
func (s *saying) height() int {
	lines, w := s.lines()
	n := len(lines)*(2*w+2) + 10
	if s.title != "" {
		n += 26
	}
	return n
}

func (s *saying) draw(c *card, y int) {
	if s.title != "" {
		c.text(leftAt, y, 11, s.title, c.ink(c.palette.Strong.FG), true)
		y += 26
	}
	lines, w := s.lines()
	for i, line := range lines {
		c.text(leftAt, y+i*(2*w+2), w, line, c.ink(s.of), false)
	}
}

// board draws the board from a row of pixels on, with cells of a side.
func (c *card) board(side, top int) {
	f := &c.frame
	left := boardAt + (boardSide-side*f.Cols)/2
	for above := range 2 { // what is larger than its cell lies above the ground of others
		for i := range f.Cells {
			x, y := left+i%f.Cols*side, top+i/f.Cols*side
			piece := c.looks.PictureCell(f, i)
			if above == 0 {
				c.fill(image.Rect(x, y, x+side, y+side), c.color(piece.Ground, c.theme.BG))
			} else if piece.Shape != 0 {
				c.piece(&piece, x, y, side)
			}
		}
	}
}

// signMin is the size of cells from which shapes can be told apart.
const signMin = 14

// piece draws what stands on a cell: units are round, things small.
func (c *card) piece(p *board.PictureCell, x, y, side int) {
	of := c.ink(p.Color)
	cx, cy, half := float64(x)+float64(side)/2, float64(y)+float64(side)/2, float64(side)/2
	switch {
	case p.Unit && p.Wide:
		c.disc(cx, cy, 2*half, of)
	case side >= signMin && !p.Wide:
		if p.Unit {
			c.fill(image.Rect(x+1, y+1, x+side-1, y+side-1), of)
			of = c.color(c.palette.Page, c.theme.BG)
		}
		c.sign(x, y, side, side, p.Shape, of, true)
	case p.Unit:
		c.disc(cx, cy, half+0.5, of)
	case p.Wide:
		c.fill(image.Rect(x, y, x+side, y+side), of)
	default:
		small := max(side/4, 1)
		c.fill(image.Rect(x+side/2-small/2-1, y+side/2-small/2-1, x+side/2+small, y+side/2+small), of)
	}
}
