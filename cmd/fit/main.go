// Command fit writes the win-chance tables that package sim/winchance reads. It fits them to
// matches of built-in players, and stores samples of other matches for testing. With -values it
// measures win chances by playing matches to the end, for make fit-check. Run it from the root of
// the project.
package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"

	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// First seed of the matches for each purpose.
const (
	fitSeed   = 1_000_000
	testSeed  = 2_000_000
	valueSeed = 4_000_000
	errorSeed = 5_000_000
	equalSeed = 6_000_000
)

func main() {
	gameName := flag.String("game", "", "fit only this game")
	values := flag.Bool("values", false, "play sampled rounds to the end and store the winners")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	work := fitGame
	if *values {
		work = storeValues
	}
	err := os.Chdir(filepath.Join("cmd", "fit")) // the tests run in this folder, too
	if _, ok := catalog.Find(*gameName); !ok && *gameName != "" {
		err = fmt.Errorf("no game named %q", *gameName)
	}
	for _, g := range catalog.Games() {
		if err == nil && (*gameName == "" || *gameName == g.Name()) {
			err = work(ctx, g)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fit:", sanitize.Line(err.Error()))
		os.Exit(1)
	}
}

// dataFile returns the path of a data file; kind is samples, values, strangers or equals.
func dataFile(g sim.Game, kind string) string {
	return filepath.Join("testdata", g.Name()+"."+kind+".json.gz")
}

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
	text, err := res.Load(f)
	if err != nil {
		return v, err
	}
	return decode.JSON[T](text, math.MaxInt)
}
