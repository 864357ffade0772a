package thepurge_test

import (
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
)

// TestKitMethodsAcceptAnyArguments checks that the methods return the same values as the kit's and
// never panic.
func TestKitMethodsAcceptAnyArguments(t *testing.T) {
	t.Parallel()
	b, set, err := load(configs.Default("thepurge-fixed"), 1)
	if err != nil {
		t.Fatal(err)
	}
	b.SetStatus(2, 0.25)
	s := b.State().(*tp.State)
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"status", s.Status()[2], 0.25},
		{"statuses", s.Status(), [sim.Seats]float64{0, 0, 0.25, 0}},
		{"builders of nobody", len(ids(s, 7, tp.Builder)), 0},
		{"builders", len(ids(s, 1, tp.Builder)), 4},
		{"warriors", ids(s, 1, tp.Warrior)[1], int32(11)},
		{"unknown citizen", s.Citizen(99), tp.Citizen{ID: -1, Player: -1, Weapon: tp.NoWeapon, Life: 2147483647}},
		{"nobody there", s.CitizenAt(sim.Pos{Row: 0, Col: 0}).ID, int32(-1)},
		{"nobody outside", s.CitizenAt(sim.Pos{Row: 65538, Col: 3}).ID, int32(-1)},
		{"somebody there", s.CitizenAt(sim.Pos{Row: 2, Col: 3}).ID, int32(0)},
		{"building", s.Glyph(sim.Pos{Row: 1, Col: 2}), byte('B')},
		{"outside", s.Glyph(sim.Pos{Row: -1, Col: 0}), byte(0)},
		{"a row of a cell", s.GlyphRow(2)[3], s.Glyph(sim.Pos{Row: 2, Col: 3})},
		{"the last row", len(s.GlyphRow(set.BoardRows - 1)), set.BoardCols},
		{"builder's demolition", set.WeaponStrengthDemolish(tp.NoWeapon), 3},
		{"return of a warrior", set.NumRoundsRegenCitizen(tp.Warrior), 50},
		{"negative rounds are days", set.IsRoundDay(-30), true},
		{"night", set.IsRoundDay(25), false},
		{"direction", sim.Left.Neighbor(sim.Pos{Row: 1, Col: 1}), sim.Pos{Row: 1, Col: 0}},
		{"no direction", sim.Dir(7).Neighbor(sim.Pos{Row: 1, Col: 1}), sim.Pos{Row: 1, Col: 1}},
		{"names", sim.Down.String() + sim.Right.String() + sim.Up.String() + sim.Left.String(), "DownRightUpLeft"},
		{"no name", sim.Dir(-1).String(), "-1"},
		{"game", game.Name() + "/" + game.Title() + "/" + game.Version(), "thepurge/The Purge/ThePurge 1.0"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if same := b.State(); same != sim.State(s) {
		t.Error("a board that did not change gives another snapshot")
	}
	if clone := b.Clone(); clone.RandState() != b.RandState() || clone.Round() != b.Round() {
		t.Error("the clone is at another point")
	}
}
