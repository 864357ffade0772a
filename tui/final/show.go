// Package final shows a grand final: its bracket, how everybody stands, and the matches of a heat beside each
// other. A Show holds what all watchers share, and the round that all of them see; a View is what one of them
// looks at.
package final

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"game-tui/sim"
	"game-tui/sim/playoff"
	"game-tui/sim/record"
	"game-tui/tui/board"
	"game-tui/tui/highlight"
	"game-tui/tui/match/page"
	"game-tui/tui/playback"
	"game-tui/tui/text"
	"game-tui/tui/ui"
)

// Final is what is shown.
type Final interface {
	// View shows how it stands. It does not change meanwhile.
	View(look func(*playoff.Final))
	// Load reads match n, which has a result. Its players are called as the finalists are.
	Load(ctx context.Context, n int) (*record.Record, error)
}

// Options say how a final is shown.
type Options struct {
	Title string   // of the final: its folder
	Names []string // of the finalists
	Speed float64  // rounds a second; 0: the normal ones
}

// Show is a final and where it is: one for all watchers. It may be used by many goroutines.
type Show struct {
	record.Watchers
	final Final
	opts  Options
	now   atomic.Pointer[Moment]
	wake  chan struct{}
	looks board.Palettes

	mu     sync.Mutex // guards what follows
	heat   int
	play   playback.State
	rest   time.Duration // how long the end of the heat has been shown
	loaded map[int]*heat
}

// heat is what is shown at the same time.
type heat struct {
	n      int
	boards []*shown
	frame  sim.Frame // of the first board: all have its size
	fault  string    // why they cannot be shown
}

// Moment is what is shown at a time. It is immutable.
type Moment struct {
	Options
	Heat, Matches int
	Play          playback.State
	*heat              // nil: it is not there yet
	Over          bool // the whole final was shown
	all, seen     bracket
	order         []int // places of boards: first where most happens
}

// bracket are the tables of the groups, when so many heats are known.
type bracket struct {
	heats  int
	tables [playoff.Last + 1][]playoff.Stand
}

// How long the end of a heat stays, and that of the semifinals.
const (
	pause     = 6 * time.Second
	longPause = 15 * time.Second
)

// NewShow is the show of a final, at its beginning. Run plays it.
func NewShow(f Final, o Options) *Show {
	s := &Show{final: f, opts: o, wake: make(chan struct{}, 1), play: playback.New(o.Speed), loaded: map[int]*heat{}}
	s.play.Mode = playback.Playing
	s.now.Store(&Moment{})
	s.begin(0)
	s.publish()
	return s
}

// Now is what is shown.
func (s *Show) Now() *Moment { return s.now.Load() }

func (s *Show) begin(heat int) {
	mode := s.play.Mode
	s.heat, s.rest = heat, 0
	s.play = s.play.Grow(0, 0, false).Go(0)
	s.play.Mode = mode
	for n := range s.loaded {
		if n != heat && n != heat+1 {
			delete(s.loaded, n)
		}
	}
}

// Run plays the show until ctx ends.
func (s *Show) Run(ctx context.Context) {
	var loads sync.WaitGroup
	defer loads.Wait()
	done, loading, last := make(chan *heat, 1), false, time.Now()
	for {
		if n := s.missing(); n >= 0 && !loading {
			loading = true
			loads.Go(func() { done <- s.load(ctx, n) })
		}
		select {
		case <-ctx.Done():
			return
		case h := <-done:
			loading = false
			s.take(h)
		case <-s.wake:
		case <-time.After(min(s.Now().Play.Wait(), time.Second)): // by which more may be known
		}
		now := time.Now()
		s.pass(now.Sub(last))
		last = now
	}
}

// missing is the heat that is to be read next; -1: none is.
func (s *Show) missing() int {
	known := 0
	s.final.View(func(f *playoff.Final) { known = f.Known() })
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := s.heat; n < min(s.heat+2, known); n++ {
		if s.loaded[n] == nil {
			return n
		}
	}
	return -1
}

// load reads a heat that is known.
func (s *Show) load(ctx context.Context, n int) *heat {
	h, list := &heat{n: n}, []playoff.FinalMatch(nil)
	s.final.View(func(f *playoff.Final) {
		for from, to := f.Heat(n); from < to; from++ {
			m, _ := f.Match(from)
			list = append(list, m)
		}
	})
	for _, m := range list {
		rec, err := s.final.Load(ctx, m.N)
		if err != nil {
			h.fault = err.Error()
			break
		}
		h.boards = append(h.boards, newShown(m, rec))
	}
	if h.fault == "" {
		h.boards[0].Record.State(0).Fill(&h.frame)
	}
	return h
}

func (s *Show) take(h *heat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded[h.n] = h
}

func (s *Show) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.loaded[s.heat]
	if h != nil {
		s.play = s.play.Grow(h.last(), h.last(), true)
		was := s.play
		s.play = s.play.Tick(d)
		if s.play.Ended() && was.Mode == playback.Playing {
			s.play.Mode = was.Mode // it is held there, and not paused
			if was.Ended() {
				s.rest += d
			}
		}
		if stay := s.stay(); s.rest >= stay && s.heat+1 < s.heats() {
			s.begin(s.heat + 1)
		}
	}
	s.publish()
}

// last is the last round of the longest match of a heat.
func (h *heat) last() (last int) {
	for _, b := range h.boards {
		last = max(last, b.Record.Edge())
	}
	return last
}

// rounds is how many rounds the matches of a heat have by their rules, 0 if it was not read yet.
func (h *heat) rounds() (rounds int) {
	if h == nil {
		return 0
	}
	for _, b := range h.boards {
		rounds = max(rounds, b.Record.Rounds())
	}
	return rounds
}

func (s *Show) heats() (n int) {
	s.final.View(func(f *playoff.Final) { n = f.Heats() })
	return n
}

// stay is how long the end of the heat is shown.
func (s *Show) stay() time.Duration {
	if 2*(s.heat+1) == s.heats() {
		return longPause
	}
	return pause
}

func (s *Show) publish() {
	m := &Moment{Options: s.opts, Heat: s.heat, Play: s.play, heat: s.loaded[s.heat]}
	before := s.now.Load()
	s.final.View(func(f *playoff.Final) {
		m.Matches = f.Matches
		m.Over = m.shown() && m.Heat == f.Heats()-1
		seen := m.Heat
		if m.shown() {
			seen++
		}
		m.all, m.seen = before.all.at(f, f.Known()), before.seen.at(f, min(seen, f.Known()))
	})
	if m.heat != nil {
		m.order = m.heat.order(m.Play.Round)
		if m.fault != "" {
			m.order = nil
		}
	}
	if same(m, before) {
		return
	}
	s.now.Store(m)
	s.Grown()
}

func same(a, b *Moment) bool {
	return a.Heat == b.Heat && a.heat == b.heat && a.Play.Round == b.Play.Round && a.Play.Mode == b.Play.Mode && a.Play.Speed() == b.Play.Speed() &&
		a.all.heats == b.all.heats && a.Matches == b.Matches
}

// shown reports whether the heat has come to its end.
func (m *Moment) shown() bool { return m.heat != nil && m.Play.Ended() }

// at is the bracket when so many heats are known.
func (b bracket) at(f *playoff.Final, heats int) bracket {
	if heats == b.heats && b.tables[0] != nil {
		return b
	}
	b.heats = heats
	for g := range b.tables {
		b.tables[g] = f.Table(g, heats)
	}
	return b
}

// order are the places of the boards in a round: first where most happens now and soon, of equal ones the first.
func (h *heat) order(k int) []int {
	var list []int
	for i := range h.boards {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(h.boards[j].happens(k), h.boards[i].happens(k)) })
	return list
}

// Steer does what the owner of the show wants.
func (s *Show) Steer(by ui.Steering) {
	s.mu.Lock()
	switch by {
	case ui.SteerPlay:
		if s.play.Mode = playback.Paused; s.now.Load().Play.Mode == playback.Paused {
			s.play.Mode = playback.Playing
		}
	case ui.SteerFaster:
		s.play = s.play.Faster()
	case ui.SteerSlower:
		s.play = s.play.Slower()
	case ui.SteerNext:
		known := 0
		s.final.View(func(f *playoff.Final) { known = min(f.Known(), f.Heats()-1) })
		s.begin(min(s.heat+1, known))
	case ui.SteerBack: // first to the beginning of this heat
		if s.play.Round > 20 {
			s.begin(s.heat)
		} else {
			s.begin(max(s.heat-1, 0))
		}
	}
	s.publish()
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Name is how a match of a final is called where matches are named: as those of tournaments are.
func Name(n int) string { return fmt.Sprintf("t%d-0", n) }

type shown struct {
	*page.Data
	match   playoff.FinalMatch
	weights []float64 // of all that happens until each round
	said    []comment // in their order
}

// comment is a line of what happens in a match.
type comment struct {
	round int
	at    sim.Pos16 // sim.NoPos: nowhere
	kind  uint8     // of the event, and who did it
	unit  int32
	text  string
}

const (
	stays = 15 // rounds for which a match stays where most happens
	swing = 20 // what part of the winner's points a round must give a player to be told
	again = 40 // rounds for which a unit is not said to do the same
	quiet = 4  // rounds from a line to the next one, but for what matters most
)

// newShown reads all that is shown of a match.
func newShown(m playoff.FinalMatch, rec *record.Record) *shown {
	s := &shown{Data: page.NewData(rec), match: m}
	if words := rec.Meta().Heading; words != "" {
		s.said = append(s.said, comment{at: sim.NoPos, unit: sim.NoUnit, text: words})
	}
	swings := map[int]string{}
	scores := rec.State(rec.Edge()).Scores()
	for _, large := range s.Swings.Until(rec.Edge()) {
		if large.Gain*swing < slices.Max(scores[:]) {
			continue
		}
		swings[large.Round] = fmt.Sprintf("%s gains %d: %s", s.Names[large.Seat], large.Gain, s.Reason(large))
	}
	sum, plain := 0.0, text.NewPlain(rec, text.Telling{Seat: -1, Only: text.Lead | text.Outs | text.Marked})
	for k := range rec.Edge() + 1 {
		sum += highlight.Weight(rec, k)
		s.weights = append(s.weights, sum)
		s.comment(k, swings[k], plain)
	}
	return s
}

// comment says what matters most of what led to a round, and does not say again at once what the same unit does.
func (s *shown) comment(k int, swing string, plain *text.Plain) {
	c := comment{round: k, at: sim.NoPos, unit: sim.NoUnit, text: swing}
	last, rows := -quiet, s.Index.Rows()
	if n := len(s.said); n > 0 {
		last = s.said[n-1].round
	}
	lines := slices.DeleteFunc(plain.Lines(k), func(l text.Line) bool {
		return l.Row >= 0 && slices.ContainsFunc(s.said, func(c comment) bool {
			row := rows.At(l.Row)
			return k-c.round < again && c.kind == row.Kind && c.unit == row.Unit && c.unit != sim.NoUnit
		})
	})
	text.ByWeight(lines)
	switch {
	case k == s.Record.Edge():
		c.text = plain.Leader(k)
	case len(lines) == 0 && swing == "", swing == "" && lines[0].Row >= 0 && k-last < quiet:
		return
	case swing == "":
		c.text = lines[0].Text
	}
	if len(lines) > 0 && lines[0].Row >= 0 {
		row := rows.At(lines[0].Row)
		c.at, c.kind, c.unit = row.At, row.Kind, row.Unit
	}
	s.said = append(s.said, c)
}

// happens is how much happens in the rounds around k for which matches keep their places.
func (s *shown) happens(k int) float64 {
	until := func(k int) float64 { return s.weights[min(max(k, 0), len(s.weights)-1)] }
	from := k / stays * stays
	return until(from+stays) - until(from)
}

// until are the comments until a round.
func (s *shown) until(k int) []comment {
	n, _ := slices.BinarySearchFunc(s.said, k+1, func(c comment, k int) int { return cmp.Compare(c.round, k) })
	return s.said[:n]
}
