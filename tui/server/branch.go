package server

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"game-tui/sim/record"
	"game-tui/tui/compare"
	watch "game-tui/tui/match"
)

// What branches may take: they are kept in memory as long as their watcher stays with
// the match.
const (
	branchTime  = 30 * time.Second // how long playing one on may hold the queue
	branchBytes = 8 << 20          // one of them
	roomBytes   = 128 << 20        // those of all watchers
)

// Branching plays matches on for whoever asks what would have been.
type Branching struct {
	// Play plays a match on from a round with a change. It ends soon after ctx has, and may
	// then say of the worth what it knows so far.
	Play func(ctx context.Context, rec *record.Record, c watch.Change, progress func(string)) (watch.Played, error)
	// Players are a game's built-in players, who may take over seats.
	Players func(game string) []string
}

// plays reports whether matches are played on for visitors.
func (s *Server) plays() bool { return s.cfg.Branching != nil && s.cfg.Jobs > 0 }

// room bounds the memory of the branches of all watchers.
type room struct {
	mu    sync.Mutex
	taken int
}

func (r *room) take(bytes int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.taken+bytes > roomBytes {
		return false
	}
	r.taken += bytes
	return true
}

func (r *room) give(bytes int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken -= bytes
}

// branches are what a watcher has played on from its match.
type branches struct {
	watch.Branches
	bytes int // of the room
}

// inFront is the record that the watcher's keys are about: a branch, what stands beside it,
// or what all watch.
func (w *watcher) inFront() *record.Record { return w.match.InFront(&w.State).Record }

// inBranch reports whether a branch is in front and not what all watch.
func (w *watcher) inBranch() bool { return w.match != nil && w.branches.Find(w.inFront()) > 0 }

// origin is the record of the match that the watcher looks at, or from which it was
// played on.
func (w *watcher) origin() *record.Record {
	if w.match.Compared() {
		return w.branches.Record(0)
	}
	return w.match.Record
}

// keepBranches forgets the branches of a match that the watcher has left.
func (w *watcher) keepBranches() {
	if w.branches.Len() > 0 && (w.match == nil || w.branches.Find(w.match.Record) < 0) {
		w.forgetBranches()
	}
}

func (w *watcher) forgetBranches() {
	w.srv.room.give(w.branches.bytes)
	w.branches = branches{}
}

// onlyHere refuses what others would have to find.
const onlyHere = "a branch is in the memory of your session only: nobody else can open it"

// branch plays on what the watcher looks at, when it is its turn.
func (w *watcher) branch(e watch.Effect) {
	front, origin, from := w.match.InFront(&w.State), w.origin(), w.req.link.place
	w.request(e.ID, func(ctx context.Context) answer {
		b, err := w.srv.playOn(ctx, front.Record, e.Change, from, func(text string) { w.progress(ctx, e.ID, text) })
		return func(wanted bool) {
			switch {
			case err != nil && wanted:
				w.take(watch.Done{ID: e.ID, Err: err})
			case err != nil:
			case !wanted || w.match == nil || w.origin() != origin:
				w.srv.room.give(b.bytes)
			case !w.alone.taken && !w.takeAlone():
				w.srv.room.give(b.bytes)
				w.take(watch.Done{ID: e.ID, Err: errors.New(noPlace)})
			default:
				n, err := w.branches.Add(front, b.Played)
				if err != nil {
					w.srv.room.give(b.bytes)
					w.take(watch.Done{ID: e.ID, Err: err})
					return
				}
				w.branches.bytes += b.bytes
				w.switchTo(n, b.Round, b.Worth)
			}
		}
	})
}

// playedOn is a branch that was played on.
type playedOn struct {
	watch.Played
	bytes int // of the room
}

// playOn plays a match on in the queue, within its time and the room for it.
func (s *Server) playOn(ctx context.Context, rec *record.Record, c watch.Change, from netip.Prefix, progress func(string)) (b playedOn, err error) {
	if b.bytes = branchSize(rec, c.Round); b.bytes > branchBytes {
		return b, fmt.Errorf("there are too many rounds to play on here: %d", rec.Rounds()-c.Round)
	}
	if !s.room.take(b.bytes) {
		return b, errors.New("too many branches are kept for those who watch, try again later")
	}
	kept := false
	defer func() { // also where a player breaks
		if !kept {
			s.room.give(b.bytes)
		}
	}()
	err = s.hub.extras.of(from)(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, branchTime)
		defer cancel()
		var err error
		b.Played, err = s.cfg.Branching.Play(ctx, rec, c, progress)
		if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return errors.New("playing this on takes too long here: choose a later round")
		}
		return err
	})
	if err != nil {
		return b, err
	}
	kept = true
	return b, nil
}

// branchSize is about what a branch from a round takes in memory; it shares the rounds
// before with its match, with which it is compared.
func branchSize(rec *record.Record, round int) int {
	state := rec.State(round)
	if state == nil {
		return 0 // it is not played on
	}
	bytes := state.Bytes()
	if t := rec.Turn(max(round-1, 0)); t != nil {
		bytes += record.TurnBytes(t)
	}
	return bytes*max(rec.Rounds()-round, 0) + compare.RoundBytes*rec.Rounds()
}

// switchTo shows one of the branches beside what it was played on from, or the match itself
// alone, at a round; -1: at the place that was left there.
func (w *watcher) switchTo(n, round int, words string) {
	if !w.alone.taken && !w.takeAlone() {
		w.take(watch.Said{Text: noPlace})
		return
	}
	if w.gal != nil {
		w.leaveGallery()
		w.resize() // a gallery's window may be smaller
	}
	w.look(w.branches.Match(n))
	w.take(w.branches.Opened(n, round))
	w.take(watch.Said{Text: words})
}

// look puts a match in the place of the one that is looked at.
func (w *watcher) look(m *watch.Match) {
	w.match = m
	if w.alone.taken {
		w.alone.unwatch()
		w.alone.grown, w.alone.unwatch = m.Record.Watch(m.Others()...)
	}
}
