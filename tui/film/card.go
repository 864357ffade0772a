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
	looks   *board.Looks
	frame   sim.Frame
	round   int
	title   string
	order   []int // of the seats, by score
	by      int   // points between the first two

	line []chance.Chance // by round; none: nothing is known of the chances
	turn *chance.Turning // that the first of them won last; nil: none
}

// writeCard writes the card of a match in a round.
func writeCard(w io.Writer, m *match.Match, o *Options) error {
	p := theme.For(o.Palette, theme.TrueColor)
	if p.Profile == theme.NoColor { // a picture has colours whoever looks at it
		p = theme.For("", theme.TrueColor)
	}
	c := &card{canvas: newCanvas(cardW, cardH, export.NewTheme(p.Text.FG, p.Page)), palette: p,
		match: m, looks: board.NewLooks(m.Legend, p), round: o.Rounds[0]}
	m.Record.State(c.round).Fill(&c.frame)
	scores := c.frame.Scores()
	for seat := range sim.Seats {
		c.order = append(c.order, seat)
	}
	slices.SortStableFunc(c.order, func(a, b int) int { return scores[b] - scores[a] })
	_, c.by = sim.Lead(scores)
	c.title = cmp.Or(o.Title, fmt.Sprintf("%s · seed %d · round %d of %d", m.Meta.Game.Title(), m.Meta.Seed, c.round, m.Record.Rounds()))
	c.estimate()
	c.draw()
	e := png.Encoder{CompressionLevel: png.BestCompression}
	return e.Encode(w, c.RGBA)
}

// estimate finds the chances up to the round by the table of the game. Nobody plays on from
// anywhere, so it takes milliseconds, and is the same whoever asks.
func (c *card) estimate() {
	seen := c.match.Record
	if c.round < seen.Edge() { // what comes must not tell which turning points matter
		seen = record.New(*seen.Meta(), seen.State(0))
		for k := range c.round {
			seen.Append(c.match.Record.Turn(k), c.match.Record.State(k+1))
		}
	}
	a, err := chance.New(chance.NewMatch(seen, func(string, string) (b sim.Builtin, ok bool) { return b, false }))
	if err != nil {
		return
	}
	for a.Next() {
	}
	s := a.Snapshot()
	line := s.Line(c.round)
	for k := range line {
		c.line = append(c.line, chances.Mean(line, k, c.match.Record.Rounds()))
	}
	if c.by == 0 {
		return
	}
	for _, t := range s.Seen(c.round) {
		if won(&t) == c.order[0] {
			c.turn = &t
		}
	}
}

// won is the seat whose chance rose at a turning point.
func won(t *chance.Turning) int {
	if t.To < t.From {
		return t.Other
	}
	return t.Seat
}

// over reports whether the card shows how the match ended.
func (c *card) over() bool { return c.round == c.match.Record.Rounds() }

func (c *card) draw() {
	p := c.palette
	c.board()
	c.text(leftAt, boardAt, letter(c.title, rightAt-leftAt, 11), c.title, c.ink(p.Dim.FG), false)
	c.verdict()
	high := boardAt + boardSide
	switch {
	case len(c.line) < 2:
		c.scores(100, true)
	case c.turn == nil:
		c.scores(36, false)
		c.chances(350, high-44)
	default:
		c.scores(36, false)
		c.chances(350, 470)
		c.decided(510)
	}
	c.right(rightAt, high-16, 9, "game-tui", c.ink(p.Dim.FG), true)
}

// seat is the colour of a player's name.
func (c *card) seat(seat int) color.RGBA { return c.ink(c.palette.Seat(int8(seat))) }

// verdict says who has won, or leads, and by how much.
func (c *card) verdict() {
	name, of := c.match.Names[c.order[0]], c.seat(c.order[0])
	words := map[bool]string{true: "wins by ", false: "leads by "}[c.over()] + numbers.Grouped(c.by)
	if c.by == 0 {
		name, of, words = "draw", c.ink(c.palette.Strong.FG), "nobody is ahead"
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
	points, sources := c.match.Book.Points(c.round), c.match.Meta.Game.Sources()
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
		for source := range sources {
			n := max(points[source][seat], 0)
			at := func(n int) int { return barsAt + n*(rightAt-barsAt)/most }
			c.fill(image.Rect(at(sum), y+4, at(sum+n), y+20), c.tint(c.seat(seat), shade(source)))
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
		c.sources(scoresAt+sim.Seats*pitch+4, sources)
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
func (c *card) chances(top, bottom int) {
	p, last := c.palette, len(c.line)-1
	c.text(leftAt, top-24, 10, "win chance, estimated from score and board", c.ink(p.Dim.FG), false)
	for x := leftAt; x < rightAt; x++ {
		at := float64(x-leftAt) / float64(rightAt-leftAt-1) * float64(last)
		k := min(int(at), last-1)
		from := float64(bottom)
		for i, seat := range c.order {
			win := c.line[k].Win[seat]*(1-at+float64(k)) + c.line[k+1].Win[seat]*(at-float64(k))
			to := from - win*float64(bottom-top)
			if i == sim.Seats-1 {
				to = float64(top)
			}
			c.fill(image.Rect(x, int(math.Round(to)), x+1, int(math.Round(from))), c.ink(p.Area(int8(seat), false)))
			from = to
		}
	}
	if c.turn != nil {
		x := leftAt + c.turn.Round*(rightAt-leftAt-1)/last
		c.fill(image.Rect(x-1, top-4, x+1, bottom+6), c.ink(p.Strong.FG))
	}
	c.text(leftAt, bottom+4, 10, "round 0", c.ink(p.Dim.FG), false)
	c.right(rightAt, bottom+4, 10, numbers.Grouped(last), c.ink(p.Dim.FG), false)
}

// decided says what turned the match to the first.
func (c *card) decided(y int) {
	t, p := c.turn, c.palette
	from, to := t.From, t.To
	if t.Seat != c.order[0] {
		from, to = t.Before, t.After
	}
	rounds := fmt.Sprintf("rounds %d to %d", t.Round, t.Until-1)
	if t.Until == t.Round+1 {
		rounds = fmt.Sprintf("round %d", t.Round)
	}
	word := "Turned in "
	if c.over() && to > 0.5 {
		word = "Decided in "
	}
	c.text(leftAt, y, 11, word+rounds, c.ink(p.Strong.FG), true)
	reason := c.match.Names[c.order[0]]
	for _, r := range t.Reasons {
		if r.Seat == c.order[0] {
			reason = r.Text
		}
	}
	ends := fmt.Sprintf(": from %s to %s", numbers.Chance(from), numbers.Chance(to))
	for i, line := range fitted(reason, ends) {
		c.text(leftAt, y+26+i*22, 10, line, c.ink(p.Text.FG), false)
	}
}

// fitted breaks a sentence into two lines, the second with room for the name of the program
// beside it. What the sentence says last goes where there is no room.
func fitted(sentence, ends string) []string {
	for {
		lines := wrap(sentence+ends, 52)
		i := strings.LastIndex(sentence, ", ")
		if len(lines) == 1 || len(lines) == 2 && length(lines[1]) <= 42 || i < 0 {
			return lines[:min(len(lines), 2)]
		}
		sentence = sentence[:i]
	}
}

// board draws the board in the middle of its square.
func (c *card) board() {
	f := &c.frame
	side := boardSide / max(f.Rows, f.Cols)
	left, top := boardAt+(boardSide-side*f.Cols)/2, boardAt+(boardSide-side*f.Rows)/2
	for above := range 2 { // what is larger than its cell lies above the ground of others
		for i := range f.Cells {
			x, y := left+i%f.Cols*side, top+i/f.Cols*side
			piece := c.looks.Piece(f, i)
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
func (c *card) piece(p *board.Piece, x, y, side int) {
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
