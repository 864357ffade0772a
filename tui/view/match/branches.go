package match

import (
	"slices"

	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/replay/branch"
	"game-tui/tui/view/match/page"
)

func (s *State) originalMatch() *Match {
	if s.branches != nil {
		return s.branches.matches[0]
	}
	return s.first
}

func (s *State) inBranch() bool { return s.branches != nil && s.branches.At > 0 }

// branchInFront reports whether the match in front is a branch. The other match of the comparison
// is the branch's parent, which may also be a branch.
func (s *State) branchInFront() bool {
	return s.inBranch() && (s.SecondFront || s.branches.List[s.branches.At].From > 0)
}

func (b *branches) find(rec *record.Record) int {
	return slices.IndexFunc(b.matches, func(m *Match) bool {
		if m.otherMatch != nil {
			m = m.otherMatch
		}
		return m.Record == rec
	})
}

// add returns the branches with p added, which continues the match from. If b is nil, from is the
// original match.
func (b *branches) add(from *Match, p branch.Played) (*branches, error) {
	beside, err := from.compareWith(p.Record)
	if err != nil {
		return nil, err
	}
	if b == nil {
		b = &branches{matches: []*Match{from}, places: make([]branchPlace, 1)}
		b.List = []page.Branch{{Change: "the match itself"}}
	}
	q := &branches{matches: append(slices.Clip(b.matches), beside), places: append(slices.Clip(b.places), branchPlace{})}
	q.Branches = page.Branches{At: b.At, List: append(slices.Clip(b.List), page.Branch{Change: p.Change, Worth: p.Value, From: max(b.find(from.Record), 0)})}
	return q, nil
}

// recordWithName returns the record of a branch with the branch's name in its note and heading.
// Other records are returned unchanged.
func (b *branches) recordWithName(rec *record.Record) *record.Record {
	if b == nil {
		return rec
	}
	n := b.find(rec)
	if n <= 0 || b.List[n].Name == "" {
		return rec
	}
	meta, name := *rec.Meta(), b.List[n].Name
	meta.Note, meta.Heading = winchance.NoteWithName(meta.Note, name), "branch: "+name
	return rec.WithMeta(meta)
}

func (s *State) showMatch(m *Match, b *branches) {
	s.first, s.ofMatch = m, ofMatch{branches: b}
	s.SecondFront = m.pair != nil
	s.Event, s.Follow, s.NoEnd = 0, 0, false
	s.Play = s.Play.GoTo(0)
	s.Play.Backwards = false
	s.grow()
}

// enterBranch shows branch n next to its parent, or the match itself if n is 0. It pauses at round.
// If round is -1, it returns to the place where the viewer left.
func (s *State) enterBranch(n, round int) {
	b := *s.branches
	b.places = slices.Clone(b.places)
	l := &b.places[b.At]
	l.place, l.seen, l.way, l.filter, l.outs = s.place(), max(l.seen, s.Seen), s.way, s.filter, s.outsSeen
	l.marks = s.bookmarkLists[0]
	if s.first.pair != nil {
		from := &b.places[b.List[b.At].From]
		from.seen, from.marks, l.marks = max(from.seen, s.Seen), s.bookmarkLists[0], s.bookmarkLists[1]
	}

	b.At, l = n, &b.places[n]
	s.showMatch(b.matches[n], &b)
	s.Seen, s.way, s.filter, s.outsSeen, s.bookmarkLists[0] = l.seen, l.way, l.filter, l.outs, l.marks
	if s.first.pair != nil { // show only rounds that the viewer saw in both matches
		from := &b.places[b.List[n].From]
		s.Seen, s.bookmarkLists = min(from.seen, l.seen), marks{from.marks, l.marks}
	}
	if round < 0 {
		round, s.View = l.place.Round, l.place.View
	}
	s.Play = s.Play.GoTo(round)
}
