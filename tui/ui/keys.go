package ui

import (
	"cmp"
	"slices"
)

// KeyContext is a set of contexts in which keys count: a view, a page, what is typed. Those of views begin at Own.
type KeyContext uint32

// The places that all views have. A program is in one place at a time.
const (
	InText   KeyContext = 1 << iota // a page that is read
	InHelp                          // all keys
	InPrompt                        // something is being typed
	InList                          // a list
	InSearch                        // what to look for is being typed, and what was found can be chosen
	InTyping                        // something is typed into a page that has keys of its own
	Own                             // the first of a view's own; others are Own << 1 and so on

	// anywhere is all places.
	anywhere = ^KeyContext(0)
)

// Typing are the places in which something is typed: keys without a binding are.
const Typing = InPrompt | InSearch | InTyping

// Binding is one entry of a table of keys.
type Binding struct {
	ID   string
	Keys []string   // as Key.Name has them; none: it is only shown in help
	Show string     // the keys as help shows them
	Help string     // what it does
	In   KeyContext // where it counts
	Foot Foot
	Asks Kind                // what it asks of the shell: help leaves out what that cannot do
	Only func(*Program) bool // help names it there only; nil: everywhere
	do   func(*Update)
}

// Foot is how a binding stands in the footer; the zero value: not at all.
type Foot struct {
	Rank int    // the most needed first, from 1
	Show string // empty: as in help; neighbours are named together
	Word string
	Now  func(*Program) string // the word at present; if nil, Word
	When func(*Program) bool   // nil: always
}

// Section is a part of a table, as help shows it.
type Section struct {
	Title string
	Keys  []Binding
}

// Table is all keys that count in a view and in the pages over it: handler, help and footer
// read it, so they cannot disagree. What all views have stands once, in this package. Where a
// key stands twice for one place, the binding counts that has no meaning where the view opens.
type Table struct {
	Sections []Section

	view    KeyContext // places of the view itself
	first   KeyContext // of these, the one in which it opens
	all     []*Binding
	over    KeyContext // places over it in which keys of the view count, too
	footers map[KeyContext][]*Binding
}

// NewTable is a table of sections. view are the places of the view itself, that in which it
// opens first, over those over it in which its keys count, too.
func NewTable(view, over KeyContext, sections ...Section) *Table {
	t := &Table{Sections: sections, view: view, first: view & -view, over: over, footers: map[KeyContext][]*Binding{}}
	for _, s := range sections {
		for i := range s.Keys {
			t.all = append(t.all, &s.Keys[i])
		}
	}
	for in := KeyContext(1); in != 0; in <<= 1 {
		t.footers[in] = t.footer(in)
	}
	return t
}

// Bind is a key that does something.
func Bind(id, show, help string, in KeyContext, do func(*Update), keys ...string) Binding {
	return Binding{ID: id, Keys: keys, Show: show, Help: help, In: in, do: do}
}

// Asking makes help and footer leave out a key for what the shell cannot do.
func (b Binding) Asking(k Kind) Binding {
	b.Asks = k
	return b
}

// Footed names a key in the footer.
func (b Binding) Footed(rank int, show, word string) Binding {
	b.Foot = Foot{Rank: rank, Show: show, Word: word}
	return b
}

// Saying makes the footer name what the key does at present.
func (b Binding) Saying(f func(*Program) string) Binding {
	b.Foot.Now = f
	return b
}

// If makes help and footer name a key where it does something.
func (b Binding) If(f func(*Program) bool) Binding {
	b.Only = f
	return b.When(f)
}

// When restricts the footer's naming of a key to programs in which it is of use.
func (b Binding) When(f func(*Program) bool) Binding {
	b.Foot.When = f
	return b
}

// Name is what help calls the key of a binding: texts take it from here. Where help names two keys
// together, both have that name.
func (t *Table) Name(id string) string {
	b := t.Binding(id)
	for i := slices.Index(t.all, b); b.Show == "" && i > 0; i-- {
		b = t.all[i-1]
	}
	return b.Show
}

// Has reports whether there is an entry with an id.
func (t *Table) Has(id string) bool {
	return slices.ContainsFunc(t.all, func(b *Binding) bool { return b.ID == id })
}

// Binding is the entry with an id, which exists.
func (t *Table) Binding(id string) *Binding {
	for _, b := range t.all {
		if b.ID == id {
			return b
		}
	}
	panic("no key has the id " + id)
}

// binding is the entry of a key in a place, or nil.
func (t *Table) binding(name string, in KeyContext) (found *Binding) {
	for _, b := range t.all {
		if b.In&in != 0 && slices.Contains(b.Keys, name) && (found == nil || b.In&t.first == 0) {
			found = b
		}
	}
	return found
}

// behind is 0 for a page's own keys, which mean something there and nothing in the view
// below, and 1 for the others, which come behind them.
func (t *Table) behind(b *Binding, in KeyContext) int {
	if in&t.over != 0 && b.In&in != 0 && b.In&t.first == 0 {
		return 0
	}
	return 1
}

// footer lists the bindings that the footer names in a place, the most needed first: of a
// page its own first.
func (t *Table) footer(in KeyContext) []*Binding {
	list := slices.DeleteFunc(slices.Clone(t.all), func(b *Binding) bool { return b.Foot.Rank == 0 || b.In&in == 0 })
	slices.SortStableFunc(list, func(a, b *Binding) int {
		return cmp.Or(cmp.Compare(t.behind(a, in), t.behind(b, in)), cmp.Compare(a.Foot.Rank, b.Foot.Rank))
	})
	return list
}

var shared func() *Table // for Name

// Name is what help calls the key of a binding that all views have.
func Name(id string) string { return shared().Name(id) }
