package source

import (
	"context"
	"slices"
	"time"

	"game-tui/sim/record"
)

// enrichFile finds out what a recording does not say, unless it has been done.
// The file is read again for that, so that no text is kept while others are waited
// for.
func (f *Folder) enrichFile(ctx context.Context, n *file, rec *record.Record) {
	f.mu.Lock()
	rich := n.rich
	f.mu.Unlock()
	if rich {
		return
	}
	text, err := f.load(n.path)
	if err != nil {
		return // it is shown as it is
	}
	f.enrich(ctx, text, rec)
	f.mu.Lock()
	n.rich = ctx.Err() == nil
	f.mu.Unlock()
}

func (f *Folder) take(n *file) *record.Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n.record == nil {
		return nil
	}
	n.used = time.Now()
	n.open++
	return n.record
}

// keep takes over a record that was read, and returns the one to be shown: somebody
// may have been faster.
func (f *Folder) keep(n *file, rec *record.Record, size int64) *record.Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	n.used = time.Now()
	n.open++
	if n.record == nil {
		n.record, n.rich, n.text = rec, false, size
	}
	return n.record
}

func (f *Folder) release(n *file) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n.open--
	f.evict()
}

// evict forgets records that nobody watches, the longest unused first, until the
// rest fits.
func (f *Folder) evict() {
	var kept int64
	var idle []*file
	for _, n := range f.files {
		if n.record != nil && n.open == 0 {
			idle = append(idle, n)
			kept += n.text
		}
	}
	slices.SortFunc(idle, func(a, b *file) int { return a.used.Compare(b.used) })
	for _, n := range idle {
		if kept <= maxKept {
			return
		}
		kept -= n.text
		n.record = nil
	}
}
