package page

import (
	"slices"

	"game-tui/tui/ui"
)

// ListKeys are the keys of lists and pages, as help shows them.
func ListKeys() []ui.Binding {
	list := ui.ListKeys(InIndex, InWhatIf)
	for i := range list {
		switch b := &list[i]; b.ID {
		case "up", "down":
			b.In |= InMenu
		case "choose":
			b.In |= InWhatIf
		}
	}
	search := slices.IndexFunc(list, func(b ui.Binding) bool { return b.ID == "search" })
	return slices.Insert(list, search, slices.Concat(menuKeys(), indexKeys(), whatIfKeys())...)
}

// TypingKeys are the keys that count while something is typed.
func TypingKeys() []ui.Binding { return append(ui.TypingKeys(), orderKeys()...) }
