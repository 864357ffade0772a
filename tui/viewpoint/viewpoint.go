// Package viewpoint describes where a viewer looks in a match, and bookmarks.
package viewpoint

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/tui/board"
)

// A Place is where a viewer looks: what navigation and bookmarks keep. The zero value is the start
// of the match with the whole board.
type Place struct {
	Round int
	View
}

// AtRound returns a round with the whole board.
func AtRound(round int) Place { return Place{Round: round} }

// AtUnit returns a round, or -1 for the first, with a unit to follow, or -1. Following zooms in.
func AtUnit(round int, unit int32) Place {
	to := AtRound(max(round, 0))
	if unit != sim.NoUnit {
		to.Follow, to.Near = RefTo(int(unit)), true
	}
	return to
}

// InRound returns the same place in another round, without an event.
func (p Place) InRound(round int) Place {
	if round != p.Round {
		p.Event = 0
	}
	p.Round = round
	return p
}

// A View is the visible part of the board. The zero value follows the action.
type View struct {
	Zoom    board.Zoom // Auto is the nearest zoom that shows the whole board,
	Near    bool       // but at least one that shows signs
	Free    bool       // moved by the viewer, does not follow the action
	Inspect bool       // the cursor and its cell are shown

	Top, Left int     // first visible cell
	Cursor    sim.Pos // kept while Inspect is off
	Follow    Ref     // unit to follow
	Event     Ref     // event of this round that navigation stopped at
}

// Shared returns the view without what does not affect sharing: the zoom, and what is kept for
// later.
func (v View) Shared() View {
	v.Zoom, v.Near = board.Auto, false
	if !v.Inspect {
		v.Cursor = sim.Pos{}
	}
	if !v.Free {
		v.Top, v.Left = 0, 0
	}
	return v
}

// A Ref is the id of a unit or the index of an element. The zero value refers to none.
type Ref int32

// RefTo returns a Ref; -1 refers to none.
func RefTo(i int) Ref { return Ref(i + 1) }

// Index returns the id or index, or -1.
func (r Ref) Index() int { return int(r) - 1 }

// IsZero reports whether r refers to none.
func (r Ref) IsZero() bool { return r == 0 }

// A Bookmark is a named place. Names are unique.
type Bookmark struct {
	Name  string
	Place Place
}

// Bounds of the bookmarks of a match.
const (
	MaxBookmarks    = 100
	MaxBookmarkName = 40 // characters
)

// AddBookmark returns a list of bookmarks, by round, with another one, which replaces one of the
// same name. OK is false if the list is full.
func AddBookmark(list []Bookmark, b Bookmark) (with []Bookmark, ok bool) {
	with = RemoveBookmark(list, b.Name)
	if len(with) >= MaxBookmarks {
		return list, false
	}
	i, _ := slices.BinarySearchFunc(with, b, func(a, b Bookmark) int {
		return cmp.Or(cmp.Compare(a.Place.Round, b.Place.Round), cmp.Compare(a.Name, b.Name))
	})
	return slices.Insert(with, i, b), true
}

// RemoveBookmark returns the list without the bookmark with this name.
func RemoveBookmark(list []Bookmark, name string) []Bookmark {
	return slices.DeleteFunc(slices.Clone(list), func(b Bookmark) bool { return b.Name == name })
}
