package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
)

// branches are a match and what was played on from its rounds, as a watcher has them: the
// match itself is number 0. They never change; nil: there are none.
type branches struct {
	list []branch
	at   int // which is watched
}

// branch is a branch of a match, or the match itself.
type branch struct {
	name   string // given by hand; empty: none
	change string // what is other in it
	worth  string // one line; empty for the match itself
	from   int    // the number of what it was played on from
	match  *Match // the match itself alone, a branch beside what it was played on from, of which it is B

	visited // what a watcher has left behind in it
	place   viewpoint.Place
	marks   *[]viewpoint.Bookmark
}

// title is what a branch is called.
func (b *branch) title() string { return cmp.Or(b.name, b.change) }

// origin is the match that was opened: that which all branches go back to.
func (s *State) origin() *Match {
	if s.branches != nil {
		return s.branches.list[0].match
	}
	return s.match
}

// inBranch reports whether a branch is watched.
func (s *State) inBranch() bool { return s.branches != nil && s.branches.at > 0 }

// branchInFront reports whether the match in front is a branch: beside one stands what it
// was played on from, which may be the match itself.
func (s *State) branchInFront() bool {
	return s.inBranch() && (s.SecondFront || s.branches.list[s.branches.at].from > 0)
}

// record is that of a branch, or of the match itself.
func (b *branches) record(n int) *record.Record { return b.list[n].match.last().Record }

// find is the number of a record among them; -1: it is none of them.
func (b *branches) find(rec *record.Record) int {
	return slices.IndexFunc(b.list, func(b branch) bool { return b.match.last().Record == rec })
}

// with are the branches with another one, which was played on from the match, or from a
// branch; with the first one they are that match and the branch.
func (b *branches) with(from *Match, p ui.Played) (*branches, error) {
	beside, err := from.beside(p.Record)
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = &branches{list: []branch{{change: "the match itself", match: from}}}
	}
	played := branch{change: p.Change, worth: p.Worth, from: max(b.find(from.Record), 0), match: beside}
	return &branches{append(slices.Clip(b.list), played), b.at}, nil
}

// named are the branches with another name for one of them.
func (b *branches) named(n int, name string) *branches {
	list := slices.Clone(b.list)
	list[n].name = name
	return &branches{list, b.at}
}

// noted is a record with a note that holds the names of the branch and of those on the way
// to it; the record itself where none is named.
func (b *branches) noted(rec *record.Record) *record.Record {
	if b == nil {
		return rec
	}
	n := b.find(rec)
	if n <= 0 {
		return rec
	}
	meta := *rec.Meta()
	meta.Note = b.note(n)
	if name := b.list[n].name; name != "" {
		meta.Note, meta.Heading = chance.Named(meta.Note, name), "branch: "+name
	}
	if was := rec.Meta(); meta.Note == was.Note && meta.Heading == was.Heading {
		return rec
	}
	return rec.With(meta)
}

// note is that of a branch with the names of those on the way to it.
func (b *branches) note(n int) string {
	note, from := b.record(n).Meta().Note, b.list[n].from
	if from == 0 {
		return note
	}
	begin := b.note(from)
	if name := b.list[from].name; name != "" {
		begin = chance.NamedOnTheWay(begin, name)
	}
	return begin + strings.TrimPrefix(note, b.record(from).Meta().Note)
}

// leave keeps what is left behind in the branch that is watched.
func (s *State) leave() {
	b := &branches{slices.Clone(s.branches.list), s.branches.at}
	left := &b.list[b.at]
	seen := max(left.Seen, s.Seen)
	left.place, left.visited, left.marks = s.here(), s.visited, s.marks[0]
	left.Seen = seen
	if s.match.pair != nil {
		from := &b.list[left.from]
		from.Seen, from.marks, left.marks = max(from.Seen, s.Seen), s.marks[0], s.marks[1]
	}
	s.branches = b
}

// resume takes up what was left behind in the branch that is watched now.
func (s *State) resume() {
	left := &s.branches.list[s.branches.at]
	s.visited, s.marks[0] = left.visited, left.marks
	if s.match.pair != nil { // neither shows what lies ahead in the other one
		from := &s.branches.list[left.from]
		s.Seen, s.marks = min(from.Seen, left.Seen), marks{from.marks, left.marks}
	}
}

// replaced shows another match in place of the one before, of which only branches stay.
func (s *State) replaced(m *Match, b *branches) {
	s.match, s.ofMatch = m, ofMatch{branches: b}
	s.SecondFront = m.pair != nil
	s.Event, s.Follow, s.NoBanner = 0, 0, false
	s.Play = s.Play.Go(0)
	s.Play.Back = false
	s.grow()
}

// enter shows a branch beside what it was played on from, or the match itself alone, still,
// at a round; -1: at the place that was left there.
func (s *State) enter(n, round int) {
	s.leave()
	b := &branches{s.branches.list, n}
	s.replaced(b.list[n].match, b)
	s.resume()
	if place := b.list[n].place; round < 0 {
		round, s.View = place.Round, place.View
	}
	s.Play = s.Play.Go(round)
}

// playOn asks for a branch, and closes the pages that led there.
func (u *update) playOn(c ui.Change, words string) {
	if b := u.s.branches; b != nil && len(b.list) > u.s.opts.MostBranches {
		u.Notify(fmt.Sprintf("there are %d branches, and no more are kept", u.s.opts.MostBranches))
		return
	}
	if u.Request(ui.Branch{Record: u.v.Record, Change: c}, "playing on: "+words+"…") {
		u.s.from = u.v.Match
		u.ClosePages()
	}
}

// played shows a branch that has been asked for.
func (u *update) played(p ui.Played) {
	from := u.s.from
	if u.s.from = nil; from == nil {
		return
	}
	b, err := u.s.branches.with(from, p)
	if err != nil {
		u.Notify(err.Error())
		return
	}
	u.s.branches = b
	u.enter(len(b.list)-1, p.Round)
}

// switchTo shows a branch where it was left; 0: the match itself.
func (u *update) switchTo(n int) {
	if u.Busy() {
		u.NotifyBusy()
		return
	}
	u.enter(n, -1)
}

// enter shows a branch, and says what it is worth.
func (u *update) enter(n, round int) {
	u.replace(func() { u.s.enter(n, round) })
	b := &u.s.branches.list[n]
	u.Notify(cmp.Or(b.worth, b.title()))
}

// nameBranch gives a branch a name; an empty one takes it away.
func (u *update) nameBranch(n int, name string) {
	u.s.branches = u.s.branches.named(n, name)
	u.Notify("named: " + u.s.branches.list[n].title())
}
