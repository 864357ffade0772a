package server

import (
	"sync"

	"github.com/charmbracelet/colorprofile"

	"game-tui/sim/log"
	"game-tui/tui"
	"game-tui/tui/board"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// theme is the palette as the terminals of a look can show it.
func (k look) theme() *theme.Palette {
	p := theme.For(k.palette, k.profile)
	if k.ascii {
		return p.Plain()
	}
	return p
}

// view is what everybody with a look sees of the live edge of a log.
func (k look) view(l *log.Log, watchers int) tui.View {
	v := tui.NewView(k.w, k.h, k.theme())
	v.Zoom, v.Watchers = k.zoom, watchers
	over, _ := l.Over()
	v.Play = playback.New(0).Grow(l.Edge(), l.Rounds(), over).Follow()
	return v
}

// zoomed is the look n zooms nearer, as the spectator's own key does it.
func (k look) zoomed(l *log.Log, n int) look {
	v := k.view(l, 0)
	d := tui.NewDrawer(l, nil)
	v.Zoom = d.Layout(&v).Port.Zoom.Step(n, v.Palette)
	auto := v
	auto.Zoom = board.Auto
	if k.zoom = v.Zoom; d.Layout(&auto).Port.Zoom == v.Zoom {
		k.zoom = board.Auto
	}
	return k
}

// nextPalette is the look with the palette after its own.
func (k look) nextPalette() look {
	k.palette = theme.Next(k.theme(), k.profile).Name
	return k
}

// painter draws what a gallery shows.
type painter struct {
	look    look
	palette *theme.Palette
	log     *log.Log
	drawer  *tui.Drawer

	top, left int // of the viewport, which moves as little as it can
}

func newPainter(k look) *painter {
	return &painter{look: k, palette: k.theme()}
}

// edge draws the live edge of a log into a grid of its own.
func (p *painter) edge(l *log.Log, h *timeline.History, watchers int) (*screen.Grid, tui.View) {
	v := p.look.view(l, watchers)
	v.Palette = p.palette // the drawer keeps tables for the very same one
	v.Top, v.Left = p.top, p.left
	g := p.paint(l, h, &v)
	p.top, p.left = v.Top, v.Left
	return g, v
}

// paint draws any view.
func (p *painter) paint(l *log.Log, h *timeline.History, v *tui.View) *screen.Grid {
	if p.log != l {
		p.log, p.drawer = l, tui.NewDrawer(l, h)
	}
	g := &screen.Grid{}
	p.drawer.Settle(v)
	p.drawer.Draw(g, v)
	return g
}

// histories shares what is known of the past among all who draw a log: the
// match being shown, and the one before it that some may still look at.
type histories struct {
	mu   sync.Mutex
	logs [2]*log.Log
	list [2]*timeline.History
}

func (h *histories) of(l *log.Log) *timeline.History {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range h.logs {
		if h.logs[i] == l {
			return h.list[i]
		}
	}
	h.logs[1], h.list[1] = h.logs[0], h.list[0]
	h.logs[0], h.list[0] = l, timeline.NewHistory(l)
	return h.list[0]
}

// colorProfile is the inverse of theme.Detected.
func colorProfile(p theme.Profile) colorprofile.Profile {
	switch p {
	case theme.TrueColor:
		return colorprofile.TrueColor
	case theme.Color256:
		return colorprofile.ANSI256
	case theme.Color16:
		return colorprofile.ANSI
	}
	return colorprofile.ASCII
}

// FrameSizes draws a match as a gallery does and returns how many bytes each
// round's difference to the one before takes, before encryption.
func FrameSizes(l *log.Log, w, h int, profile theme.Profile) []int {
	p := newPainter(look{w: w, h: h, profile: profile})
	grown := log.New(*l.Meta(), l.State(0))
	past := timeline.NewHistory(grown)
	last, _ := p.edge(grown, past, 1)
	var sizes []int
	for k := 1; k <= l.Edge(); k++ {
		grown.Append(l.Turn(k-1), l.State(k))
		next, _ := p.edge(grown, past, 1)
		sizes = append(sizes, len(screen.AppendDiff(nil, last, next)))
		last = next
	}
	return sizes
}
