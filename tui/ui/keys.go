package ui

import (
	"cmp"
	"slices"
)

// A KeyContext is a set of situations in which a key is valid.
type KeyContext uint32

// The contexts before Own exist in all views. A program is in one context at a time.
const (
	InText KeyContext = 1 << iota
	InHelp
	InPrompt
	InList
	InSearch // context while the viewer types a search and sees its results
	InTyping
	Own // first context defined by a view; the next is Own << 1

	anywhere = ^KeyContext(0)
)

// Typing is the set of contexts in which unbound keys edit text.
const Typing = InPrompt | InSearch | InTyping

type Binding struct {
	ID     string
	Keys   []string // values of Key.Name; a binding without keys appears only in help
	Label  string
	Help   string
	In     KeyContext
	Footer Footer
	Needs  Capability
	ShowIf func(*Program) bool // reports whether help shows the key; nil means always
	do     func(*Update)
}

type Footer struct {
	Rank        int    // priority of the key, starting at 1 for the highest; 0 hides the key
	Label       string // "" means the label shown in help
	Word        string
	CurrentWord func(*Program) string // returns the word to show; nil means Word
	When        func(*Program) bool   // reports whether the footer shows the key; nil means always
}

type Section struct {
	Title string
	Keys  []Binding
}

// A KeyTable holds all keys of a view and its pages. If two bindings of a key are valid in a
// context, the one that is not valid in the view's first context wins.
type KeyTable struct {
	Sections []Section

	view    KeyContext
	first   KeyContext
	all     []*Binding
	overlap KeyContext
	footers map[KeyContext][]*Binding
}

// NewKeyTable returns a key table with the given sections. The set view holds the view's own
// contexts; the view opens in the lowest. On pages with a context in overlap, help also lists the
// view's keys.
func NewKeyTable(view, overlap KeyContext, sections ...Section) *KeyTable {
	t := &KeyTable{Sections: sections, view: view, first: view & -view, overlap: overlap, footers: map[KeyContext][]*Binding{}}
	for _, s := range sections {
		for i := range s.Keys {
			t.all = append(t.all, &s.Keys[i])
		}
	}
	for in := KeyContext(1); in != 0; in <<= 1 {
		list := slices.DeleteFunc(slices.Clone(t.all), func(b *Binding) bool { return b.Footer.Rank == 0 || b.In&in == 0 })
		slices.SortStableFunc(list, func(a, b *Binding) int {
			return cmp.Or(cmp.Compare(t.rank(a, in), t.rank(b, in)), cmp.Compare(a.Footer.Rank, b.Footer.Rank))
		})
		t.footers[in] = list
	}
	return t
}

func Bind(id, show, help string, in KeyContext, do func(*Update), keys ...string) Binding {
	return Binding{ID: id, Keys: keys, Label: show, Help: help, In: in, do: do}
}

// Requiring returns a copy of b that is hidden if the shell lacks capability k.
func (b Binding) Requiring(k Capability) Binding {
	b.Needs = k
	return b
}

func (b Binding) InFooter(rank int, label, word string) Binding {
	b.Footer = Footer{Rank: rank, Label: label, Word: word}
	return b
}

func (b Binding) WithCurrentWord(f func(*Program) string) Binding {
	b.Footer.CurrentWord = f
	return b
}

func (b Binding) If(f func(*Program) bool) Binding {
	b.ShowIf = f
	return b.ShowWhen(f)
}

func (b Binding) ShowWhen(f func(*Program) bool) Binding {
	b.Footer.When = f
	return b
}

func (t *KeyTable) Name(id string) string {
	b := t.Binding(id)
	for i := slices.Index(t.all, b); b.Label == "" && i > 0; i-- {
		b = t.all[i-1]
	}
	return b.Label
}

func (t *KeyTable) Has(id string) bool {
	return slices.ContainsFunc(t.all, func(b *Binding) bool { return b.ID == id })
}

func (t *KeyTable) Binding(id string) *Binding {
	for _, b := range t.all {
		if b.ID == id {
			return b
		}
	}
	panic("no key has the id " + id)
}

func (t *KeyTable) binding(name string, in KeyContext) (found *Binding) {
	for _, b := range t.all {
		if b.In&in != 0 && slices.Contains(b.Keys, name) && (found == nil || b.In&t.first == 0) {
			found = b
		}
	}
	return found
}

// rank returns 0 for the keys of a page and 1 for other keys, which help lists later.
func (t *KeyTable) rank(b *Binding, in KeyContext) int {
	if in&t.overlap != 0 && b.In&in != 0 && b.In&t.first == 0 {
		return 0
	}
	return 1
}

var shared func() *KeyTable

func Name(id string) string { return shared().Name(id) }
