package players

import (
	"strings"
	"testing"
	"time"

	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/simtest"
)

// TestNamesAreProper: whatever players are called on a disk, their names in the table are different, can be
// shown, and have no blanks at their ends.
func TestNamesAreProper(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Engine: version.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Design: league.Balanced, Seeds: 1}
	var list []Contender
	for _, name := range simtest.HostileNames {
		for _, argv := range [][]string{{"players/" + name}, {"others/" + name + "/"}, {"sh", name + ".sh"}, {name + "/x", name}} {
			list = append(list, Contender{Entry: league.Entry{Program: &league.Program{Argv: argv}}})
		}
	}
	list = append(list, Contender{Entry: league.Entry{Builtin: "Demo"}})
	NameAll(list)
	for _, one := range list {
		p.Player = append(p.Player, one.Entry)
		if one.Name != strings.TrimSpace(one.Name) || strings.Contains(one.Name, "  ") {
			t.Errorf("a name is %q", one.Name)
		}
	}
	if err := p.Seal(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"", "-x", "a\x1b[2J", "a\nb", "a\u2028b", "a\u202eb", "\xff", strings.Repeat("x", 65)} {
		p.Player[0].Name = name
		if p.Seal() == nil {
			t.Errorf("%q can be the name of a player", name)
		}
	}
}

// TestLimitsOfOthersAreBounded: where nobody can type anything, a record lifts no limit.
func TestLimitsOfOthersAreBounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ is, want sim.Limits }{
		{sim.DefaultLimits, sim.DefaultLimits},
		{MostLimits, MostLimits},
		{sim.Limits{Off: true}, MostLimits},
		{sim.Limits{}, MostLimits},
		{sim.Limits{CPU: 1000 * time.Hour, Wall: 1000 * time.Hour, MatchWall: 1000 * time.Hour, Memory: 1 << 60}, MostLimits},
		{sim.Limits{CPU: time.Second, Memory: 1 << 20}, sim.Limits{CPU: time.Second, Wall: MostLimits.Wall, MatchWall: MostLimits.MatchWall, Memory: 1 << 20}},
	} {
		if got := Bounded(c.is); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.is, got, c.want)
		}
	}
}
