package match

import (
	"slices"
	"strings"

	"game-tui/sim/clean"
)

// Where is a set of places in which a key counts.
type Where uint32

// The places. A state is in one of them at a time.
const (
	InMatch   Where = 1 << iota // nothing lies over the match
	InInspect                   // the same, with the cursor on the board
	InRound                     // a page about the round
	InHelp
	InPrompt // something is being typed
	InLobby
	InList   // a list over the match
	InSearch // what to look for is being typed, and what was found can be chosen
	InMenu   // a menu over the match
	InIndex  // the index of the match
	InOrders // orders are typed that a branch begins with
	InWhatIf // the list of what could be other, and of branches

	overMatch = InMatch | InInspect | InRound | InList | InMenu | InIndex | InWhatIf
	pagesOver = overMatch &^ (InMatch | InInspect)
	typing    = InPrompt | InSearch | InOrders
	anywhere  = overMatch | InHelp | InLobby | typing
)

// Binding is one entry of the table of keys.
type Binding struct {
	ID   string
	Keys []string // as Key.Name has them
	Show string   // the keys as help shows them
	Help string   // what it does
	In   Where    // where it counts
	Foot Foot
	Asks Kind              // what it asks of the shell: help leaves out what that cannot do
	Only func(*State) bool // help names it there only; nil: everywhere
	do   func(*update)
}

// Foot is how a binding stands in the footer; the zero value: not at all.
type Foot struct {
	Rank int    // the most needed first, from 1
	Show string // empty: as in help; neighbours are named together
	Word string
	When func(*State) bool // nil: always
}

// Section is a part of the table, as help shows it.
type Section struct {
	Title string
	Keys  []Binding
}

// Keys is the table of keys: handler, help and footer read it, so they cannot
// disagree. Where a key stands twice for one place, the binding counts that has no
// meaning in the match.
var Keys []Section

func init() { // the actions read the table, too
	Keys = table()
	for in := Where(1); in&anywhere != 0; in <<= 1 {
		footers[in] = footer(in)
	}
}

func bind(id, show, help string, in Where, do func(*update), keys ...string) Binding {
	return Binding{ID: id, Keys: keys, Show: show, Help: help, In: in, do: do}
}

// ask is a key that asks the shell for something and does nothing else.
func ask(id, show, help string, in Where, k Kind, keys ...string) Binding {
	return bind(id, show, help, in, func(u *update) { u.ask(k, "") }, keys...).asks(k)
}

func (b Binding) asks(k Kind) Binding {
	b.Asks = k
	return b
}

func (b Binding) foot(rank int, show, word string) Binding {
	b.Foot = Foot{Rank: rank, Show: show, Word: word}
	return b
}

// only makes help and footer name a key where it does something.
func (b Binding) only(f func(*State) bool) Binding {
	b.Only = f
	return b.when(f)
}

// when restricts the footer's naming of a key to states in which it is of use.
func (b Binding) when(f func(*State) bool) Binding {
	b.Foot.When = f
	return b
}

// Name is what help calls the key of a binding: texts take it from here.
func Name(id string) string { return bindingOf(id).Show }

// binding is the entry of a key in a place, or nil.
func binding(name string, in Where) *Binding {
	var found *Binding
	for i := range Keys {
		for k := range Keys[i].Keys {
			b := &Keys[i].Keys[k]
			if b.In&in != 0 && slices.Contains(b.Keys, name) && (found == nil || b.In&InMatch == 0) {
				found = b
			}
		}
	}
	return found
}

// own reports whether a key is a page's own: it means something there, and nothing in the
// match below.
func (b *Binding) own(in Where) bool { return in&pagesOver != 0 && b.In&in != 0 && b.In&InMatch == 0 }

// behind is 0 for a page's own keys, and 1 for the others, which come behind them.
func (b *Binding) behind(in Where) int {
	if b.own(in) {
		return 0
	}
	return 1
}

// bindingOf is the entry with an id, which exists.
func bindingOf(id string) *Binding {
	for i := range Keys {
		for k := range Keys[i].Keys {
			if b := &Keys[i].Keys[k]; b.ID == id {
				return b
			}
		}
	}
	panic("no key has the id " + id)
}

// where is the place that the next key goes to.
func (s *State) where() Where {
	switch p := s.top(); {
	case p != nil:
		return p.where()
	case s.Inspect:
		return InInspect
	}
	return InMatch
}

// press takes in a key. What no binding is for is typed, where something is.
func (u *update) press(k Key) {
	s := &u.s
	s.Notice = ""
	if s.kept != [2]*bookmarks{} {
		s.marks, s.kept = s.kept, [2]*bookmarks{}
	}
	in := s.where()
	if b := binding(k.Name, in); b != nil {
		u.key = k
		b.do(u)
		return
	}
	switch p, ok := s.top().(typed); {
	case in&typing == 0:
		u.say("no such key here, " + Name("help") + " shows all")
	case ok && k.Text != "":
		s.put(p.edited(p.input().Typed(k.Text)))
	}
}

// looking is when nothing is inspected: the footer names other keys there.
func looking(s *State) bool { return !s.Inspect }

// maxPaste bounds the bytes that are taken of a paste: more than any prompt holds.
const maxPaste = 256

// paste types a text, where something is being typed.
func (u *update) paste(text string) {
	s := &u.s
	s.Notice = ""
	if s.where()&typing == 0 {
		u.say("nothing is being typed here")
		return
	}
	if p, ok := s.top().(typed); ok {
		s.put(p.edited(p.input().Typed(strings.TrimSpace(clean.Line(text[:min(len(text), maxPaste)])))))
	}
}
