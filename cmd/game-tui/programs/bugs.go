package programs

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/finder"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/progress"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/match"
)

// SourceOf finds the source of a kit's player, or else its object file: AIMine.cc of AIMine.exe. ok is
// false where there is none, or where that is no player of a kit.
func SourceOf(player process.Typed) (file process.Typed, ok bool) {
	if !strings.HasPrefix(filepath.Base(player.String()), "AI") {
		return file, false
	}
	candidates := []process.Typed{player.Beside(".cc"), player.Beside(".o")}
	if ending := process.SourceEnding(player.String()); ending == ".cc" || ending == ".o" {
		candidates = []process.Typed{player}
	}
	for _, file := range candidates {
		if info, err := os.Stat(file.String()); err == nil && info.Mode().IsRegular() {
			return file, true
		}
	}
	return file, false
}

// FindBugs looks for bugs of a kit's player that matches do not show, in the match of the default seed
// against the game's own players. It returns their number and that of the rounds in which it has looked.
func FindBugs(ctx context.Context, game sim.Game, compiler *process.Compiler, file process.Typed, limits sim.Limits, report func(finder.Finding)) (bugs, rounds int, err error) {
	config, err := catalog.ReadConfig(configs.Default(game.Name()))
	if err != nil {
		return 0, 0, err
	}
	spec := match.Spec{Game: game.Name(), Config: string(configs.Default(game.Name())), Seed: checkSeed}
	line, err := (&play.Request{}).LineUp(ctx, game, nil, limits)
	if err != nil {
		return 0, 0, err
	}
	return finder.Find(ctx, finder.Player{
		Compiler: *compiler, File: file, Seed: checkSeed, Limits: limits,
		Init: sim.Init{Game: game, Settings: config.Settings, Seed: sim.PlayerSeed(checkSeed, 0), Name: process.ShortName([]string{file.String()})},
		Play: func(p sim.Starter) error {
			players := play.Players(&line)()
			players[0] = p
			_, _, err := match.Play(ctx, game, spec, players, match.Options{})
			return err
		},
	}, report)
}

// ReportBugs prints which bugs FindBugs finds of a player, by the word that was typed for it, and whether it has
// none. A player without a source or an object file is not looked at.
func ReportBugs(ctx context.Context, w io.Writer, game sim.Game, compiler *process.Compiler, player process.Typed, limits sim.Limits) (ok bool, err error) {
	file, ok := SourceOf(player)
	if !ok {
		return true, nil
	}
	looking := func() { progress.Note(os.Stderr, "looking for bugs that matches do not show") }
	looking()
	bugs, rounds, err := FindBugs(ctx, game, compiler, file, limits, func(f finder.Finding) {
		progress.Clear(os.Stderr)
		defer looking()
		mark := "look  "
		if f.Wrong {
			mark = "WRONG "
		}
		fmt.Fprintln(w, mark+clean.Line(f.What))
		for _, line := range f.Where {
			fmt.Fprintln(w, "      "+clean.Line(line))
		}
	})
	progress.Clear(os.Stderr)
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err != nil:
		fmt.Fprintln(w, "look  bugs that matches do not show are not looked for:", clean.Line(err.Error()))
	case bugs == 0:
		fmt.Fprintf(w, "ok    no bug found in %d rounds: seed %d, seat 0\n", rounds, checkSeed)
	}
	return bugs == 0, nil
}
