// Package location describes where a viewer looks in a match. A [Place] is a round and a [View] of
// the board. An [Address] names a match and a place in it on command lines:
//
//	match.res@120           round 120
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

// The zero Place is the start of the match with the whole board.
type Place struct {
	Round int
	View
}

func AtRound(round int) Place { return Place{Round: round} }

// AtUnit returns a round zoomed in on a unit, or on none for sim.NoUnit.
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
	Zoom    board.Zoom
	Near    bool // zoom in until signs are visible
	Free    bool // moved by the viewer
	Inspect bool

	Top, Left int
	Cursor    sim.Pos
	Follow    Ref
	Event     Ref // where navigation stopped
}

// Shared returns what other viewers see as well: the view without zoom and unused positions.
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

// AddBookmark returns the list with b added in order of rounds, in place of one of the same name.
// It returns false if the list is full.
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
