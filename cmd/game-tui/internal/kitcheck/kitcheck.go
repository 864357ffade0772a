// Package kitcheck checks player programs: it writes the adapter for a kit, tries a program out,
// looks for bugs, and describes the sandbox.
package kitcheck

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"game-tui/ai/process"
	"game-tui/ai/process/kit"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/sanitize"
)

// WriteKit writes the adapter into the folder of a kit and prints what to type next.
func WriteKit(w io.Writer, dir string) error {
	if err := kit.Write(dir); err != nil {
		return err
	}
	fmt.Fprintf(w, "wrote %s into %s; now type\n\n", strings.Join(kit.Names, " and "), sanitize.Line(dir))
	fmt.Fprintf(w, "    cd %s\n    make AIDemo.exe\n    game-tui ./AIDemo.exe%s\n\nor the name of your player in place of Demo\n",
		cliarg.Quoted(dir), kitGame(dir))
	return nil
}

// kitGame returns the --game flag for a kit, or --kit if its edition needs that.
func kitGame(dir string) string {
	g := play.KitGame(dir)
	switch {
	case play.KitEdition(g, dir).Config != "":
		return " --kit ."
	case g.Name() != catalog.Default().Name():
		return " --game " + g.Name()
	}
	return ""
}

// Check plays a default match with a program, or with the player built from a source or kit, and
// reports problems.
func Check(ctx context.Context, w io.Writer, r *play.Request, word resolve.Typed, search *Search) error {
	search.Seed = r.Seed
	compiler, dir := r.Compiler(), r.Kit
	if _, err := os.Stat(filepath.Join(dir.String(), word.String())); err == nil && !strings.HasPrefix(word.String(), resolve.CommandPrefix) {
		word = word.In(dir)
	}
	spec, ok, err := specOf(ctx, r, word)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("--check %s: there is no such file in %s", word, dir)
	}
	if err := spec.Check(); err != nil {
		return fmt.Errorf("--check %s: %w", word, err)
	}
	r.Warn()
	game, err := GameOf(ctx, spec)
	if err != nil {
		return fmt.Errorf("--check %s: %w", word, err)
	}
	seed := usualSeeds[0]
	if r.Seed != nil {
		seed = *r.Seed
	}
	keeps, err := checkGame(ctx, w, game, dir, spec, seed)
	if err != nil {
		return err
	}
	clean, err := search.ReportBugs(ctx, w, game, compiler, word, spec.Limits)
	if err == nil && !(keeps && clean) {
		err = play.ErrDiffers
	}
	return err
}

// specOf compiles the program that word names. It reports false for another word.
func specOf(ctx context.Context, r *play.Request, word resolve.Typed) (spec process.Spec, ok bool, err error) {
	command, ok, err := resolve.Parse(word)
	if ok && err == nil {
		if command, err = r.Compiled(ctx, command); err != nil {
			err = fmt.Errorf("player %s: %w", word, err)
		}
	}
	return process.Spec{Command: command, Limits: r.Limits, Sandbox: r.Sandbox}, ok, err
}

// GameOf returns the game that a program plays.
func GameOf(ctx context.Context, spec process.Spec) (sim.Game, error) {
	version, _, err := process.Describe(ctx, spec)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(version, " ")
	game, ok := catalog.ByVersion(first)
	if !ok {
		return nil, fmt.Errorf("it plays %q, expected one of %s", version, strings.Join(catalog.Names(), ", "))
	}
	return game, nil
}

func checkGame(ctx context.Context, w io.Writer, game sim.Game, kit resolve.Typed, spec process.Spec, seed int32) (ok bool, err error) {
	config, err := configOf(game, kit)
	if err != nil {
		return false, err
	}
	board := func() (sim.Board, error) { return game.NewBoard(config.Settings, []byte(config.Generator), seed) }
	in := sim.StartInfo{Game: game, Settings: config.Settings, Seed: sim.PlayerSeed(seed, 0), Name: resolve.ShortName(spec.Command.Words())}
	return process.Check(ctx, spec, in, board, func(s process.Step) {
		mark := "ok    "
		if s.Slow {
			mark = "SLOW  "
		} else if !s.OK {
			mark = "WRONG "
		}
		line := mark + s.What
		if s.Detail != "" {
			line += ": " + s.Detail
		}
		fmt.Fprintln(w, sanitize.Line(line))
	}), nil
}

// Examine describes the sandbox, what a test program was refused in it, and the tools found.
func Examine(w io.Writer) {
	fmt.Fprintf(w, "game-tui %s, %s, %s/%s, %d cores\n\nAround a player:\n",
		buildinfo.Name(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, l := range sandbox.Layers() {
		mark := "yes"
		if !l.InForce {
			mark = "NO "
		}
		fmt.Fprintf(w, "  %s  %-18s %s\n", mark, l.Name, l.About)
	}
	fmt.Fprintln(w, "\nA program in it tried to:")
	trials, err := sandbox.Probe()
	if err != nil {
		fmt.Fprintf(w, "  not tried: %v\n", err)
	}
	for _, t := range trials {
		mark := "refused"
		if !t.Refused {
			mark = "ALLOWED"
		}
		fmt.Fprintf(w, "  %s  %s\n", mark, t.What)
	}
	fmt.Fprintln(w, "\nTools for players:")
	for _, t := range [][2]string{{"python3", "new python"}, {"go", "new go"}, {"g++", "new c++, and the kits"}, {"make", "new c++, and the kits"}} {
		path, err := resolve.LookPath(t[0])
		if err != nil {
			path = err.Error() + ": needed for " + t[1]
		}
		fmt.Fprintf(w, "  %-8s %s\n", t[0], sanitize.Line(path))
	}
	for _, warning := range append(sandbox.Warnings(sandbox.Auto), sandbox.RootWarning()) {
		if warning != "" {
			fmt.Fprintln(w, "\n"+warning)
		}
	}
}

// FindGame sets the game of r to the one that a program plays, if no game is given.
func FindGame(ctx context.Context, r *play.Request, word resolve.Typed) error {
	if r.Game != "" || r.Input != "" {
		return nil
	}
	spec, ok, err := specOf(ctx, r, word)
	if !ok || err != nil || spec.Check() != nil {
		return err // other errors are reported when the player is made
	}
	r.Warn()
	if game, err := GameOf(ctx, spec); err == nil {
		r.Game = game.Name()
	}
	return ctx.Err()
}
