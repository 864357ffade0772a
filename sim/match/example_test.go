package match_test

import (
	"context"
	"fmt"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/match"
)

// Play a match of four built-in players with the default configuration of a game.
func ExamplePlay() {
	game, _ := catalog.Find("harrypotter")
	spec := match.Spec{Game: game.Name(), Config: string(configs.Default(game.Name())), Seed: 30}
	var players [sim.Seats]sim.Player
	for seat, name := range []string{"Greedy", "Demo", "Greedy", "Null"} {
		player, _ := ai.Find(game.Name(), name)
		spec.Players[seat].Name = name
		players[seat] = player.New()
	}
	result, record, err := match.Play(context.Background(), game, spec, players, match.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("rounds:", result.Rounds)
	fmt.Println("scores:", result.Scores)
	for _, seat := range result.Winners {
		fmt.Println("winner:", result.Names[seat])
	}
	fmt.Println("wizards of seat 0 in the end:", len(record.State(result.Rounds).(*harrypotter.State).Wizards(0)))
	// Output:
	// rounds: 200
	// scores: [12048 3035 12346 2408]
	// winner: Greedy
	// wizards of seat 0 in the end: 35
}
