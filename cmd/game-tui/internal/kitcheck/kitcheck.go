// Package kitcheck helps students test their players with the course's kit. [WriteAdapter] writes
// the adapter into a kit, [Check] tests a player and searches it for bugs, and [DescribeSystem]
// describes the sandbox and the tools on this machine.
package kitcheck

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/ai/process/compile"
	"game-tui/ai/process/finder"
	"game-tui/ai/process/kit"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// WriteAdapter writes the adapter into the folder of a kit and prints what to type next.
func WriteAdapter(w io.Writer, dir string) error {
	if err := kit.WriteAdapter(dir); err != nil {
		return err
	}
	flag, game := "", play.KitGame(dir)
	switch {
	case play.KitEdition(game, dir).ConfigLine != "":
		flag = " --kit ."
	case game != catalog.Default():
		flag = " --game " + game.Name()
	}
	fmt.Fprintf(w, "wrote %s to %s; now run\n\n", strings.Join(kit.FileNames, " and "), sanitize.Line(dir))
	fmt.Fprintf(w, "    cd %s\n    make AIDemo.exe\n    game-tui ./AIDemo.exe%s\n\n(with the name of your player in place of Demo)\n",
		cliarg.Quote(dir), flag)
	return nil
}

// Check tests a program, or the player built from a source file or kit. It prints problems and
// returns play.ErrDiffers if it finds any.
func Check(ctx context.Context, w io.Writer, r *play.Request, arg resolve.Typed, search *Search) error {
	search.Seed = r.Seed
	compiler, dir := r.Compiler(), r.Kit
	if _, err := os.Stat(filepath.Join(dir.String(), arg.String())); err == nil && !strings.HasPrefix(arg.String(), resolve.CommandPrefix) {
		arg = arg.WithFolder(dir)
	}
	spec, ok, err := compileSpec(ctx, r, arg)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("--check %s: no such file in %s", arg, dir)
	}
	if err := spec.Check(); err != nil {
		return fmt.Errorf("--check %s: %w", arg, err)
	}
	r.WarnAboutPrograms()
	game, err := GameOf(ctx, spec)
	if err != nil {
		return fmt.Errorf("--check %s: %w", arg, err)
	}
	seed := defaultSeeds[0]
	if r.Seed != nil {
		seed = *r.Seed
	}
	passed, err := checkProtocol(ctx, w, game, dir, spec, seed)
	if err != nil {
		return err
	}
	clean, err := search.ReportBugs(ctx, w, game, compiler, arg, spec.Limits)
	if err == nil && !(passed && clean) {
		err = play.ErrDiffers
	}
	return err
}

// compileSpec compiles the program named by arg and returns its spec. ok is false if arg does not
// name a program.
func compileSpec(ctx context.Context, r *play.Request, arg resolve.Typed) (spec process.Spec, ok bool, err error) {
	command, ok, err := resolve.Parse(arg)
	if ok && err == nil {
		list := []resolve.Command{command}
		if err = r.CompileAll(ctx, list)[0]; err != nil {
			err = fmt.Errorf("player %s: %w", arg, err)
		}
		command = list[0]
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
	game, ok := catalog.FindByVersion(first)
	if !ok {
		return nil, fmt.Errorf("the player is for %q; expected one of %s", version, strings.Join(catalog.Names(), ", "))
	}
	return game, nil
}

func checkProtocol(ctx context.Context, w io.Writer, game sim.Game, kitDir resolve.Typed, spec process.Spec, seed int32) (ok bool, err error) {
	config, err := kitConfig(game, kitDir)
	if err != nil {
		return false, err
	}
	board := func() (sim.Board, error) { return game.NewBoard(config.Settings, []byte(config.Generator), seed) }
	in := sim.StartInfo{Game: game, Settings: config.Settings, Seed: sim.PlayerSeed(seed, 0), Name: resolve.ShortName(spec.Command.Words())}
	return process.Check(ctx, spec, in, board, func(s process.CheckStep) {
		mark := "ok    "
		if s.Slow {
			mark = "SLOW  "
		} else if !s.OK {
			mark = "WRONG "
		}
		line := mark + s.Behavior
		if s.Detail != "" {
			line += ": " + s.Detail
		}
		fmt.Fprintln(w, sanitize.Line(line))
	}), nil
}

// DescribeSystem prints the layers of the sandbox, what a test program could not do in it, and the
// tools found on this machine.
func DescribeSystem(w io.Writer) {
	fmt.Fprintf(w, "game-tui %s, %s, %s/%s, %d cores\n\nSandbox for players:\n",
		buildinfo.Name(), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, l := range sandbox.Layers() {
		mark := "yes"
		if !l.InForce {
			mark = "NO "
		}
		fmt.Fprintf(w, "  %s  %-18s %s\n", mark, l.Name, l.About)
	}
	fmt.Fprintln(w, "\nA program in the sandbox tried to:")
	trials, err := sandbox.Probe()
	if err != nil {
		fmt.Fprintf(w, "  the test failed: %v\n", err)
	}
	for _, t := range trials {
		mark := "refused"
		if !t.Refused {
			mark = "ALLOWED"
		}
		fmt.Fprintf(w, "  %s  %s\n", mark, t.Action)
	}
	fmt.Fprintln(w, "\nTools for players:")
	for _, t := range [][2]string{{"python3", "game-tui new python"}, {"go", "game-tui new go"}, {"g++", "game-tui new c++ and for kits"}, {"make", "game-tui new c++ and for kits"}} {
		path, err := resolve.LookPath(t[0])
		if err != nil {
			path = err.Error() + "; needed for " + t[1]
		}
		fmt.Fprintf(w, "  %-8s %s\n", t[0], sanitize.Line(path))
	}
	for _, warning := range append(sandbox.Warnings(sandbox.Auto), sandbox.RootWarning()) {
		if warning != "" {
			fmt.Fprintln(w, "\n"+warning)
		}
	}
}

// DetectGame sets r.Game to the game that a program plays if r has neither a game nor an input.
func DetectGame(ctx context.Context, r *play.Request, arg resolve.Typed) error {
	if r.Game != "" || r.Input != "" {
		return nil
	}
	spec, ok, err := compileSpec(ctx, r, arg)
	if !ok || err != nil || spec.Check() != nil {
		return err // If spec.Check fails, it fails again when the player is loaded.
	}
	r.WarnAboutPrograms()
	if game, err := GameOf(ctx, spec); err == nil {
		r.Game = game.Name()
	}
	return ctx.Err()
}

// SourceOf returns the source of a kit's player, such as AIMine.cc for AIMine.exe, or else its
// object file. ok is false if neither exists or the name does not start with AI.
func SourceOf(player resolve.Typed) (file resolve.Typed, ok bool) {
	if !strings.HasPrefix(filepath.Base(player.String()), "AI") {
		return file, false
	}
	candidates := []resolve.Typed{player.WithSuffix(".cc"), player.WithSuffix(".o")}
	if ext := resolve.SourceExt(player.String()); ext == ".cc" || ext == ".o" {
		candidates = []resolve.Typed{player}
	}
	for _, file := range candidates {
		if info, err := os.Stat(file.String()); err == nil && info.Mode().IsRegular() {
			return file, true
		}
	}
	return file, false
}

// A Search looks for bugs in a kit's player by playing matches. The zero value plays the default
// matches.
type Search struct {
	Seed      *int32        // seed of the matches, played from every seat; nil means defaultSeeds
	Recording string        // recording to take states from instead of playing matches
	TimeLimit time.Duration // time after which no match starts; 0 means defaultTimeLimit
}

var defaultSeeds = []int32{30, 31, 32}

const defaultTimeLimit = time.Minute

// matches returns the matches in which to look for bugs, and a description of them.
func (s *Search) matches(ctx context.Context, game sim.Game, config *catalog.Config, name string) (list []finder.Match, _ string, _ error) {
	if s.Recording != "" {
		return s.recordedMatches(ctx, game, name)
	}
	seeds, what := defaultSeeds, fmt.Sprintf("seeds %d to %d, all seats", defaultSeeds[0], defaultSeeds[len(defaultSeeds)-1])
	if s.Seed != nil {
		seeds, what = []int32{*s.Seed}, fmt.Sprintf("seed %d, all seats", *s.Seed)
	}
	rivals := ai.StrongestFirst(game.Name())
	if len(rivals) == 0 {
		return nil, "", fmt.Errorf("%s has no players to play against", game.Title())
	}
	for i, seed := range seeds {
		if i == 2 {
			rivals = rivals[:1] // With copies of one opponent, the lead is shared more often.
		}
		for seat := range sim.Seats {
			spec := match.Spec{Game: game.Name(), Config: config.Text, Seed: seed}
			list = append(list, finder.Match{
				Name: fmt.Sprintf("seed %d, seat %d", seed, seat),
				Info: sim.StartInfo{Game: game, Settings: config.Settings, Seat: seat, Seed: sim.PlayerSeed(seed, seat), Name: name},
				Play: func(p sim.Starter) error {
					var players [sim.Seats]sim.Player
					for i := range players {
						players[i] = rivals[(i+sim.Seats-1-seat)%sim.Seats%len(rivals)].New()
					}
					players[seat] = p
					_, _, err := match.Play(ctx, game, spec, players, match.Options{})
					return err
				},
			})
		}
	}
	return list, what, nil
}

// recordedMatches returns one match for each seat of the recording that has the player's name, or for
// every seat if none has.
func (s *Search) recordedMatches(ctx context.Context, game sim.Game, name string) (list []finder.Match, source string, err error) {
	rec, _, _, err := files.OpenRecording(ctx, s.Recording)
	if err != nil {
		return nil, "", err
	}
	meta := rec.Meta()
	if meta.Game != game {
		return nil, "", fmt.Errorf("%s is a match of %s, but the player is for %s", s.Recording, meta.Game.Title(), game.Title())
	}
	var states []sim.State
	for k := range min(rec.Edge()+1, meta.Settings.Rounds()) {
		if state := rec.State(k); state != nil {
			states = append(states, state)
		}
	}
	named := slices.Contains(meta.Names[:], name)
	for seat := range sim.Seats {
		if !named || meta.Names[seat] == name {
			list = append(list, finder.Match{
				Name:   fmt.Sprintf("%s, seat %d", filepath.Base(s.Recording), seat),
				Info:   sim.StartInfo{Game: game, Settings: meta.Settings, Seat: seat, Seed: sim.PlayerSeed(meta.Seed, seat), Name: name},
				States: states,
			})
		}
	}
	source = s.Recording
	if !named {
		source += " (no player named " + name + ", so all seats)"
	}
	return list, source, nil
}

// ReportBugs searches a player for bugs, prints them, and reports whether it found none. It skips
// players without a source or object file.
func (s *Search) ReportBugs(ctx context.Context, w io.Writer, game sim.Game, compiler *compile.Compiler, player resolve.Typed, limits sim.Limits) (ok bool, err error) {
	file, ok := SourceOf(player)
	if !ok {
		return true, nil
	}
	config, err := kitConfig(game, compiler.Kit)
	if err != nil {
		return false, err
	}
	matches, what, err := s.matches(ctx, game, config, resolve.ShortName([]string{file.String()}))
	if err != nil {
		return false, err
	}
	var sum finder.Summary
	looking := func() {
		progress.Show(os.Stderr, fmt.Sprintf("looking for bugs that matches may hide: %d/%d matches, %s found", sum.Matches, len(matches), sim.FormatCount(sum.Bugs, "bug")))
	}
	looking()
	sum, err = finder.FindBugs(ctx, finder.Player{
		Compiler: *compiler, File: file, Limits: limits, Matches: matches, TimeLimit: cmp.Or(s.TimeLimit, defaultTimeLimit),
		Report: func(f finder.Finding) {
			progress.Clear(os.Stderr)
			defer looking()
			mark := "note  "
			if f.IsBug {
				mark = "WRONG "
			}
			fmt.Fprintln(w, mark+sanitize.Line(f.Message))
			for _, line := range f.Locations {
				fmt.Fprintln(w, "      "+sanitize.Line(line))
			}
		},
		Progress: func(now finder.Summary) {
			sum = now
			looking()
		},
	})
	progress.Clear(os.Stderr)
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case err != nil:
		fmt.Fprintln(w, "note  cannot look for bugs that matches may hide:", sanitize.Line(err.Error()))
		return sum.Bugs == 0, nil
	}
	mark, found := "ok    ", "no bugs found"
	if sum.Bugs > 0 {
		mark, found = "      ", sim.FormatCount(sum.Bugs, "bug")+" found"
	}
	fmt.Fprintf(w, "%s%s in %s of %d/%d matches: %s\n", mark, found, sim.FormatCount(sum.Rounds, "round"), sum.Matches, len(matches), sanitize.Line(what))
	return sum.Bugs == 0, nil
}

// kitConfig returns a game's default configuration with the kit edition's changes.
func kitConfig(game sim.Game, kitDir resolve.Typed) (*catalog.Config, error) {
	text := configs.Default(game.Name())
	if kitDir.String() != "" {
		text = append(slices.Clip(text), play.KitEdition(game, kitDir.String()).ConfigLine...)
	}
	return catalog.ReadConfig(text)
}
