// Package location describes which part of a match a viewer is looking at. A [Place] is a round and
// a [View] of the board. An [Address] names a match and a place in it on command lines:
//
//	match.res@120           round 120
//	match.res@120:67        unit 67 in round 120
//	match.res@88:voldemort  a neutral unit, by name
//
// The extension .res or .res.gz may be omitted.
package location

import (
	"cmp"
	"slices"

	"game-tui/sim"
	"game-tui/tui/draw/board"
)

// A Place is a round and a view of the board. The zero value is the start of the match with the
// whole board visible.
type Place struct {
	Round int
	View
}

func AtRound(round int) Place { return Place{Round: round} }

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

// A View describes the visible part of the board. The zero value follows the action.
type View struct {
	Zoom    board.Zoom
	Near    bool // zoom in until signs are readable
	Free    bool // whether the viewer moved the viewport
	Inspect bool

	Top, Left int
	Cursor    sim.Pos
	Follow    Ref
	Event     Ref // event at which navigation stopped
}

// Shared returns the view without its zoom and unused positions, to compare viewers' screens.
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

type Ref int32

func RefTo(i int) Ref { return Ref(i + 1) }

func (r Ref) Index() int { return int(r) - 1 }

func (r Ref) IsZero() bool { return r == 0 }

// A Bookmark is a named place in a match. Names are unique.
type Bookmark struct {
	Name  string
	Place Place
}

const (
	MaxBookmarks    = 100
	MaxBookmarkName = 40
)

// AddBookmark returns the list with b added, sorted by round. It replaces a bookmark of the same
// name. It returns false if the list is full.
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
