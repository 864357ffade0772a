// Package final shows a grand final: the bracket, the standings, and the matches of a heat side by
// side. A heat is a set of matches played at the same time. A [Show] plays the final for all
// viewers at the same round; a [View] is what one viewer sees.
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
	"game-tui/sim/league/playoff"
	"game-tui/sim/record"
	"game-tui/tui/draw/board"
	"game-tui/tui/plain"
	"game-tui/tui/replay/highlight"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

// A Final provides the matches and results of a grand final.
type Final interface {
	// View calls read with the current state, which does not change until read returns.
	View(read func(*playoff.Final))
	// Load returns the record of match n, which must have a result. The record contains the
	// finalists' names.
	Load(ctx context.Context, n int) (*record.Record, error)
}

type Options struct {
	Title string   // name of the folder that contains the final
	Names []string // names of all finalists
	Speed float64  // playback speed in rounds per second; 0 means the normal speed
}

// A Show plays a final for all viewers at the same round. It is safe for concurrent use.
type Show struct {
	record.Notifier
	final   Final
	opts    Options
	current atomic.Pointer[Moment]
	skins   board.SkinCache

	mu          sync.Mutex // guards the fields below
	heatIndex   int
	play        playback.State
	sinceEnd    time.Duration
	loadedHeats map[int]*heat
}

type heat struct {
	boards    []*shownMatch
	frame     sim.Frame // first frame of the first board; gives the size of all boards
	loadError string    // why the matches cannot be shown, or ""
}

// A Moment is the immutable state of a show at a point in time.
type Moment struct {
	Options
	HeatIndex, MatchesPerGroup int
	Play                       playback.State
	*heat                           // heat that is being shown, or nil until its matches are loaded
	IsOver                     bool // whether the whole final has been shown
	allResults, seenResults    bracket
	order                      []int // indices of the boards, most eventful first
}

type bracket struct {
	heatCount int
	tables    [playoff.LastGroup + 1][]playoff.FinalRow
}

const (
	heatPause      = 6 * time.Second // pause after each heat, except the last one of the semifinals
	semifinalPause = 15 * time.Second
	checkInterval  = 100 * time.Millisecond // longest interval between checks for new commands and results
)

// NewShow returns a show. Call Run to play it.
func NewShow(f Final, o Options) *Show {
	s := &Show{final: f, opts: o, play: playback.New(o.Speed), loadedHeats: map[int]*heat{}}
	s.play.Mode = playback.Playing
	s.current.Store(&Moment{})
	s.startHeat(0)
	s.publish()
	return s
}

func (s *Show) Moment() *Moment { return s.current.Load() }

func (s *Show) startHeat(i int) {
	mode := s.play.Mode
	s.heatIndex, s.sinceEnd = i, 0
	s.play = s.play.WithEnd(0, 0, false).GoTo(0)
	s.play.Mode = mode
	for n := range s.loadedHeats {
		if n != i && n != i+1 {
			delete(s.loadedHeats, n)
		}
	}
}

// Run plays the show until ctx is cancelled.
func (s *Show) Run(ctx context.Context) {
	var loads sync.WaitGroup
	defer loads.Wait()
	done, loading, last := make(chan struct{}, 1), false, time.Now()
	for {
		if n := s.nextHeat(); n >= 0 && !loading {
			loading = true
			loads.Go(func() {
				s.load(ctx, n)
				done <- struct{}{}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-done:
			loading = false
		case <-time.After(min(s.Moment().Play.TimeToNextRound(), checkInterval)):
		}
		now := time.Now()
		s.advance(now.Sub(last))
		last = now
	}
}

func (s *Show) nextHeat() int {
	known := 0
	s.final.View(func(f *playoff.Final) { known = f.CompleteHeats() })
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := s.heatIndex; n < min(s.heatIndex+2, known); n++ {
		if s.loadedHeats[n] == nil {
			return n
		}
	}
	return -1
}

func (s *Show) load(ctx context.Context, n int) {
	h, list := &heat{}, []playoff.FinalMatch(nil)
	s.final.View(func(f *playoff.Final) {
		for from, to := f.HeatMatches(n); from < to; from++ {
			m, _ := f.Match(from)
			list = append(list, m)
		}
	})
	for _, m := range list {
		rec, err := s.final.Load(ctx, m.N)
		if err != nil {
			h.loadError = err.Error()
			break
		}
		h.boards = append(h.boards, newShownMatch(m, rec))
	}
	if h.loadError == "" {
		h.boards[0].Record.State(0).FillFrame(&h.frame)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loadedHeats[n] = h
}

func (s *Show) advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.loadedHeats[s.heatIndex]
	if h != nil {
		s.play = s.play.WithEnd(h.lastRound(), h.lastRound(), true)
		was := s.play
		s.play = s.play.Tick(d)
		if s.play.HasEnded() && was.Mode == playback.Playing {
			s.play.Mode = was.Mode // Playback must not pause here, or the next heat would not start.
			if was.HasEnded() {
				s.sinceEnd += d
			}
		}
		pause, heats := heatPause, 0
		s.final.View(func(f *playoff.Final) { heats = f.Heats() })
		if 2*(s.heatIndex+1) == heats {
			pause = semifinalPause
		}
		if s.sinceEnd >= pause && s.heatIndex+1 < heats {
			s.startHeat(s.heatIndex + 1)
		}
	}
	s.publish()
}

// lastRound returns the last round of the heat's longest match.
func (h *heat) lastRound() (last int) {
	for _, b := range h.boards {
		last = max(last, b.Record.Edge())
	}
	return last
}

func (s *Show) publish() {
	m := &Moment{Options: s.opts, HeatIndex: s.heatIndex, Play: s.play, heat: s.loadedHeats[s.heatIndex]}
	before := s.current.Load()
	s.final.View(func(f *playoff.Final) {
		m.MatchesPerGroup = f.MatchesPerGroup
		m.IsOver = m.heatEnded() && m.HeatIndex == f.Heats()-1
		seen := m.HeatIndex
		if m.heatEnded() {
			seen++
		}
		m.allResults, m.seenResults = before.allResults.afterHeats(f, f.CompleteHeats()), before.seenResults.afterHeats(f, min(seen, f.CompleteHeats()))
	})
	if m.heat != nil && m.loadError == "" {
		m.order = m.heat.rankBoards(m.Play.Round)
	}
	play, oldPlay := m.Play, before.Play
	if m.HeatIndex == before.HeatIndex && m.heat == before.heat && m.allResults.heatCount == before.allResults.heatCount && m.MatchesPerGroup == before.MatchesPerGroup &&
		play.Round == oldPlay.Round && play.Mode == oldPlay.Mode && play.Speed() == oldPlay.Speed() {
		return
	}
	s.current.Store(m)
	s.Notify()
}

func (m *Moment) heatEnded() bool { return m.heat != nil && m.Play.HasEnded() }

func (b bracket) afterHeats(f *playoff.Final, heatCount int) bracket {
	if heatCount == b.heatCount && b.tables[0] != nil {
		return b
	}
	b.heatCount = heatCount
	for g := range b.tables {
		b.tables[g] = f.Table(g, heatCount)
	}
	return b
}

func (h *heat) rankBoards(k int) []int {
	var list []int
	for i := range h.boards {
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(h.boards[j].eventfulness(k), h.boards[i].eventfulness(k)) })
	return list
}

func (s *Show) Steer(steering ui.SteerAction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch steering {
	case ui.SteerPlay:
		if s.play.Mode = playback.Paused; s.current.Load().Play.Mode == playback.Paused {
			s.play.Mode = playback.Playing
		}
	case ui.SteerFaster:
		s.play = s.play.ChangeSpeed(1)
	case ui.SteerSlower:
		s.play = s.play.ChangeSpeed(-1)
	case ui.SteerNext:
		known := 0
		s.final.View(func(f *playoff.Final) { known = min(f.CompleteHeats(), f.Heats()-1) })
		s.startHeat(min(s.heatIndex+1, known))
	case ui.SteerBack: // After round 20, first go back to the start of this heat.
		if s.play.Round > 20 {
			s.startHeat(s.heatIndex)
		} else {
			s.startHeat(max(s.heatIndex-1, 0))
		}
	}
	s.publish()
}

// MatchName returns the name of match n in the same form as in tournaments, such as t3-0.
func MatchName(n int) string { return fmt.Sprintf("t%d-0", n) }

type shownMatch struct {
	*page.Data
	match    playoff.FinalMatch
	weights  []float64 // cumulative weights of the events, indexed by round
	comments []comment
}

type comment struct {
	round int
	at    sim.Pos16 // cell of the event, or sim.NoPos
	kind  uint8
	unit  int32
	text  string
}

const (
	eventfulRounds  = 15 // number of rounds whose events determine a board's rank
	minSwingDivisor = 20 // a gain gets a comment only if it is at least 1/20 of the highest final score
	minRepeatGap    = 40 // minimum number of rounds between comments on events of the same kind and unit
	minCommentGap   = 4  // minimum number of rounds between comments, except on large gains and players who go out
)

func newShownMatch(m playoff.FinalMatch, rec *record.Record) *shownMatch {
	s := &shownMatch{Data: page.NewData(rec), match: m}
	if words := rec.Meta().Heading; words != "" {
		s.comments = append(s.comments, comment{at: sim.NoPos, unit: sim.NoUnit, text: words})
	}
	swings := map[int]string{}
	scores := rec.State(rec.Edge()).Scores()
	for _, large := range s.Swings.UpTo(rec.Edge()) {
		if large.Gain*minSwingDivisor < slices.Max(scores[:]) {
			continue
		}
		swings[large.Round] = fmt.Sprintf("%s gains %d: %s", s.Names[large.Seat], large.Gain, s.SwingReason(large))
	}
	sum, lines := 0.0, plain.NewLineFormatter(rec, plain.LineOptions{Seat: -1, Kinds: plain.KindLead | plain.KindOuts | plain.KindMarked})
	for k := range rec.Edge() + 1 {
		sum += highlight.Weight(rec, k)
		s.weights = append(s.weights, sum)
		s.addComment(k, swings[k], lines)
	}
	return s
}

// addComment adds a comment on round k: on the given swing, or else on the most important event, if
// any. In the last round, it names the leader. It skips events with the same kind and unit as a
// recent comment.
func (s *shownMatch) addComment(k int, swing string, writer *plain.LineFormatter) {
	c := comment{round: k, at: sim.NoPos, unit: sim.NoUnit, text: swing}
	last, rows := -minCommentGap, s.Index.Rows()
	if n := len(s.comments); n > 0 {
		last = s.comments[n-1].round
	}
	lines := slices.DeleteFunc(writer.Lines(k), func(l plain.Line) bool {
		return l.Row >= 0 && slices.ContainsFunc(s.comments, func(c comment) bool {
			row := rows.At(l.Row)
			return k-c.round < minRepeatGap && c.kind == row.Kind && c.unit == row.Unit && c.unit != sim.NoUnit
		})
	})
	plain.SortByImportance(lines)
	switch {
	case k == s.Record.Edge():
		c.text = writer.Leader(k)
	case len(lines) == 0 && swing == "", swing == "" && lines[0].Row >= 0 && k-last < minCommentGap:
		return
	case swing == "":
		c.text = lines[0].Text
	}
	if len(lines) > 0 && lines[0].Row >= 0 {
		row := rows.At(lines[0].Row)
		c.at, c.kind, c.unit = row.At, row.Kind, row.Unit
	}
	s.comments = append(s.comments, c)
}

func (s *shownMatch) eventfulness(k int) float64 {
	weightUntil := func(k int) float64 { return s.weights[min(max(k, 0), len(s.weights)-1)] }
	from := k / eventfulRounds * eventfulRounds
	return weightUntil(from+eventfulRounds) - weightUntil(from)
}

func (s *shownMatch) commentsUntil(k int) []comment {
	n, _ := slices.BinarySearchFunc(s.comments, k+1, func(c comment, k int) int { return cmp.Compare(c.round, k) })
	return s.comments[:n]
}
