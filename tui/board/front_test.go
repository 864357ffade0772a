package board

import (
	"testing"

	"game-tui/sim"
	"game-tui/tui/theme"
)

// With a player in front its own ground is as ever, and that of the others nearer to
// nobody's, in all colours and at night, too.
func TestGroundOfOthersStepsBack(t *testing.T) {
	t.Parallel()
	legend := &sim.Legend{Grounds: []sim.Kind{{Name: "floor", Role: sim.RoleFloor}}, Items: []sim.Kind{{}}}
	for _, name := range []string{"dark", "light", "colorblind"} {
		for _, profile := range []theme.Profile{theme.Color256, theme.TrueColor} {
			k := NewLooks(legend, theme.For(name, profile))
			for night := range 2 {
				for seat := range int8(sim.Seats) {
					c := &sim.Cell{Owner: seat, Unit: -1}
					plain := k.back(c, k.shade(night, 0))
					if got := k.back(c, k.shade(night, seat+1)); got != plain {
						t.Errorf("%s, profile %d: the ground of the player in front has %#x, not %#x", name, profile, got, plain)
					}
					if got := k.back(c, k.shade(night, (seat+1)%sim.Seats+1)); got == plain {
						t.Errorf("%s, profile %d: the ground of another one has %#x as ever", name, profile, got)
					}
				}
				nobodys := &sim.Cell{Owner: -1, Unit: -1}
				if k.back(nobodys, k.shade(night, 1)) != k.back(nobodys, k.shade(night, 0)) {
					t.Errorf("%s, profile %d: nobody's ground changes", name, profile)
				}
			}
		}
	}
}
