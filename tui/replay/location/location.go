// Package location describes where a viewer looks in a match. A [Place] is a round and a [View] of
// the board; viewers bookmark places. An [Address] names a match and a place in it on command
// lines:
//
//	match.res               the match
//	match.res@120           its round 120
//	match.res@120:67        unit 67 in round 120
//	match.res@88:voldemort  a unit without a player, by name
//
// The extension .res or .res.gz may be omitted.
package location

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/tui/draw/board"
)

// A Place is where a viewer looks. The zero value is the start of the match with the whole board.
type Place struct {
	Round int
	View
}

func AtRound(round int) Place { return Place{Round: round} }

// AtUnit returns a round (negative means 0) zoomed in on a unit, or on none for sim.NoUnit.
func AtUnit(round int, unit int32) Place {
	to := AtRound(max(round, 0))
	if unit != sim.NoUnit {
		to.Follow, to.Near = RefTo(int(unit)), true
	}
	return to
}

func (p Place) InRound(round int) Place {
	if round != p.Round {
		p.Event = 0
	}
	p.Round = round
	return p
}

// A View is the visible part of the board. The zero value follows the action.
type View struct {
	Zoom    board.Zoom // Auto shows the whole board
	Near    bool       // with Auto: zoom in until signs are visible
	Free    bool       // moved by the viewer; does not follow the action
	Inspect bool

	Top, Left int
	Cursor    sim.Pos
	Follow    Ref
	Event     Ref // event of this round that navigation stopped at
}

// Shared returns the view without the zoom and unused positions, for comparing what viewers see.
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

// A Ref is an optional id or index. The zero value refers to nothing.
type Ref int32

// RefTo returns a Ref to i. RefTo(-1) refers to nothing.
func RefTo(i int) Ref { return Ref(i + 1) }

func (r Ref) Index() int { return int(r) - 1 }

func (r Ref) IsZero() bool { return r == 0 }

// A Bookmark is a named place. Names are unique.
type Bookmark struct {
	Name  string
	Place Place
}

const (
	MaxBookmarks    = 100
	MaxBookmarkName = 40
)

// AddBookmark returns the list with a bookmark added in order of rounds. It replaces a bookmark of
// the same name. OK is false if the list is full.
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

func RemoveBookmark(list []Bookmark, name string) []Bookmark {
	return slices.DeleteFunc(slices.Clone(list), func(b Bookmark) bool { return b.Name == name })
}
