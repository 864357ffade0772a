package main

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

// matchFlags are what is asked of a match, or of many: how a command line says it.
type matchFlags struct {
	seed, input, game, output string
	playerSeeds               typed.PlayerSeeds
	notes, strict             bool
	pace                      float64
	clock                     string
	cpu, wall, matchWall      time.Duration
	memory                    string
	noLimits                  bool
	sandbox                   string

	// given are those of the flags that were typed, as they may be typed again; commands are those of
	// the program, which a wrong name of a player may mean.
	given    func(names ...string) []string
	commands func() []string

	source string // name of the configuration that was read, for errors
	text   []byte // and all of it
	ours   bool   // it is the game's default
}

// wasTyped reports whether a flag was typed.
func (f *matchFlags) wasTyped(name string) bool { return f.given(name) != nil }

// spec makes the part of a match's spec that flags say. It reads the configuration.
func (f *matchFlags) spec(ctx context.Context) (*catalog.Config, match.Spec, error) {
	spec := match.Spec{Engine: version.Name(), Strict: f.strict, Pace: f.pace}
	if f.pace != 0 && !(f.pace >= playback.MinSpeed) {
		return nil, spec, fmt.Errorf("--pace %v: type rounds a second from %v, or 0 for as many as there can be", f.pace, playback.MinSpeed)
	}
	switch f.clock {
	case "on":
		spec.Clock = true
	case "off", "": // not every command asks
	default:
		return nil, spec, fmt.Errorf("--clock %q: type --clock on or --clock off", f.clock)
	}
	memory, err := typed.Size(f.memory)
	if err != nil {
		return nil, spec, err
	}
	if f.cpu <= 0 || f.wall <= 0 || f.matchWall <= 0 {
		return nil, spec, fmt.Errorf("--cpu, --wall and --match-wall must be above 0; --no-limits lifts them")
	}
	spec.Limits = sim.Limits{CPU: f.cpu, Wall: f.wall, MatchWall: f.matchWall, Memory: memory, Off: f.noLimits}
	if spec.Seed, err = f.parseSeed(); err != nil {
		return nil, spec, err
	}
	if spec.PlayerSeeds = f.playerSeeds.Of; spec.PlayerSeeds != nil && f.seed == "" {
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
func (f *matchFlags) parseSeed() (int32, error) {
	if f.seed == "" {
		return rand.Int32N(res.MaxInt), nil
	}
	if f.strict {
		if n := kitSeed(f.seed); n >= 0 {
			return n, nil
		}
	} else if n, err := strconv.ParseInt(f.seed, 10, 32); err == nil && n >= 0 {
		return int32(n), nil
	}
	return 0, fmt.Errorf("--seed %q: a seed is a whole number from 0 to %d", f.seed, res.MaxInt)
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
func (f *matchFlags) config(ctx context.Context) (*catalog.Config, error) {
	name, text, err := files.Input(ctx, f.input)
	if err != nil {
		return nil, err
	}
	if text == nil {
		game := f.game
		if game == "" {
			game = catalog.Default().Name()
		}
		if _, ok := catalog.Find(game); !ok {
			return nil, unknownGame(game)
		}
		name, text, f.ours = game+".cnf", configs.Default(game), true
	}
	f.source, f.text = name, text
	if err := f.checkGame(); err != nil {
		return nil, err
	}
	config, err := catalog.ReadConfig(text)
	return config, f.fault(err)
}

// origin is what a result depends on beside its seeds and players: the name of the configuration, its
// SHA-256, and flags as they may be typed again.
func (f *matchFlags) origin() (config, sum, flags string) {
	return f.configName(), fmt.Sprintf("%x", sha256.Sum256(f.text)), strings.Join(f.given(slices.Concat([]string{"player-seeds"}, rules)...), " ")
}

// configName is what the configuration is called in results.
func (f *matchFlags) configName() string {
	if f.ours {
		return "default"
	}
	return f.source
}

// rules are the flags on which the course of a match may depend, beside its
// seeds and its configuration.
var rules = []string{"strict", "clock", "cpu", "wall", "match-wall", "memory", "no-limits", "sandbox"}

// checkGame refuses the configuration of another game than --game names.
func (f *matchFlags) checkGame() error {
	if f.game == "" {
		return nil
	}
	if _, ok := catalog.Find(f.game); !ok {
		return unknownGame(f.game)
	}
	s := res.NewScanner(f.text)
	if g, ok := catalog.ByVersion(string(s.Word())); ok && g.Name() != f.game {
		return fmt.Errorf("%s:%d: the configuration is of %s, not of %s: leave out --game",
			f.source, sim.Line(f.text, s.Offset()), g.Name(), f.game)
	}
	return nil
}

// fault adds file and line to an error of making a match, where the
// configuration is at fault.
func (f *matchFlags) fault(err error) error {
	if _, ok := errors.AsType[*sim.InputError](err); ok {
		return res.At(f.source, f.text, err)
	}
	return err
}

func unknownGame(name string) error {
	return fmt.Errorf("--game %q: there is %s", name, strings.Join(catalog.Names(), ", "))
}

// firstSeeds is the range from which a first seed is drawn, where all that follow fit.
const firstSeeds = 1 << 30

// firstSeed is the first seed of several, and whether it is drawn here.
func (f *matchFlags) firstSeed(s *typed.Seeds) (first int32, fresh bool, err error) {
	switch {
	case s.Which && f.seed != "":
		return 0, false, fmt.Errorf("--seed and --seeds %s exclude each other: --seeds %d is so many from --seed on", s, s.Count)
	case s.Which:
		return s.First, false, nil
	case f.seed == "":
		return rand.Int32N(min(firstSeeds, int32(res.MaxInt-max(s.Count, 2)+2))), true, nil
	}
	first, err = f.parseSeed()
	if err == nil && s.Last(first) > res.MaxInt {
		err = fmt.Errorf("--seeds %s from --seed %d: seeds go from 0 to %d", s, first, res.MaxInt)
	}
	return first, false, err
}
