package match

import (
	"slices"

	"game-tui/tui/ui"
)

// The contexts of pages that have keys of their own; orders are typed in ui.InTyping.
const (
	InIndex  ui.KeyContext = ui.Own << (8 + iota) // the index of the match
	InMenu                                        // the menu of overlays
	InWhatIf                                      // the list of what could be other, and of branches

	// overMatch are the pages over which keys of the match count, too.
	overMatch = ui.InText | ui.InList | InIndex | InMenu | InWhatIf
)

// look is the round that a watcher sees, loaded, and all that the panels show of it: what
// pages read. Where two matches are compared, all is about the one in front.
type look struct {
	*viewer
	*sight
}

// pageKey is all on which a page over a match depends but for the window.
type pageKey struct {
	State
	version    int // of the record
	noSpoilers bool
}

func keyOf(p *ui.Program) pageKey {
	s := stateOf(p)
	return pageKey{s, s.front().Record.Version(), p.NoSpoilers}
}

// anyKey is keyOf as lists and texts ask for it.
func anyKey(p *ui.Program, _ any) any { return keyOf(p) }

// anotherRound reports whether two keys are of different rounds.
func anotherRound(key, before any) bool {
	return key.(pageKey).Play.Round != before.(pageKey).Play.Round
}

// stateOf is the match below a page.
func stateOf(p *ui.Program) State { return p.View().(State) }

// read is what f makes of the match below a page.
func read[T any](p *ui.Program, f func(c *look) T) T {
	x := stateOf(p).on(p)
	v := x.lend()
	v.filled(&x)
	t := f(&look{v, &x})
	v.free()
	return t
}

// look is the match as a page sees it.
func (u *update) look() *look {
	u.v.filled(&u.s)
	return &look{u.v, &u.s}
}

// kind is a kind of pages: a ui.Text or a ui.Lister.
type kind interface {
	Open(u *ui.Update, about any)
	Is(p ui.Page) bool
}

// opens is what a key does that opens a page, in place of one of some other kinds, or closes
// it.
func opens(page kind, others ...kind) func(*ui.Update) {
	return func(u *ui.Update) {
		if slices.ContainsFunc(others, func(k kind) bool { return k.Is(u.Top()) }) {
			u.Pop()
		}
		page.Open(u, nil)
	}
}

// listKeys are the keys of lists and pages, as help shows them.
func listKeys() []ui.Binding {
	return ui.ListKeys(ui.ListContexts{Moved: InMenu, Scrolled: InIndex, Searched: InWhatIf, Chosen: InWhatIf},
		slices.Concat(menuKeys(), indexKeys(), whatIfKeys())...)
}
