package kitcheck

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"game-tui/ai"
	"game-tui/ai/process/compile"
	"game-tui/ai/process/finder"
	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// SourceOf returns the source of a kit's player, or its object file: AIMine.cc for AIMine.exe. It
// reports false if there is neither.
func SourceOf(player resolve.Typed) (file resolve.Typed, ok bool) {
	if !strings.HasPrefix(filepath.Base(player.String()), "AI") {
		return file, false
	}
	candidates := []resolve.Typed{player.WithSuffix(".cc"), player.WithSuffix(".o")}
	if ending := resolve.SourceExt(player.String()); ending == ".cc" || ending == ".o" {
		candidates = []resolve.Typed{player}
	}
	for _, file := range candidates {
		if info, err := os.Stat(file.String()); err == nil && info.Mode().IsRegular() {
			return file, true
		}
	}
	return file, false
}

// A Search looks for bugs of a kit's player in a number of matches. The zero value uses the default
// matches.
type Search struct {
	Seed      *int32        // the player takes every seat in turn; nil means usualSeeds
	Recording string        // file whose states are shown to the player instead of matches
	For       time.Duration // matches start within this time; 0 means usualTime
}

// usualSeeds are the seeds of the default matches.
var usualSeeds = []int32{30, 31, 32}

// usualTime bounds the start of matches.
const usualTime = time.Minute

// matches returns the matches to search and their description.
func (s *Search) matches(ctx context.Context, game sim.Game, config *catalog.Config, name string) (list []finder.Match, _ string, _ error) {
	if s.Recording != "" {
		return s.recorded(ctx, game, name)
	}
	seeds, what := usualSeeds, fmt.Sprintf("seeds %d to %d, all seats", usualSeeds[0], usualSeeds[len(usualSeeds)-1])
	if s.Seed != nil {
		seeds, what = []int32{*s.Seed}, fmt.Sprintf("seed %d, all seats", *s.Seed)
	}
	rivals := ai.Strongest(game.Name())
	if len(rivals) == 0 {
		return nil, "", fmt.Errorf("%s has no players to play against", game.Title())
	}
	for i, seed := range seeds {
		if i == 2 {
			rivals = rivals[:1] // several copies share the lead more often
		}
		for seat := range sim.Seats {
			spec := match.Spec{Game: game.Name(), Config: config.Text, Seed: seed}
			list = append(list, finder.Match{
				Name: fmt.Sprintf("seed %d, seat %d", seed, seat),
				Init: sim.StartInfo{Game: game, Settings: config.Settings, Seat: seat, Seed: sim.PlayerSeed(seed, seat), Name: name},
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

// recorded returns the seats of the recording with the player's name, or all seats.
func (s *Search) recorded(ctx context.Context, game sim.Game, name string) (list []finder.Match, what string, err error) {
	rec, _, _, err := files.OpenRecording(ctx, s.Recording)
	if err != nil {
		return nil, "", err
	}
	meta := rec.Meta()
	if meta.Game != game {
		return nil, "", fmt.Errorf("%s is a match of %s, and the player is one of %s", s.Recording, meta.Game.Title(), game.Title())
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
				Init:   sim.StartInfo{Game: game, Settings: meta.Settings, Seat: seat, Seed: sim.PlayerSeed(meta.Seed, seat), Name: name},
				States: states,
			})
		}
	}
	what = s.Recording
	if !named {
		what += " (no player named " + name + ", so all seats)"
	}
	return list, what, nil
}

// ReportBugs searches a player and prints the bugs found. It reports true if it finds nothing. A
// player without a source or object file is skipped.
func (s *Search) ReportBugs(ctx context.Context, w io.Writer, game sim.Game, compiler *compile.Compiler, player resolve.Typed, limits sim.Limits) (ok bool, err error) {
	file, ok := SourceOf(player)
	if !ok {
		return true, nil
	}
	config, err := configOf(game, compiler.Kit)
	if err != nil {
		return false, err
	}
	matches, what, err := s.matches(ctx, game, config, resolve.ShortName([]string{file.String()}))
	if err != nil {
		return false, err
	}
	var sum finder.Summary
	looking := func() {
		progress.Note(os.Stderr, fmt.Sprintf("looking for bugs that matches do not show: %d/%d matches, %s so far", sum.Matches, len(matches), sim.Count(sum.Bugs, "bug")))
	}
	looking()
	sum, err = finder.Find(ctx, finder.Player{
		Compiler: *compiler, File: file, Limits: limits, Matches: matches, For: cmp.Or(s.For, usualTime),
		Report: func(f finder.Finding) {
			progress.Clear(os.Stderr)
			defer looking()
			mark := "look  "
			if f.Wrong {
				mark = "WRONG "
			}
			fmt.Fprintln(w, mark+sanitize.Line(f.What))
			for _, line := range f.Where {
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
		fmt.Fprintln(w, "look  bugs that matches do not show are not looked for:", sanitize.Line(err.Error()))
		return sum.Bugs == 0, nil
	}
	mark, found := "ok    ", "no bug found"
	if sum.Bugs > 0 {
		mark, found = "      ", sim.Count(sum.Bugs, "bug")+" found"
	}
	fmt.Fprintf(w, "%s%s in %s of %d/%d matches: %s\n", mark, found, sim.Count(sum.Rounds, "round"), sum.Matches, len(matches), sanitize.Line(what))
	return sum.Bugs == 0, nil
}

// configOf returns the default configuration of a game in the edition of a kit.
func configOf(game sim.Game, kit resolve.Typed) (*catalog.Config, error) {
	text := configs.Default(game.Name())
	if kit.String() != "" {
		text = append(slices.Clip(text), play.KitEdition(game, kit.String()).Config...)
	}
	return catalog.ReadConfig(text)
}
