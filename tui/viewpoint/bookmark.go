package viewpoint

import (
	"cmp"
	"slices"
)

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
