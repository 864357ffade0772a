// Command fit makes what package sim/chance knows of who wins: it plays matches of the
// built-in players, in line-ups drawn at random, fits the tables of each game to one half of
// the seeds, and keeps what states of the other half say for their test. With -values it plays
// rounds of other matches to the end, many times each, and keeps who wins; with -check
// it holds against that what an analysis says.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
)

// The seeds: those of the fit, those of its test, those of -values and -check, and those on which
// the tables' errors are fitted.
const (
	fitSeed   = 1_000_000
	testSeed  = 2_000_000
	valueSeed = 4_000_000
	errorSeed = 5_000_000
)

// testMatches is how many unseen matches judge a table.
const testMatches = 320

func main() {
	var f flags
	flag.StringVar(&f.only, "game", "", "only this game")
	flag.IntVar(&f.fit, "matches", 1280, "matches to fit a game on")
	flag.IntVar(&f.cores, "cores", runtime.GOMAXPROCS(0), "matches played at the same time")
	flag.BoolVar(&f.check, "check", false, "hold what an analysis says against games to the end")
	flag.BoolVar(&f.worth, "values", false, "play rounds of matches to the end, many times each, and keep who wins")
	flag.StringVar(&f.dir, "dir", filepath.Join("sim", "chance"), "folder of package sim/chance")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := f.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "fit:", err)
		os.Exit(1)
	}
}

type flags struct {
	only, dir  string
	fit, cores int
	check      bool // compare with full games
	worth      bool // play these
	turnings   int  // that -check has counted
}

func (f *flags) run(ctx context.Context) error {
	found := false
	var faults []error
	for _, g := range catalog.Games() {
		if f.only != "" && f.only != g.Name() {
			continue
		}
		found = true
		work := f.game
		if f.check {
			work = f.compare
		}
		if f.worth {
			work = f.values
		}
		if err := work(ctx, g); err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", g.Title(), err))
		}
	}
	if !found {
		return fmt.Errorf("no game is called %q", f.only)
	}
	if f.check && f.only == "" && f.turnings < leastTurnings {
		faults = append(faults, fmt.Errorf("%d turning points over all games, want at least %d", f.turnings, leastTurnings))
	}
	return errors.Join(faults...)
}

// game fits the tables of a game: one that does not ask who plays, and one that knows the
// players.
func (f *flags) game(ctx context.Context, g sim.Game) error {
	seen, err := f.samples(ctx, g, fitSeed, f.fit, 20)
	if err != nil {
		return err
	}
	unseen, err := f.samples(ctx, g, testSeed, testMatches, 0)
	if err != nil {
		return err
	}
	packed, err := chance.PackSamples(unseen)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(f.dir, "testdata", g.Name()+".samples.gz"), packed, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: who leads, wins: Brier score %.4f; %d bytes of samples\n", g.Title(), leads(unseen), len(packed))
	if err := f.table(ctx, g, nil, g.Name()+".txt", seen, unseen); err != nil {
		return err
	}
	return f.table(ctx, g, names(g), g.Name()+".players.txt", seen, unseen)
}

// table fits a table, judges it by matches that it has not seen, and writes it.
func (f *flags) table(ctx context.Context, g sim.Game, players []string, file string, seen, unseen []chance.Sample) error {
	settings, _, err := g.ReadSettings(configs.Default(g.Name()))
	if err != nil {
		return err
	}
	table, err := chance.Fit(g, settings, players, seen)
	if err != nil {
		return err
	}
	table.Notes = []string{
		"fitted on " + time.Now().UTC().Format(time.DateOnly) + " with " + runtime.Version(),
		fmt.Sprintf("on seeds %d to %d of the default configuration, 20 rounds of each and some near the end", fitSeed, fitSeed+f.fit-1),
		"players, drawn at random for each seat, in half of the matches without Demo and Null: " + strings.Join(names(g), " "),
		fmt.Sprintf("judged by seeds %d to %d, which it has not seen: Brier score %.4f", testSeed, testSeed+testMatches-1, table.Score(unseen)),
	}
	if players != nil {
		if err := f.errors(ctx, g, table); err != nil {
			return err
		}
	}
	fmt.Printf("%s: Brier score %.4f on the seeds of the fit, %.4f on unseen ones\n", file, table.Score(seen), table.Score(unseen))
	for _, b := range table.Calibrate(unseen) {
		fmt.Println("  ", b.String())
	}
	return os.WriteFile(filepath.Join(f.dir, "weights", file), table.AppendText(nil), 0o644)
}

// leads is the Brier score of saying that the leader wins.
func leads(samples []chance.Sample) (mean float64) {
	for i := range samples {
		var scores [sim.Seats]int
		for seat := range scores {
			scores[seat] = samples[i].Values[seat][0]
		}
		mean += chance.Brier(chance.Shares(scores), samples[i].Share) / float64(len(samples))
	}
	return mean
}
