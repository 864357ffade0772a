package ui

import (
	"cmp"
	"slices"
)

// A KeyContext is a set of situations in which a key is valid.
type KeyContext uint32

// The contexts before FirstViewContext exist in all views. A program is in one context at a time.
const (
	InText KeyContext = 1 << iota
	InHelp
	InPrompt
	InList
	InSearch // context while the viewer types a search and sees its results
	InTyping
	FirstViewContext // first context defined by a view; the next is FirstViewContext << 1

	allContexts = ^KeyContext(0)
)

// TypingContexts is the set of contexts in which unbound keys edit text.
const TypingContexts = InPrompt | InSearch | InTyping

type Binding struct {
	ID         string
	Keys       []string // values of Key.Name; a binding without keys appears only in help
	Label      string
	Help       string
	Contexts   KeyContext
	Footer     Footer
	Capability Capability
	ShowIf     func(*Program) bool // reports whether help shows the key; nil means always
	action     func(*Update)
}

type Footer struct {
	Rank        int    // priority of the key, starting at 1 for the highest; 0 hides the key
	Label       string // "" means the label shown in help
	Word        string
	CurrentWord func(*Program) string // returns the word to show; nil means Word
	ShowIf      func(*Program) bool   // reports whether the footer shows the key; nil means always
}

type Section struct {
	Title string
	Keys  []Binding
}

// A KeyTable holds all keys of a view and its pages. If two bindings of a key are valid in a
// context, the one that is not valid in the view's first context wins.
type KeyTable struct {
	Sections []Section

	viewContexts    KeyContext
	firstContext    KeyContext
	bindings        []*Binding
	overlapContexts KeyContext
	footerBindings  map[KeyContext][]*Binding
}

// NewKeyTable returns a key table with the given sections. The set viewContexts holds the view's
// own contexts; the view opens in the lowest. On pages with a context in overlapContexts, help also
// lists the view's keys.
func NewKeyTable(viewContexts, overlapContexts KeyContext, sections ...Section) *KeyTable {
	t := &KeyTable{Sections: sections, viewContexts: viewContexts, firstContext: viewContexts & -viewContexts, overlapContexts: overlapContexts, footerBindings: map[KeyContext][]*Binding{}}
	for _, s := range sections {
		for i := range s.Keys {
			t.bindings = append(t.bindings, &s.Keys[i])
		}
	}
	for in := KeyContext(1); in != 0; in <<= 1 {
		list := slices.DeleteFunc(slices.Clone(t.bindings), func(b *Binding) bool { return b.Footer.Rank == 0 || b.Contexts&in == 0 })
		slices.SortStableFunc(list, func(a, b *Binding) int {
			return cmp.Or(cmp.Compare(t.rank(a, in), t.rank(b, in)), cmp.Compare(a.Footer.Rank, b.Footer.Rank))
		})
		t.footerBindings[in] = list
	}
	return t
}

func Bind(id, label, help string, contexts KeyContext, action func(*Update), keys ...string) Binding {
	return Binding{ID: id, Keys: keys, Label: label, Help: help, Contexts: contexts, action: action}
}

// Requiring returns a copy of b that is hidden if the shell lacks capability k.
func (b Binding) Requiring(k Capability) Binding {
	b.Capability = k
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

func (b Binding) WithCondition(f func(*Program) bool) Binding {
	b.ShowIf = f
	return b.WithFooterCondition(f)
}

func (b Binding) WithFooterCondition(f func(*Program) bool) Binding {
	b.Footer.ShowIf = f
	return b
}

func (t *KeyTable) Label(id string) string {
	b := t.Binding(id)
	for i := slices.Index(t.bindings, b); b.Label == "" && i > 0; i-- {
		b = t.bindings[i-1]
	}
	return b.Label
}

func (t *KeyTable) Has(id string) bool {
	return slices.ContainsFunc(t.bindings, func(b *Binding) bool { return b.ID == id })
}

func (t *KeyTable) Binding(id string) *Binding {
	for _, b := range t.bindings {
		if b.ID == id {
			return b
		}
	}
	panic("no key has the id " + id)
}

func (t *KeyTable) bindingForKey(name string, context KeyContext) (found *Binding) {
	for _, b := range t.bindings {
		if b.Contexts&context != 0 && slices.Contains(b.Keys, name) && (found == nil || b.Contexts&t.firstContext == 0) {
			found = b
		}
	}
	return found
}

// rank returns 0 for the keys of a page and 1 for other keys, which help lists later.
func (t *KeyTable) rank(b *Binding, context KeyContext) int {
	if context&t.overlapContexts != 0 && b.Contexts&context != 0 && b.Contexts&t.firstContext == 0 {
		return 0
	}
	return 1
}

var sharedKeys func() *KeyTable

func KeyLabel(id string) string { return sharedKeys().Label(id) }
