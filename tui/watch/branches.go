package watch

import (
	"cmp"
	"slices"
	"strconv"

	"game-tui/sim/record"
	"game-tui/tui/index"
)

// MaxBranches is how many branches of a match are kept.
const MaxBranches = 8

// KeptBranch is a branch of a match, or the match itself, as it is listed.
type KeptBranch struct {
	Name  string // what is other in it
	Worth string // one line; empty for the match itself
	From  int    // the number of what it was played on from; the match itself is 0
}

// Played is a branch that has just been played on.
type Played struct {
	Record *record.Record
	Round  int // from which it was played on
	Name   string
	Worth  string
}

// Branches are a match and what was played on from its rounds, as a shell keeps them.
// The match itself is number 0. The zero value has none.
type Branches struct {
	matches []*Match // a branch with what it was played on from, of which it is B
	list    []KeptBranch
}

// Add adds a branch and returns its number. from is the match, or the branch, that it was
// played on from; with the first branch it is the match itself.
func (b *Branches) Add(from *Match, p Played) (int, error) {
	if b.matches == nil {
		b.matches, b.list = []*Match{from}, []KeptBranch{{Name: "the match itself"}}
	}
	beside, err := from.Beside(p.Record)
	if err != nil {
		return 0, err
	}
	b.matches = append(b.matches, beside)
	b.list = append(b.list, KeptBranch{p.Name, p.Worth, max(b.Find(from.Record), 0)})
	return len(b.list) - 1, nil
}

// Len is how many branches there are, without the match itself.
func (b *Branches) Len() int { return max(len(b.list)-1, 0) }

// At is the number of the branch that Switch asks for, or of the match itself, and what to
// say of it; -1: there is none.
func (b *Branches) At(arg string) (n int, words string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n >= len(b.list) {
		return -1, ""
	}
	return n, cmp.Or(b.list[n].Worth, b.list[n].Name)
}

// Match is what is watched of a branch: the match itself alone, a branch beside what it
// was played on from.
func (b *Branches) Match(n int) *Match { return b.matches[n] }

// Record is that of a branch, or of the match itself.
func (b *Branches) Record(n int) *record.Record {
	if m := b.matches[n]; m.pair != nil {
		return m.other.Record
	}
	return b.matches[n].Record
}

// Find is the number of a record among them; -1: it is none of them.
func (b *Branches) Find(rec *record.Record) int {
	for n := range b.matches {
		if b.Record(n) == rec {
			return n
		}
	}
	return -1
}

// Opened is the input that shows a branch, or the match itself, in a round; -1: at the
// place that was left there.
func (b *Branches) Opened(n, round int) Opened {
	return Opened{Paused: true, Round: round, Branches: slices.Clone(b.list), Branch: n}
}

// branches are the match and what was played on from its rounds, as a watcher sees them.
// They never change.
type branches struct {
	list []KeptBranch
	at   int    // which is watched
	left []left // of each
}

// left is what a watcher has left behind in a match.
type left struct {
	place  Place
	seen   int // last round
	way    *way
	filter *index.Filter
	marks  *bookmarks
	outs   uint8
}

// switched are the branches of a state to which another one is opened: what is left behind
// is kept.
func (s *State) switched(e Opened) *branches {
	if e.Branches == nil {
		return nil
	}
	b := &branches{list: e.Branches, at: e.Branch, left: make([]left, len(e.Branches))}
	at := 0
	if was := s.branches; was != nil {
		copy(b.left, was.left)
		at = was.at
	}
	l := &b.left[at]
	l.place, l.seen, l.way, l.filter, l.outs = s.Place(), max(l.seen, s.Seen), s.way, s.filter, s.outs
	l.marks = s.marks[0]
	if s.opts.pair {
		from := &b.left[b.list[at].From]
		from.seen, from.marks, l.marks = max(from.seen, s.Seen), s.marks[0], s.marks[1]
	}
	return b
}

// resume takes up what was left behind in the branch that is watched now.
func (s *State) resume() {
	b := s.branches
	l := &b.left[b.at]
	s.Seen, s.way, s.filter, s.outs, s.marks[0] = l.seen, l.way, l.filter, l.outs, l.marks
	if s.opts.pair { // what lies ahead in one of both is not told by the other one
		from := &b.left[b.list[b.at].From]
		s.Seen = min(from.seen, l.seen)
		s.marks = [2]*bookmarks{from.marks, l.marks}
	}
}

// inBranch reports whether a branch is watched.
func inBranch(s *State) bool { return s.branches != nil && s.branches.at > 0 }

// chain names a branch of a branch with those between it and the match itself.
func (b *branches) chain(n int) string {
	words := b.list[n].Name
	for range b.list {
		if n = b.list[n].From; n == 0 {
			break
		}
		words = b.list[n].Name + ", then " + words
	}
	return words
}
