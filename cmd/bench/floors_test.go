package main

import (
	"strings"
	"testing"

	"game-tui/sim/catalog"
)

// TestFloors wants floors for every game, and no others.
func TestFloors(t *testing.T) {
	t.Parallel()
	if _, err := suites(catalog.Names()); err != nil {
		t.Error(err)
	}
	for g := range games {
		if _, ok := catalog.Find(g); !ok {
			t.Errorf("there are floors of %s, but no such game", g)
		}
	}
	if _, err := suites([]string{"chess"}); err == nil || !strings.Contains(err.Error(), "add a line to games in cmd/bench/floors.go") {
		t.Errorf("a game without floors: %v", err)
	}
}
