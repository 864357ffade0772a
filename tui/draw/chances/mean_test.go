package chances

import (
	"math"
	"testing"

	"game-tui/sim"
	"game-tui/sim/winchance"
)

// flicker returns chances that alternate from round to round, and a result at the end.
func flicker(rounds int) []winchance.Chance {
	line := make([]winchance.Chance, rounds+1)
	for k := range line {
		win := 0.4 + 0.2*float64(k%2)
		line[k] = winchance.Chance{Round: k, WinChance: [sim.Seats]float64{win, 1 - win}}
	}
	line[rounds].WinChance = [sim.Seats]float64{0, 1}
	return line
}

func TestMeanIsSmooth(t *testing.T) {
	t.Parallel()
	line := flicker(40)
	for k := 4; k < 36; k++ {
		of := Mean(line, k, 40)
		if math.Abs(of.WinChance[0]-0.5) > 0.03 || math.Abs(of.WinChance[0]+of.WinChance[1]-1) > 1e-9 {
			t.Errorf("round %d: %v", k, of.WinChance)
		}
	}
}

func TestMeanIgnoresTheFuture(t *testing.T) {
	t.Parallel()
	line := flicker(40)
	if got := Mean(line, 40, 40).WinChance; got != line[40].WinChance {
		t.Errorf("the result is drawn as %v", got)
	}
	if got, want := Mean(line, 38, 40).WinChance, Mean(line[:40], 38, 40).WinChance; got != want {
		t.Errorf("round 38 is %v, and %v before the result", got, want)
	}
	for k := 10; k < 20; k++ {
		whole, cut := Mean(line[:k+1], k, 40), Mean(flicker(60)[:k+1], k, 60)
		if whole.WinChance != cut.WinChance {
			t.Errorf("round %d at the edge: %v and %v", k, whole.WinChance, cut.WinChance)
		}
	}
}
