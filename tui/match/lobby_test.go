package match_test

import (
	"strings"
	"testing"

	"game-tui/tui/lobby"
	watch "game-tui/tui/match"
	"game-tui/tui/theme"
	"game-tui/tui/tuitest"
)

// lobbyRig is a watcher in a lobby of two matches.
func lobbyRig(t *testing.T) *rig {
	v, s := watch.Lobby(watch.Options{W: 80, H: 24, Profile: theme.TrueColor}, nil)
	r := &rig{t, nil, v, s, watch.Effect{}}
	r.take(watch.Listed{Items: []lobby.Item{{Name: "potter", Title: "Harry Potter"}, {Name: "money", Title: "Money Heist"}}})
	return r
}

// Who wants no spoilers is told no results, finds none by them, and neither after
// coming back.
func TestLobbyWithoutSpoilers(t *testing.T) {
	t.Parallel()
	items := []lobby.Item{{Name: "potter", Title: "Harry Potter", Detail: "Ann Bob", Result: lobby.Result{Outcome: "Bob wins 30, Ann 7", Length: "200 rounds 0:40"}}}
	for _, c := range []struct {
		name       string
		noSpoilers bool
		from       *watch.Choice
	}{{"new", false, nil}, {"new, no spoilers", true, nil}, {"back", false, &watch.Choice{Items: items}}, {"back, no spoilers", true, &watch.Choice{Items: items}}} {
		v, s := watch.Lobby(watch.Options{W: 80, H: 24, Profile: theme.TrueColor, NoSpoilers: c.noSpoilers}, c.from)
		r := &rig{t, nil, v, s, watch.Effect{}}
		if c.from == nil {
			r.take(watch.Listed{Items: items})
		}
		for _, words := range []string{"Bob wins 30", "200 rounds 0:40"} {
			if got := strings.Contains(tuitest.Show(t, r.draw()).String(), words); got == c.noSpoilers {
				t.Errorf("%s: %q is shown: %t", c.name, words, got)
			}
		}
		r.typed("/", "w", "i", "n", "s", "enter")
		if got := strings.Contains(tuitest.Show(t, r.draw()).String(), "potter"); got == c.noSpoilers {
			t.Errorf("%s: found by its winner: %t", c.name, got)
		}
	}
	if items[0].Result.Outcome == "" {
		t.Error("the list of others has lost its results")
	}
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
