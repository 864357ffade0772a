// Package play plays matches as a command line asks for them: one, a batch, one after another for a
// spectator, one that branches off, and one again. It shows nothing.
package play

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
	"game-tui/sim/res"
	"game-tui/tui/playback"
)

// Request is what a command line says of a match, or of many.
type Request struct {
	Seed, Input, Game, Output string
	PlayerSeeds               typed.PlayerSeeds
	Notes, Strict             bool
	Pace                      float64
	Clock                     string
	CPU, Wall, MatchWall      time.Duration
	Memory                    string
	NoLimits                  bool
	Sandbox                   string

	// Given are those of the flags that were typed, as they may be typed again; Commands are those of
	// the program, which a wrong name of a player may mean.
	Given    func(names ...string) []string
	Commands func() []string

	Source string // name of the configuration that was read, for errors
	text   []byte // and all of it
	Ours   bool   // it is the game's default
}

// WasTyped reports whether a flag was typed.
func (f *Request) WasTyped(name string) bool { return f.Given(name) != nil }

// Spec makes the part of a match's spec that flags say. It reads the configuration.
func (f *Request) Spec(ctx context.Context) (*catalog.Config, match.Spec, error) {
	spec := match.Spec{Engine: version.Name(), Strict: f.Strict, Pace: f.Pace}
	if f.Pace != 0 && !(f.Pace >= playback.MinSpeed) {
		return nil, spec, fmt.Errorf("--pace %v: type rounds a second from %v, or 0 for as many as there can be", f.Pace, playback.MinSpeed)
	}
	switch f.Clock {
	case "on":
		spec.Clock = true
	case "off", "": // not every command asks
	default:
		return nil, spec, fmt.Errorf("--clock %q: type --clock on or --clock off", f.Clock)
	}
	memory, err := typed.Size(f.Memory)
	if err != nil {
		return nil, spec, err
	}
	if f.CPU <= 0 || f.Wall <= 0 || f.MatchWall <= 0 {
		return nil, spec, fmt.Errorf("--cpu, --wall and --match-wall must be above 0; --no-limits lifts them")
	}
	spec.Limits = sim.Limits{CPU: f.CPU, Wall: f.Wall, MatchWall: f.MatchWall, Memory: memory, Off: f.NoLimits}
	if spec.Seed, err = f.parseSeed(); err != nil {
		return nil, spec, err
	}
	if spec.PlayerSeeds = f.PlayerSeeds.Of; spec.PlayerSeeds != nil && f.Seed == "" {
		return nil, spec, fmt.Errorf("--player-seeds belong to one match: type its --seed as well")
	}
	config, err := f.config(ctx)
	if err != nil {
		return nil, spec, err
	}
	spec.Game, spec.Config = config.Game.Name(), config.Text
	return config, spec, nil
}

// parseSeed reads the seed as decimal digits; a strict match reads it as the
// official programs do, which take any text. Without one it draws a fresh seed.
func (f *Request) parseSeed() (int32, error) {
	if f.Seed == "" {
		return rand.Int32N(res.MaxInt), nil
	}
	if f.Strict {
		if n := kitSeed(f.Seed); n >= 0 {
			return n, nil
		}
	} else if n, err := strconv.ParseInt(f.Seed, 10, 32); err == nil && n >= 0 {
		return int32(n), nil
	}
	return 0, fmt.Errorf("--seed %q: a seed is a whole number from 0 to %d", f.Seed, res.MaxInt)
}

// kitSeed reads an integer as a C++ stream does: blanks, a sign, digits, the
// rest ignored; no number is 0, and too large a one the largest.
func kitSeed(text string) int32 {
	text = strings.TrimLeft(text, " \t\n\v\f\r")
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0
	}
	n := 0
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			break
		}
		n = min(n*10+int(c-'0'), res.MaxInt)
	}
	if strings.HasPrefix(text, "-") {
		n = -n
	}
	return int32(n)
}

// config reads the configuration: the file named, standard input where it is a
// redirected file, or the game's default.
func (f *Request) config(ctx context.Context) (*catalog.Config, error) {
	name, text, err := files.Input(ctx, f.Input)
	if err != nil {
		return nil, err
	}
	if text == nil {
		game, err := Game(f.Game)
		if err != nil {
			return nil, err
		}
		name, text, f.Ours = game.Name()+".cnf", configs.Default(game.Name()), true
	}
	f.Source, f.text = name, text
	if err := f.checkGame(); err != nil {
		return nil, err
	}
	config, err := catalog.ReadConfig(text)
	return config, f.Fault(err)
}

// Origin is what a result depends on beside its seeds and players: the name of the configuration, its
// SHA-256, and flags as they may be typed again.
func (f *Request) Origin() (config, sum, flags string) {
	return f.configName(), fmt.Sprintf("%x", sha256.Sum256(f.text)), strings.Join(f.Given(slices.Concat([]string{"player-seeds"}, rules)...), " ")
}

// configName is what the configuration is called in results.
func (f *Request) configName() string {
	if f.Ours {
		return "default"
	}
	return f.Source
}

// rules are the flags on which the course of a match may depend, beside its
// seeds and its configuration.
var rules = []string{"strict", "clock", "cpu", "wall", "match-wall", "memory", "no-limits", "sandbox"}

// checkGame refuses the configuration of another game than --game names.
func (f *Request) checkGame() error {
	if f.Game == "" {
		return nil
	}
	if _, err := Game(f.Game); err != nil {
		return err
	}
	s := res.NewScanner(f.text)
	if g, ok := catalog.ByVersion(string(s.Word())); ok && g.Name() != f.Game {
		return fmt.Errorf("%s:%d: the configuration is of %s, not of %s: leave out --game",
			f.Source, sim.Line(f.text, s.Offset()), g.Name(), f.Game)
	}
	return nil
}

// Fault adds file and line to an error of making a match, where the
// configuration is at fault.
func (f *Request) Fault(err error) error {
	if _, ok := errors.AsType[*sim.InputError](err); ok {
		return res.At(f.Source, f.text, err)
	}
	return err
}

// Game is the game that --game names, or the default one.
func Game(name string) (sim.Game, error) {
	if name == "" {
		return catalog.Default(), nil
	}
	if g, ok := catalog.Find(name); ok {
		return g, nil
	}
	return nil, fmt.Errorf("--game %q: there is %s", name, strings.Join(catalog.Names(), ", "))
}

// firstSeeds is the range from which a first seed is drawn, where all that follow fit.
const firstSeeds = 1 << 30

// FirstSeed is the first seed of several, and whether it is drawn here.
func (f *Request) FirstSeed(s *typed.Seeds) (first int32, fresh bool, err error) {
	switch {
	case s.Which && f.Seed != "":
		return 0, false, fmt.Errorf("--seed and --seeds %s exclude each other: --seeds %d is so many from --seed on", s, s.Count)
	case s.Which:
		return s.First, false, nil
	case f.Seed == "":
		return rand.Int32N(min(firstSeeds, int32(res.MaxInt-max(s.Count, 2)+2))), true, nil
	}
	first, err = f.parseSeed()
	if err == nil && s.Last(first) > res.MaxInt {
		err = fmt.Errorf("--seeds %s from --seed %d: seeds go from 0 to %d", s, first, res.MaxInt)
	}
	return first, false, err
}
