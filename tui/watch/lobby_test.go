package watch_test

import (
	"testing"

	"game-tui/tui/lobby"
	"game-tui/tui/theme"
	"game-tui/tui/watch"
)

// lobbyRig is a watcher in a lobby of two matches.
func lobbyRig(t *testing.T) *rig {
	v, s := watch.Lobby(watch.Options{W: 80, H: 24, Profile: theme.TrueColor}, nil)
	r := &rig{t, nil, v, s, watch.Effect{}}
	r.take(watch.Listed{Items: []lobby.Item{{Name: "potter", Title: "Harry Potter"}, {Name: "money", Title: "Money Heist"}}})
	return r
}

// TestLobbyTypesWhereAskedOnly: letters without a meaning are no search, and q
// goes on leaving.
func TestLobbyTypesWhereAskedOnly(t *testing.T) {
	t.Parallel()
	r := lobbyRig(t)
	r.typed("x", "0", "G", "n")
	if r.state.Choice().Search != "" {
		t.Errorf("searches for %q, and nobody asked for it", r.state.Choice().Search)
	}
	if r.typed("q"); r.effect.Kind != watch.Leave {
		t.Errorf("q is effect %v", r.effect)
	}
	r.typed("/", "m", "o", "q")
	if got := r.state.Choice().Search; got != "moq" {
		t.Errorf("searches for %q", got)
	}
}
