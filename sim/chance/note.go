package chance

import (
	"fmt"
	"strings"
)

// branchOf begins the note of every branch.
const branchOf = "branch of "

// Note says in one line where a branch came from and what is other in it. Of a branch of a
// branch it tells the whole way.
func (w *WhatIf) Note(source string) string {
	words := w.changes()
	if words == "" {
		words = "nothing else changed"
	}
	words = fmt.Sprintf("from round %d: %s", w.Round, words)
	note := w.Match.Note
	if name, rest, ok := nameIn(note); ok {
		note = NamedOnTheWay(rest, name)
	}
	if strings.HasPrefix(note, branchOf) {
		return note + "; then " + words
	}
	if source == "" {
		source = fmt.Sprintf("seed %d", w.Match.Seed)
	}
	return branchOf + source + " " + words
}

// Named is the note of a branch that was given a name. A branch of it keeps the name on its
// way, see Note.
func Named(note, name string) string { return quoted(name) + ", " + note }

// NamedOnTheWay is how the note of a branch of a branch begins that was given a name.
func NamedOnTheWay(note, name string) string { return note + " (" + quoted(name) + ")" }

// nameIn takes what Named makes apart: the name, which has no quotation mark, and the note.
func nameIn(named string) (name, note string, ok bool) {
	name, note, ok = strings.Cut(strings.TrimPrefix(named, `"`), `", `)
	return name, note, ok && named[0] == '"' && strings.HasPrefix(note, branchOf)
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, "'") + `"` }

// Name says in a few words what is other in a branch.
func (w *WhatIf) Name() string {
	words := w.changes()
	if words == "" {
		words = "other dice"
	}
	return fmt.Sprintf("%s from %d", words, w.Round)
}

// changes are what is other but the dice.
func (w *WhatIf) changes() string {
	var parts []string
	for seat := range w.Match.Names {
		switch {
		case w.Mute[seat]:
			parts = append(parts, w.Match.NameOf(seat)+" muted")
		case w.Replace[seat] != nil:
			parts = append(parts, w.Replace[seat].Name+" plays for "+w.Match.NameOf(seat))
		}
	}
	for _, o := range w.Orders {
		parts = append(parts, fmt.Sprintf("unit %d %s", o.Unit, w.Match.Game.AppendOrderText(nil, o)))
	}
	for _, id := range w.Idle {
		parts = append(parts, fmt.Sprintf("unit %d gets no order", id))
	}
	return strings.Join(parts, ", ")
}
