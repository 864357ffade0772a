package process_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"game-tui/ai/process"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/harrypotter"
)

// A folder with a shell script becomes a player: it says its name, and may be asked for orders then.
func Example() {
	dir, err := os.MkdirTemp("", "player")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "main.sh"), []byte("read init\necho ready 1 Snail\nread state\n"), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	command, isProgram, err := process.Parse(process.AsTyped(dir + "/"))
	fmt.Println(isProgram, err)

	game := harrypotter.Game
	settings, _, err := game.ReadSettings(configs.Default(game.Name()))
	if err != nil {
		fmt.Println(err)
		return
	}
	player := process.New(process.Spec{Command: command, Limits: sim.DefaultLimits, Sandbox: process.Auto})
	defer player.Close()
	name, out := player.Start(context.Background(), sim.Init{Game: game, Settings: settings, Seat: 0, Seed: 1})
	fmt.Println(name, out)
	// Output:
	// true <nil>
	// Snail <nil>
}
