package league_test

import (
	"context"
	"fmt"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
)

// Play a tournament of four built-in players on five seeds. To write a file, call Create instead of
// NewInMemoryFile.
func Example() {
	game, _ := catalog.Find("thepurge")
	config := string(configs.Default("thepurge"))
	plan := &league.Plan{EngineVersion: "example", Game: "thepurge", Config: config, Format: schedule.All, Seed: 1, Seeds: 5}
	field := &match.Field{Game: game, Spec: match.Spec{Game: "thepurge", Config: config}}
	for _, name := range []string{"Null", "Demo", "Greedy", "Nightwatch"} {
		player, _ := ai.Find("thepurge", name)
		plan.Players = append(plan.Players, league.Entry{Name: name, BuiltinName: name})
		field.Entries = append(field.Entries, match.Entry{Player: match.PlayerSpec{Name: name}, New: player.New})
	}
	if err := plan.Seal(); err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	engine := league.NewEngine(league.NewInMemoryFile(plan), false)
	for task, ok := engine.Next(); ok; task, ok = engine.Next() {
		result, err := league.Play(ctx, field, &task)
		if err == nil {
			err = engine.Submit(ctx, result, nil)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	if err := engine.Close(); err != nil {
		fmt.Println(err)
	}
	engine.View(func(s *league.Standings) {
		for _, row := range s.Tally.Table(s.Tally.Ratings()) {
			fmt.Printf("%s: %d of %d matches won\n", plan.Players[row.Entry].Name, row.Wins, row.Matches)
		}
	})
	// Output:
	// Nightwatch: 17 of 20 matches won
	// Greedy: 3 of 20 matches won
	// Demo: 0 of 20 matches won
	// Null: 0 of 20 matches won
}
