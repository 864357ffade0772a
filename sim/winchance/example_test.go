package winchance_test

import (
	"context"
	"fmt"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/winchance"
)

// Print the win chances after each quarter of a match of The Purge.
func Example() {
	g, _ := catalog.Find("thepurge")
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 21, Limits: sim.DefaultLimits}
	var players [sim.Seats]sim.Player
	for seat, name := range []string{"Greedy", "Greedy", "Demo", "Greedy"} {
		b, _ := ai.Find(g.Name(), name)
		spec.Players[seat].Name, players[seat] = name, b.New()
	}
	_, rec, err := match.Play(context.Background(), g, spec, players, match.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	m := winchance.NewMatch(rec, ai.Find)
	a, err := winchance.New(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	for a.Level < winchance.LevelSwings && a.Next() { // rollouts improve the estimate
	}
	for k := 0; k <= rec.Edge(); k += rec.Edge() / 4 {
		for seat, win := range a.Curve().Chances[k].WinChance {
			fmt.Printf("%s %.1f, ", m.NameOf(seat), win)
		}
		fmt.Println("round", k)
	}
	// Output:
	// Greedy 0 0.3, Greedy 1 0.5, Demo 0.0, Greedy 3 0.2, round 0
	// Greedy 0 0.3, Greedy 1 0.6, Demo 0.0, Greedy 3 0.1, round 62
	// Greedy 0 0.3, Greedy 1 0.6, Demo 0.0, Greedy 3 0.0, round 124
	// Greedy 0 0.4, Greedy 1 0.6, Demo 0.0, Greedy 3 0.0, round 186
	// Greedy 0 1.0, Greedy 1 0.0, Demo 0.0, Greedy 3 0.0, round 248
}
