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
	switch name, way, ok := strings.Cut(w.Match.Note, ", "+branchOf); {
	case ok:
		return Way(branchOf+way, strings.Trim(name, `"`)) + "; then " + words
	case strings.HasPrefix(w.Match.Note, branchOf):
		return w.Match.Note + "; then " + words
	}
	if source == "" {
		source = fmt.Sprintf("seed %d", w.Match.Seed)
	}
	return branchOf + source + " " + words
}

// Named is the note of a branch that was given a name. A branch of it keeps the name on its
// way, see Note.
func Named(note, name string) string { return quoted(name) + ", " + note }

// Way is the note of a branch with a name in the beginning of the note of a branch of it.
func Way(note, name string) string { return note + " (" + quoted(name) + ")" }

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
			parts = append(parts, w.Match.Who(seat)+" muted")
		case w.Replace[seat] != nil:
			parts = append(parts, w.Replace[seat].Name+" plays for "+w.Match.Who(seat))
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
