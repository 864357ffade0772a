// Command fit makes what package sim/chance knows of who wins: it plays matches of the
// built-in players, in line-ups drawn at random, fits the tables of each game to one half of
// the seeds, and keeps what states of the other half say for their test. With -values it plays
// rounds of other matches to the end, many times each, and keeps who wins, which make fit-check
// compares with what an analysis says. With -strangers it fits the tables for players that are not
// built in to a folder of recordings. With -judge it compares the estimate with the results of such
// recordings. It runs at the top of the project.
package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"path/filepath"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/decode"
)

// The seeds: those of the fit, those of its test, those of -values, those on which
// the tables' errors are fitted, and those of the matches of equal players.
const (
	fitSeed   = 1_000_000
	testSeed  = 2_000_000
	valueSeed = 4_000_000
	errorSeed = 5_000_000
	equalSeed = 6_000_000
)

func main() {
	only := flag.String("game", "", "only this game")
	values := flag.Bool("values", false, "play rounds of matches to the end, many times each, and keep who wins")
	strangers := flag.String("strangers", "", "fit the tables for strangers to the recordings in this folder")
	judged := flag.String("judge", "", "compare the estimate with the results of the recordings in this folder")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	work := fitGame
	folder, err := filepath.Abs(*strangers + *judged)
	switch {
	case *values:
		work = keepValues
	case *strangers != "":
		work = func(ctx context.Context, g sim.Game) error { return keepStrangers(ctx, g, folder) }
	case *judged != "":
		work = func(_ context.Context, g sim.Game) error { return judgeFolder(os.Stdout, g, folder) }
	}
	err = errors.Join(err, os.Chdir(filepath.Join("cmd", "fit"))) // where its tests run, too
	if _, ok := catalog.Find(*only); !ok && *only != "" {
		err = fmt.Errorf("no game is called %q", *only)
	}
	for _, g := range catalog.Games() {
		if err == nil && (*only == "" || *only == g.Name()) {
			err = work(ctx, g)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", clean.Line(err.Error()))
		os.Exit(1)
	}
}

// dataFile keeps something of a game between runs, and for the tests.
func dataFile(g sim.Game, what string) string {
	return filepath.Join("testdata", g.Name()+"."+what+".json.gz")
}

// save writes what load reads.
func save(file string, v any) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	z := gzip.NewWriter(f)
	return errors.Join(json.NewEncoder(z).Encode(v), z.Close(), f.Close())
}

func load[T any](file string) (v T, err error) {
	f, err := os.Open(file)
	if err != nil {
		return v, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return v, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return v, err
	}
	return decode.JSON[T](text, math.MaxInt)
}
