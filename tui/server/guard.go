package server

import (
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui"
)

// growTime is how often a view is drawn in which nothing moves but the end of
// the timeline. A match of ten rounds a second would otherwise cost everybody
// who looks at its past ten drawings a second.
const growTime = 500 * time.Millisecond

// guard stands between Bubble Tea and a model. It catches panics of the model
// and of its commands, so that they cost one watcher its own view and nobody
// anything else; and it has nothing drawn for which nobody waits.
type guard struct {
	p     *program
	model *tui.Model

	stale   bool     // something is to be drawn
	waiting bool     // growMsg is on its way
	drawn   tui.View // what was drawn last, and when
	at      time.Time
}

// growMsg comes when the timeline may be drawn again.
type growMsg struct{}

// caught ends a program that panicked. It must be deferred.
func (p *program) caught() {
	if v := recover(); v != nil {
		p.mu.Lock()
		p.broken, p.stack = v, debug.Stack()
		p.mu.Unlock()
		p.cancel()
	}
}

// Init starts the model.
func (g *guard) Init() (cmd tea.Cmd) {
	defer g.p.caught()
	return g.command(g.model.Init())
}

// Update passes a message on.
func (g *guard) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	defer g.p.caught()
	m = g
	switch msg := msg.(type) {
	case settledMsg:
		close(msg)
		return g, nil
	case growMsg:
		g.waiting, g.stale = false, true
		return g, nil
	}
	_, cmd = g.model.Update(msg)
	return g, tea.Batch(g.command(cmd), g.look())
}

// look decides whether the view is to be drawn now; if later, it returns the
// command that says when.
func (g *guard) look() tea.Cmd {
	v := g.model.Looking()
	v.Play.Edge, v.Watchers = g.drawn.Play.Edge, g.drawn.Watchers
	if v != g.drawn {
		g.stale = true
	}
	if g.stale || g.waiting {
		return nil
	}
	g.waiting = true
	return tea.Tick(growTime-time.Since(g.at), func(time.Time) tea.Msg { return growMsg{} })
}

// View lets the model draw, which fills the slot.
func (g *guard) View() (v tea.View) {
	defer g.p.caught()
	if !g.stale {
		return v
	}
	g.stale, g.drawn, g.at = false, g.model.Looking(), time.Now()
	return g.model.View()
}

// command wraps a command and those that it leads to.
func (g *guard) command(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer g.p.caught()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = g.command(batch[i])
			}
		}
		return msg
	}
}
