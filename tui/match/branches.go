package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/index"
)

// MaxBranches is how many branches of a match are kept for a visitor.
const MaxBranches = 8

// KeptBranch is a branch of a match, or the match itself, as it is listed.
type KeptBranch struct {
	Name   string // given by hand; empty: none
	Change string // what is other in it
	Worth  string // one line; empty for the match itself
	From   int    // the number of what it was played on from; the match itself is 0
}

// title is what it is called.
func (b *KeptBranch) title() string { return cmp.Or(b.Name, b.Change) }

// MaxBranchName is how many characters the name of a branch has at most.
const MaxBranchName = 40

// Played is a branch that has just been played on.
type Played struct {
	Record *record.Record
	Round  int    // from which it was played on
	Change string // what is other in it, in a few words
	Worth  string // what that is worth, one line
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
		b.matches, b.list = []*Match{from}, []KeptBranch{{Change: "the match itself"}}
	}
	beside, err := from.Beside(p.Record)
	if err != nil {
		return 0, err
	}
	b.matches = append(b.matches, beside)
	b.list = append(b.list, KeptBranch{Change: p.Change, Worth: p.Worth, From: max(b.Find(from.Record), 0)})
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
	return n, cmp.Or(b.list[n].Worth, b.list[n].title())
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

// TakeNames takes over the names that a watcher has given.
func (b *Branches) TakeNames(s *State) {
	if s.branches != nil && len(s.branches.list) == len(b.list) {
		for n := range b.list {
			b.list[n].Name = s.branches.list[n].Name
		}
	}
}

// Noted is a record with a note that holds the names of the branch and of those on the way
// to it; the record itself where none is named.
func (b *Branches) Noted(rec *record.Record) *record.Record {
	n := b.Find(rec)
	if n <= 0 {
		return rec
	}
	meta := *rec.Meta()
	meta.Note = b.note(n)
	if name := b.list[n].Name; name != "" {
		meta.Note, meta.Heading = chance.Named(meta.Note, name), "branch: "+name
	}
	if was := rec.Meta(); meta.Note == was.Note && meta.Heading == was.Heading {
		return rec
	}
	return rec.With(meta)
}

// note is that of a branch with the names of those on the way to it.
func (b *Branches) note(n int) string {
	note, from := b.Record(n).Meta().Note, b.list[n].From
	if from == 0 {
		return note
	}
	begin := b.note(from)
	if name := b.list[from].Name; name != "" {
		begin = chance.NamedOnTheWay(begin, name)
	}
	return begin + strings.TrimPrefix(note, b.Record(from).Meta().Note)
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

// branchInFront reports whether the match in front is a branch: beside one stands what it
// was played on from, which may be the match itself.
func (u *update) branchInFront() bool {
	b := u.s.branches
	return inBranch(&u.s) && (!u.s.opts.pair || u.v.match.second || b.list[b.at].From > 0)
}

// chain is the name of a branch and what is other in it; of a branch of a branch behind
// those between it and the match itself.
func (b *branches) chain(n int) string {
	words := b.list[n].Change
	if name := b.list[n].Name; name != "" {
		words = name + ": " + words
	}
	for range b.list {
		if n = b.list[n].From; n == 0 {
			break
		}
		words = b.list[n].title() + ", then " + words
	}
	return words
}
