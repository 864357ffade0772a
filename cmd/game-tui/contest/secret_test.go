package contest

import (
	"testing"

	"game-tui/sim/league"
)

// TestStrangersAreRankedUnderAKey: the players' seeds come from a key where programs are ranked, and
// are the kit's where two are compared, and where all are built in.
func TestStrangersAreRankedUnderAKey(t *testing.T) {
	t.Parallel()
	program := league.Entry{Program: &league.Program{}}
	builtin := league.Entry{Builtin: "Demo"}
	for what, c := range map[string]struct {
		players []league.Entry
		keys    int
	}{
		"two programs":       {[]league.Entry{program, program}, 0},
		"a program in four":  {[]league.Entry{builtin, builtin, builtin, program}, 1},
		"five programs":      {[]league.Entry{program, program, program, program, program}, 1},
		"built-in players":   {[]league.Entry{builtin, builtin, builtin, builtin, builtin}, 0},
		"two built-in ones":  {[]league.Entry{builtin, builtin}, 0},
		"the smallest table": {[]league.Entry{builtin, builtin, program}, 1},
	} {
		p := &league.Plan{Player: c.players, Seeds: 7}
		key := secretSeeds(p)
		if (key != nil) != (c.keys > 0) || len(p.Keys) != c.keys || c.keys > 0 && p.Keys[0].Seeds != 7 {
			t.Errorf("%s: key %v, the plan %v", what, key, p.Keys)
		}
	}
	a, b := secretSeeds(&league.Plan{Player: []league.Entry{builtin, builtin, program}, Seeds: 1}), secretSeeds(&league.Plan{Player: []league.Entry{builtin, builtin, program}, Seeds: 1})
	if *a == *b {
		t.Error("two plans have the same key")
	}
}
