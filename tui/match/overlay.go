package match

import (
	"strconv"

	"game-tui/sim"
	"game-tui/tui/board"
	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/trace"
)

// Overlays are what a watcher wants to see over the board. The zero value is nothing.
type Overlays struct {
	Trails, Moves, Changes bool
	Heat                   trace.Kind
	Of                     Ref  // the seat whose heat map it is; none: all
	Whole                  bool // of the whole match, not only of the rounds so far
}

// trailRounds is how many rounds a trail goes back.
const trailRounds = 20

// layers is memory for what lies over the board.
type layers struct {
	over   board.Overlay
	heat   board.Heat
	counts []int32
	paths  [][]sim.Pos
}

// overlay is what lies over the board of round k; nil is nothing.
func (v *Viewer) overlay(s *State, k int) *board.Overlay {
	o := s.Overlays
	if o == (Overlays{}) {
		return nil
	}
	last := k
	if o.Heat != trace.None && o.Whole {
		last = max(k, s.Horizon())
	}
	seen, l := v.match.traces.Seen(last), &v.layers
	l.over = board.Overlay{Trails: l.over.Trails[:0], Moves: l.over.Moves[:0], Flash: l.over.Flash[:0]}
	if o.Heat != trace.None {
		l.counts, l.heat.Most = seen.Count(l.counts, o.Heat, int8(o.Of.Index()), last)
		l.heat.Counts = l.counts
		l.heat.Title, l.heat.Brief = v.heatTitle(o, min(last, seen.End()))
		l.over.Heat = &l.heat
	}
	if o.Trails {
		v.trails(s, seen, k)
	}
	if o.Moves {
		l.over.Moves = seen.Moves(l.over.Moves, k)
	}
	if o.Changes {
		l.over.Flash = seen.Changed(l.over.Flash, k)
	}
	return &l.over
}

// heatTitle says what a heat map shows.
func (v *Viewer) heatTitle(o Overlays, last int) (title, brief string) {
	brief = o.Heat.String()
	if !o.Of.None() {
		brief += " of " + v.match.names[o.Of.Index()]
	}
	return brief + " to round " + strconv.Itoa(last), brief
}

// trails adds the ways of the unit that is followed or under the cursor, and of those that are
// nobody's.
func (v *Viewer) trails(s *State, seen *trace.Seen, k int) {
	l := &v.layers
	n := 0
	for i := range v.frame.Units {
		u := &v.frame.Units[i]
		if u.Seat >= 0 && v.unit(s.Follow) != u && !(s.Inspect && u.On && u.At == s.Cursor) {
			continue
		}
		if n == len(l.paths) {
			l.paths = append(l.paths, nil)
		}
		l.paths[n] = seen.Path(l.paths[n][:0], u.ID, k, trailRounds)
		l.over.Trails = append(l.over.Trails, board.Trail{Path: l.paths[n], Seat: u.Seat})
		n++
	}
}

// overlayMenu is the page on which overlays are switched on and off.
type overlayMenu struct{ row int }

// overlayRow is a line of the menu.
type overlayRow struct {
	text   string
	on     bool
	change func(o *Overlays)
}

// overlayRows are the lines for a match and what is on.
func (m *Match) overlayRows(o Overlays) []overlayRow {
	trail := "trail of the unit followed or inspected"
	if h := m.legend.Hunter(); h != "nobody" {
		trail = "trails: unit followed or inspected, " + h
	}
	list := []overlayRow{
		{trail, o.Trails, func(o *Overlays) { o.Trails = !o.Trails }},
		{"where units came from in this round", o.Moves, func(o *Overlays) { o.Moves = !o.Moves }},
	}
	if trace.Changes.Has(m.legend) {
		list = append(list, overlayRow{"cells with a new owner in this round", o.Changes, func(o *Overlays) { o.Changes = !o.Changes }})
	}
	for kind := trace.Visits; kind < trace.Kinds; kind++ {
		if kind.Has(m.legend) {
			list = append(list, overlayRow{"heat map of " + kind.String(), o.Heat == kind, func(o *Overlays) {
				if o.Heat == kind {
					kind = trace.None
				}
				o.Heat = kind
			}})
		}
	}
	whose, rounds := "of all players", "of the rounds so far"
	if !o.Of.None() {
		whose = "of " + m.names[o.Of.Index()]
	}
	if o.Whole {
		rounds = "of the whole match"
	}
	return append(list,
		overlayRow{"  " + whose, false, func(o *Overlays) {
			if o.Of++; o.Of > sim.Seats {
				o.Of = 0
			}
		}},
		overlayRow{"  " + rounds, false, func(o *Overlays) { o.Whole = !o.Whole }})
}

// overlays opens the menu, or closes it.
func overlays(u *update) {
	if _, open := u.s.top().(*overlayMenu); open {
		u.s.pop()
		return
	}
	u.s.push(&overlayMenu{})
}

func (p *overlayMenu) where() Where { return InMenu }
func (p *overlayMenu) covers() bool { return false }

func (p *overlayMenu) fit(v *Viewer, _ *State) page {
	if last := len(v.match.overlayRows(Overlays{})) - 1; p.row > last {
		return &overlayMenu{last}
	}
	return p
}

func (p *overlayMenu) scroll(n int) page { return &overlayMenu{max(p.row+n, 0)} }

func (p *overlayMenu) search() page { return p }
func (p *overlayMenu) cancel() page { return nil }

func (p *overlayMenu) choose(u *update) {
	rows := u.v.match.overlayRows(u.s.Overlays)
	rows[min(p.row, len(rows)-1)].change(&u.s.Overlays)
	if u.s.Overlays.Trails && rows[0].on != u.s.Overlays.Trails && u.s.Follow.None() && !u.s.Inspect && u.v.match.legend.Hunter() == "nobody" {
		u.say("now inspect a unit with " + Name("inspect") + ", or follow it with " + Name("follow"))
	}
}

func (p *overlayMenu) click(u *update, x, y int) {
	r := p.rect(u.v.match, u.s.W, u.s.H)
	if !r.Has(x, y) {
		u.s.pop()
		return
	}
	if row := y - r.Y - 1; row >= 0 && row < r.H-2 {
		q := &overlayMenu{row}
		u.s.put(q)
		q.choose(u)
	}
}

// rect is the frame, at the right edge: the board is seen while its overlays change.
func (p *overlayMenu) rect(m *Match, w, h int) screen.Rect {
	r := screen.Rect{Y: 1, W: min(w, 52), H: min(len(m.overlayRows(Overlays{}))+2, h-2)}
	r.X = w - r.W
	return r
}

func (p *overlayMenu) draw(v *Viewer, g *screen.Grid, s *State) {
	c := s.Palette
	r := component.Frame(g, p.rect(v.match, g.W, g.H), "over the board", Name("switch")+" switches, "+Name("overlays")+" closes", c)
	rows := v.match.overlayRows(s.Overlays)
	first := max(p.row-r.H+1, 0)
	for i := first; i < min(first+r.H, len(rows)); i++ {
		st := c.Text
		if i == p.row {
			st = c.Strong.With(screen.Reverse)
		}
		y := r.Y + i - first
		g.Fill(screen.Rect{X: r.X, Y: y, W: r.W, H: 1}, screen.Cell{R: ' ', Style: st})
		if rows[i].on {
			g.Set(r.X, y, '✓', st)
		}
		g.Text(r.X+2, y, r.W-2, rows[i].text, st)
	}
	g.Fill(screen.Rect{Y: g.H - 1, W: g.W, H: 1}, screen.Cell{R: ' ', Style: screen.Style{BG: c.Page}})
	drawKeys(g, 1, g.H-1, g.W-2, s)
}
