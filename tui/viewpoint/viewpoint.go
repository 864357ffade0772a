// Package viewpoint says where in a match somebody looks, and keeps such places as bookmarks.
package viewpoint

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/tui/board"
)

// Place is where in a match somebody looks: all that a way back, a bookmark or a name with a
// round and a unit keeps. The zero value is the start of the match, with the whole board in
// sight.
type Place struct {
	Round int
	View
}

// At is a round, with the whole board in sight.
func At(round int) Place { return Place{Round: round} }

// Of is a round, -1 for the first, in which a unit is followed, -1 for none: the board is
// near then, since nothing moves with it where all of the board shows.
func Of(round int, unit int32) Place {
	to := At(max(round, 0))
	if unit != sim.NoUnit {
		to.Follow, to.Near = RefTo(int(unit)), true
	}
	return to
}

// In is the same place in another round, to which no event has led yet.
func (p Place) In(round int) Place {
	if round != p.Round {
		p.Event = 0
	}
	p.Round = round
	return p
}

// View is where on the board somebody looks. The zero value goes with the action.
type View struct {
	Zoom    board.Zoom // Auto: the nearest that shows the whole board,
	Near    bool       // but one at least that shows signs
	Free    bool       // the watcher moved the viewport, it does not follow the action
	Inspect bool       // the cursor is shown, and what is known of its cell

	Top, Left int     // first cell of the viewport
	Cursor    sim.Pos // stays where it was while Inspect is off
	Follow    Ref     // the unit that the viewport follows
	Event     Ref     // the event that led to this round and was stopped at
}

// Aside is a view without what does not tell it from that of everybody: the zoom, and what is
// only kept for later.
func (v View) Aside() View {
	v.Zoom, v.Near = board.Auto, false
	if !v.Inspect {
		v.Cursor = sim.Pos{}
	}
	if !v.Free {
		v.Top, v.Left = 0, 0
	}
	return v
}

// Ref names one of the units by its id, or one of a list's elements by its index. The
// zero value names none.
type Ref int32

// RefTo names the one with an id or index; -1 is none, as sim.NoUnit is.
func RefTo(i int) Ref { return Ref(i + 1) }

// Index is the id or index, -1 for none.
func (r Ref) Index() int { return int(r) - 1 }

// None reports whether it names none.
func (r Ref) None() bool { return r == 0 }

// Bookmark is a place in a match under a name, which it has alone.
type Bookmark struct {
	Name  string
	Place Place
}

// Bounds of the bookmarks of a match.
const (
	MaxBookmarks    = 100
	MaxBookmarkName = 40 // characters
)

// Bookmarked is a list of bookmarks, in the order of rounds, with one more, or with it
// in place of the one of its name. ok is false where there is no room.
func Bookmarked(list []Bookmark, b Bookmark) (with []Bookmark, ok bool) {
	with = Unmarked(list, b.Name)
	if len(with) >= MaxBookmarks {
		return list, false
	}
	i, _ := slices.BinarySearchFunc(with, b, func(a, b Bookmark) int {
		return cmp.Or(cmp.Compare(a.Place.Round, b.Place.Round), cmp.Compare(a.Name, b.Name))
	})
	return slices.Insert(with, i, b), true
}

// Unmarked is a list of bookmarks without the one of a name.
func Unmarked(list []Bookmark, name string) []Bookmark {
	return slices.DeleteFunc(slices.Clone(list), func(b Bookmark) bool { return b.Name == name })
}
