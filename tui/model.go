package tui

import (
	"context"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim"
	"game-tui/sim/log"
	"game-tui/tui/playback"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
	"game-tui/tui/timeline"
)

// Options say what is watched, and how it opens. What is nil is not offered:
// its key says so.
type Options struct {
	Log     *log.Log
	History *timeline.History // shared with others who watch the log; nil: an own one

	Palette    string        // name; empty: the profile's default
	Profile    theme.Profile // until the terminal's is known
	ASCII      bool          // the terminal shows nothing else
	W, H       int           // until the terminal's size is known
	Paused     bool
	Live       bool    // opens at the live edge and follows it
	Speed      float64 // rounds a second; 0: the normal one
	Round      int
	NoSpoilers bool
	PauseOnOut bool  // pauses in the round in which a player goes out
	View       *View // opens with this very view; the fields above it do not count then

	// Next plays the same players with the next seed, Again the same match
	// anew; Write writes the match and returns the file's name.
	Next, Again func(context.Context) (*log.Log, error)
	Write       func(*log.Log) (string, error)
	Watchers    func() int // how many watch
	// Back is called when the watcher returns to the live edge; whoever serves
	// many then takes over.
	Back func()
	// Sink takes every screen instead of Bubble Tea's renderer. The grid is
	// valid during the call only.
	Sink func(*screen.Grid)
	// Context ends the watching of the log; nil: never.
	Context context.Context
}

// Model is the spectator as a Bubble Tea program, for one watcher.
type Model struct {
	opts    Options
	ctx     context.Context
	drawer  *Drawer
	view    View
	profile theme.Profile
	grid    screen.Grid
	text    []byte
	drawn   map[drawnKey]string // screens that were drawn lately

	watch   <-chan struct{}
	live    context.Context // of the present log
	stop    func()
	match   int // counts logs: messages about an older one are stale
	ticks   int // counts tick chains: only the newest goes on
	clock   time.Time
	busy    bool   // n or N is under way
	noMouse bool   // mouse is the terminal's
	noticed string // notice whose time runs
	notices int    // counts them: only the newest one's end counts

	want   int    // round to open at, while the match has not come so far
	digit  int    // last pressed
	asking bool   // a round is being typed
	typed  string // so far
	drag   dragKind
	dragAt [2]int
	outs   [sim.Seats]bool // that PauseOnOut has seen
}

// New makes the program's model.
func New(opts Options) *Model {
	m := &Model{opts: opts, ctx: opts.Context, profile: opts.Profile}
	if m.ctx == nil {
		m.ctx = context.Background()
	}
	if opts.View != nil {
		m.view = *opts.View
	} else {
		m.view = NewView(max(opts.W, 1), max(opts.H, 1), m.shown(theme.For(opts.Palette, opts.Profile)))
		m.view.Play = playback.New(opts.Speed)
		m.view.NoSpoilers = opts.NoSpoilers
	}
	m.open(opts.Log, opts.History)
	switch {
	case opts.View != nil:
	case opts.Live:
		m.view.Play = m.view.Play.Follow()
	case opts.Round > 0 || opts.Paused:
		m.want = opts.Round
		m.reach()
	}
	m.view.Notice = m.drawer.note()
	m.settle()
	return m
}

// shown is a palette as the terminal shows it.
func (m *Model) shown(p *theme.Palette) *theme.Palette {
	if m.opts.ASCII {
		return p.Plain()
	}
	return p
}

// reach goes to the round that the watcher asked to open at, or as near as the
// match has come.
func (m *Model) reach() {
	p := m.view.Play.Go(m.want)
	if !m.opts.Paused {
		p.Mode = playback.Playing
	}
	m.view.Play = p
	if p.Round == m.want || p.Over {
		m.want = 0
	}
}

// open starts watching a log.
func (m *Model) open(l *log.Log, h *timeline.History) {
	if m.stop != nil {
		m.stop()
	}
	m.match++
	m.drawer = NewDrawer(l, h)
	ch, unwatch := l.Watch()
	ctx, cancel := context.WithCancel(m.ctx)
	m.watch, m.live = ch, ctx
	m.stop = func() {
		cancel()
		unwatch()
	}
	m.outs = [sim.Seats]bool{}
	m.grow()
}

// grow takes in how far the log has come.
func (m *Model) grow() {
	l := m.drawer.log
	over, _ := l.Over()
	m.view.Play = m.view.Play.Grow(l.Edge(), l.Rounds(), over)
}

// Looking returns what the watcher looks at.
func (m *Model) Looking() View { return m.view }

// Close ends the watching of the log.
func (m *Model) Close() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

type (
	grownMsg struct{ match int }
	tickMsg  struct {
		chain int
		now   time.Time
	}
	playedMsg struct {
		log *log.Log
		err error
	}
	noticedMsg struct{ notice int }
	wroteMsg   struct {
		path string
		err  error
	}
)

// Init starts the clock and the watching.
func (m *Model) Init() tea.Cmd { return tea.Batch(m.await(), m.tick(), m.fade()) }

// await returns when the log has changed. A log that is over may still learn
// more of its rounds.
func (m *Model) await() tea.Cmd {
	ch, match, ctx := m.watch, m.match, m.live
	return func() tea.Msg {
		select {
		case <-ch:
			return grownMsg{match}
		case <-ctx.Done():
			return nil
		}
	}
}

// tick starts a new chain of ticks, if time matters.
func (m *Model) tick() tea.Cmd {
	m.ticks++
	m.clock = time.Now()
	return m.nextTick()
}

func (m *Model) nextTick() tea.Cmd {
	if m.view.Play.Mode != playback.Playing || m.idleAtEdge() {
		return nil
	}
	chain := m.ticks
	return tea.Tick(m.view.Play.Wait(), func(now time.Time) tea.Msg { return tickMsg{chain, now} })
}

// idleAtEdge reports whether playing waits for the match to go on: growth
// starts the clock again.
func (m *Model) idleAtEdge() bool {
	p := m.view.Play
	return !p.Back && !p.Over && p.Round >= p.Edge
}

// Update takes in one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	m.settle()
	if end := m.fade(); end != nil {
		cmd = tea.Batch(cmd, end)
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		if msg.Width > 0 && msg.Height > 0 {
			m.view.W, m.view.H = screen.Clamp(msg.Width, msg.Height)
		}
	case tea.ColorProfileMsg:
		// With a sink the terminal is not Bubble Tea's, which then guesses.
		if p := theme.Detected(msg.Profile); p != m.profile && m.opts.Sink == nil {
			m.profile = p
			m.view.Palette = m.shown(theme.For(m.opts.Palette, p))
		}
	case tea.KeyPressMsg:
		m.want = 0
		return m.press(msg)
	case tea.MouseMsg:
		m.want = 0
		return m.mouse(msg)
	case tickMsg:
		if msg.chain != m.ticks {
			return nil
		}
		m.move(m.view.Play.Tick(msg.now.Sub(m.clock)))
		m.clock = msg.now
		m.pauseOnOut()
		return m.nextTick()
	case grownMsg:
		return m.grown(msg)
	case playedMsg:
		return m.played(msg)
	case noticedMsg:
		if msg.notice == m.notices {
			m.view.Notice, m.noticed = "", ""
		}
	case wroteMsg:
		m.notice(msg.path, msg.err, "written to ")
	}
	return nil
}

func (m *Model) grown(msg grownMsg) tea.Cmd {
	if msg.match != m.match {
		return nil
	}
	waiting := m.idleAtEdge()
	was := m.view.Play.Round
	m.grow()
	if m.want > 0 {
		m.reach()
	}
	if m.view.Play.Round != was {
		m.view.Event = -1
	}
	m.pauseOnOut()
	if waiting && m.view.Play.Mode == playback.Playing {
		return tea.Batch(m.await(), m.tick())
	}
	return m.await()
}

func (m *Model) played(msg playedMsg) tea.Cmd {
	m.busy = false
	if msg.err != nil {
		m.view.Notice = msg.err.Error()
		return nil
	}
	v := &m.view
	v.Notice, v.Event, v.Follow, v.Seen, v.NoBanner = "", -1, -1, 0, false
	v.Play = v.Play.Go(0)
	m.open(msg.log, nil)
	v.Play.Mode = playback.Playing
	if m.opts.Paused {
		v.Play.Mode = playback.Paused
	}
	return tea.Batch(m.await(), m.tick())
}

// move changes the clock; an event that was stopped at belongs to its round.
func (m *Model) move(p playback.State) {
	if p.Round != m.view.Play.Round {
		m.view.Event = -1
	}
	m.view.Play = p
}

// settle makes the view sensible after a change.
func (m *Model) settle() {
	if m.opts.Watchers != nil {
		m.view.Watchers = m.opts.Watchers()
	}
	if u := m.drawer.unit(m.view.Follow); u != nil && m.view.Inspect {
		m.view.Cursor = u.At
	}
	m.drawer.Settle(&m.view)
	if u := m.drawer.unit(m.view.Follow); u != nil && m.view.Inspect && u.On {
		m.view.Cursor = u.At
	}
	m.view.Prompt = ""
	if m.asking {
		m.view.Prompt = "go to round (0 to " + strconv.Itoa(m.view.Play.Last) + "): " + m.typed
	}
}

// Screen draws the view into the model's grid and returns it, valid until the
// next call.
func (m *Model) Screen() *screen.Grid {
	m.drawer.Draw(&m.grid, &m.view)
	return &m.grid
}

// View draws the screen.
func (m *Model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "game-tui: " + m.drawer.meta.Game.Title()}
	if m.opts.Sink != nil {
		m.opts.Sink(m.Screen())
		return v
	}
	v.Content = m.content()
	if !m.noMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// drawnKey is all that a screen depends on: what is looked at, and how much is
// known of the match.
type drawnKey struct {
	view  View
	match int
	edge  int
	over  bool
	first *sim.Turn // replaced when more becomes known of the rounds
}

const drawnMost = 48

// content is the screen as text. View runs after every message, and scrubbing
// comes back to rounds: a screen that was drawn lately is not drawn again.
func (m *Model) content() string {
	l := m.drawer.log
	over, _ := l.Over()
	key := drawnKey{m.view, m.match, l.Edge(), over, l.Turn(0)}
	if s, ok := m.drawn[key]; ok {
		return s
	}
	if len(m.drawn) >= drawnMost || m.drawn == nil {
		m.drawn = make(map[drawnKey]string, drawnMost)
	}
	m.text = m.Screen().AppendText(m.text[:0])
	s := string(m.text)
	m.drawn[key] = s
	return s
}
