package page

import (
	"slices"

	"game-tui/tui/ui"
)

// ListKeys are the keys of lists and pages, as help shows them.
func ListKeys() []ui.Binding {
	return ui.ListKeys(ui.ListContexts{Moved: InMenu, Scrolled: InIndex, Searched: InWhatIf, Chosen: InWhatIf},
		slices.Concat(menuKeys(), indexKeys(), whatIfKeys())...)
}

// TypingKeys are the keys that count while something is typed.
func TypingKeys() []ui.Binding { return append(ui.TypingKeys(), orderKeys()...) }
