package source

import (
	"game-tui/ai"
	"game-tui/sim"
	"game-tui/tui/server"
)

// Builtin returns the maker of a game's built-in player: the only way in which a
// visitor, or a recording from outside, comes to choose who plays on this machine.
// The name is looked up in the list of players and is never a path or a command.
func Builtin(game, name string) (sim.Builtin, bool) {
	if !server.NameOK(name) {
		return sim.Builtin{}, false
	}
	return ai.Find(game, name)
}
