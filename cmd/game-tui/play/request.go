// Package play plays matches as a command line asks for them: one, a batch, one after another for a
// spectator, one that branches off, and one again. It shows nothing.
package play

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"game-tui/ai/process/compile"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/progress"
	"game-tui/cmd/game-tui/typed"
	"game-tui/cmd/game-tui/version"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
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
	Limits                    sim.Limits // what is usual, but for what was typed
	Preset                    string     // of --limits
	Sandbox                   sandbox.Mode
	Kit                       resolve.Typed // the folder of the kit of sources that are typed
	Build                     sandbox.Budget
	BuildRetry                bool // compile again what did not compile before

	// Given are those of the flags that were typed, as they may be typed again; Commands are those of
	// the program, which a wrong name of a player may mean.
	Given    func(names ...string) []string
	Commands func() []string

	Progress io.Writer // where it is shown how far compilers are; if nil, on standard error

	Log    func(string) // takes warnings; if nil, they go to standard error
	Serves bool         // the command runs until it is stopped, so that it logs all warnings at once
	warned bool         // Warn has logged
	noted  bool         // the edition of the kit was logged

	Quiet bool // print no warnings and notes

	Source string // name of the configuration that was read, for errors
	text   []byte // and all of it
	Ours   bool   // it is the game's default
	piped  bool   // it came on standard input although --input was not typed

	recorded *int32 // the seed of the recording that was read in place of a configuration
}

// Compiled returns the command that plays: of a source the program that is made of it.
func (r *Request) Compiled(ctx context.Context, c resolve.Command) (resolve.Command, error) {
	list := []resolve.Command{c}
	wrong := r.CompileAll(ctx, list)
	return list[0], wrong[0]
}

// CompileAll replaces the sources among commands by the programs that are made of them, as many at a time as there are
// cores, and shows how far that is. It returns what is wrong with each command.
func (r *Request) CompileAll(ctx context.Context, list []resolve.Command) (wrong []error) {
	wrong = make([]error, len(list))
	if len(list) == 0 {
		return wrong
	}
	shown := progress.NewCounter(cmp.Or[io.Writer](r.Progress, os.Stderr), len(list), "players")
	defer shown.Stop()
	compiler := r.Compiler()
	compiler.OnCompile = func(name string) (done func()) { return shown.Begin("compiling " + name) }
	reached := make([]bool, len(list))
	_ = match.Each(ctx, len(list), func(ctx context.Context, i int) error { // whose error is that of ctx
		list[i], _, wrong[i] = compiler.Command(ctx, list[i])
		reached[i] = true
		shown.Add(1)
		return nil
	})
	for i := range list {
		if !reached[i] {
			wrong[i] = context.Cause(ctx)
		}
	}
	return wrong
}

// Compiler compiles sources as the flags say.
func (r *Request) Compiler() *compile.Compiler {
	return &compile.Compiler{Kit: r.Kit, Budget: r.Build, Retry: r.BuildRetry}
}

// WasTyped reports whether a flag was typed.
func (r *Request) WasTyped(name string) bool { return r.Given(name) != nil }

// Warn logs what a user should know before programs run here, the first time that it is called. That
// the user is root is no news to most: it comes at the end of what the command prints.
func (r *Request) Warn() {
	if r.warned {
		return
	}
	r.warned = true
	for _, warning := range sandbox.Warnings(r.Sandbox) {
		r.log(warning)
	}
	switch warning := sandbox.RootWarning(); {
	case warning == "" || r.Quiet:
	case r.Serves:
		r.Log(warning)
	default:
		progress.AtEnd(warning)
	}
}

// log logs a line for the user, except with Quiet.
func (r *Request) log(line string) {
	switch {
	case r.Quiet:
	case r.Log != nil:
		r.Log(line)
	default:
		fmt.Fprintln(os.Stderr, line)
	}
}

// RequireSandbox makes programs that were not typed one by one run only in a full sandbox, unless --sandbox was typed.
// from names their folder or record, for the error.
func (r *Request) RequireSandbox(from string) error {
	if r.WasTyped("sandbox") {
		return nil
	}
	r.Sandbox = sandbox.Require
	if err := r.Sandbox.Check(); err != nil {
		return fmt.Errorf("%s contains programs: %w", from, err)
	}
	return nil
}

// Spec makes the part of a match's spec that flags say. It reads the configuration.
func (r *Request) Spec(ctx context.Context) (*catalog.Config, match.Spec, error) {
	spec := match.Spec{Engine: version.Name(), Strict: r.Strict, Pace: r.Pace}
	if r.Pace != 0 && !(r.Pace >= playback.MinSpeed) {
		return nil, spec, fmt.Errorf("--pace %v: type rounds a second from %v, or 0 for as many as there can be", r.Pace, playback.MinSpeed)
	}
	switch r.Clock {
	case "on":
		spec.Clock = true
	case "off", "": // not every command asks
	default:
		return nil, spec, fmt.Errorf("--clock %q: type --clock on or --clock off", r.Clock)
	}
	var err error
	if spec.Limits, err = r.LimitsAsked(); err != nil {
		return nil, spec, err
	}
	if spec.Seed, err = r.ParseSeed(); err != nil {
		return nil, spec, err
	}
	if err := r.Compiler().CheckKit(); err != nil {
		return nil, spec, err
	}
	config, err := r.config(ctx)
	if err != nil {
		return nil, spec, err
	}
	if r.Seed == "" && r.recorded != nil {
		spec.Seed = *r.recorded
	} else if r.Seed == "" && r.PlayerSeeds.Of != nil {
		return nil, spec, fmt.Errorf("--player-seeds belong to one match: type its --seed as well")
	}
	spec.PlayerSeeds = r.PlayerSeeds.Of
	spec.Game, spec.Config = config.Game.Name(), config.Text
	return config, spec, nil
}

// LimitNames are the flags of limits.
var LimitNames = []string{"limits", "cpu", "wall", "match-wall", "memory", "address-space", "stack", "open-files", "processes", "file-size", "no-limits"}

// BuildNames are the flags of what a compiler may use.
var BuildNames = []string{"build-processes", "build-memory", "build-disk"}

// ProgramNames are the flags on which it depends how programs play.
var ProgramNames = slices.Concat(LimitNames, []string{"sandbox", "kit"}, BuildNames)

// LimitsAsked are the limits that were typed, and otherwise those of the preset.
func (r *Request) LimitsAsked() (sim.Limits, error) {
	l := r.Limits
	switch r.Preset {
	case "judge":
		l = sim.JudgeLimits
		over(r, "cpu", &l.CPU, r.Limits.CPU)
		l.Wall = 2 * l.CPU
		over(r, "wall", &l.Wall, r.Limits.Wall)
		over(r, "match-wall", &l.MatchWall, r.Limits.MatchWall)
		over(r, "memory", &l.Memory, r.Limits.Memory)
		over(r, "address-space", &l.AddressSpace, r.Limits.AddressSpace)
		over(r, "stack", &l.Stack, r.Limits.Stack)
		over(r, "open-files", &l.OpenFiles, r.Limits.OpenFiles)
		over(r, "processes", &l.Processes, r.Limits.Processes)
		over(r, "file-size", &l.FileSize, r.Limits.FileSize)
		l.Off = r.Limits.Off
	case "":
	default:
		return l, fmt.Errorf("--limits %q: there is judge, what the course's judge allows", r.Preset)
	}
	switch {
	case min(l.CPU, l.Wall, l.MatchWall) <= 0:
		return l, errors.New("--cpu, --wall and --match-wall must be above 0; --no-limits lifts them")
	case min(l.OpenFiles, l.Processes) < 0:
		return l, errors.New("--open-files and --processes must be at least 1; 0 leaves them to the sandbox")
	}
	return l, nil
}

// over has what was typed count.
func over[T any](r *Request, flag string, limit *T, typed T) {
	if r.WasTyped(flag) {
		*limit = typed
	}
}

// ParseSeed reads the seed as decimal digits; a strict match reads it as the
// official programs do, which take any text. Without one it draws a fresh seed.
func (r *Request) ParseSeed() (int32, error) {
	if r.Seed == "" {
		return rand.Int32N(res.MaxInt), nil
	}
	if r.Strict {
		if n := kitSeed(r.Seed); n >= 0 {
			return n, nil
		}
	} else if n, err := strconv.ParseInt(r.Seed, 10, 32); err == nil && n >= 0 {
		return int32(n), nil
	}
	return 0, fmt.Errorf("--seed %q: a seed is a whole number from 0 to %d", r.Seed, res.MaxInt)
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

// input reads the file of --input, or else what is redirected or piped to standard input; the text is
// nil if there is neither.
func (r *Request) input(ctx context.Context) (name string, text []byte, err error) {
	if r.Input != "" {
		return files.Input(ctx, r.Input)
	}
	text, err = files.PipedConfig(ctx)
	if idle, ok := errors.AsType[*files.IdleError](err); ok {
		if !r.Quiet {
			fmt.Fprintf(os.Stderr, "note: %v: the default configuration is played; -i - waits for one, < %s saves the wait\n", idle, os.DevNull)
		}
		return "", nil, nil
	}
	r.piped = text != nil
	return files.StdinName, text, err
}

// config reads the configuration: the file named, standard input if a file or a pipe is redirected to
// it, or the game's default.
func (r *Request) config(ctx context.Context) (*catalog.Config, error) {
	name, text, err := r.input(ctx)
	if err != nil {
		return nil, err
	}
	if text == nil {
		game, err := Game(r.Game)
		if err != nil {
			return nil, err
		}
		if kit := r.Kit.String(); r.Game == "" && kit != "" {
			game = KitGame(kit)
		}
		name, text, r.Ours = game.Name()+".cnf", configs.Default(game.Name()), true
	}
	if files.IsRecording(text) {
		if text, err = r.settingsOf(name, text); err != nil {
			return nil, err
		}
	}
	r.Source, r.text = name, text
	if err := r.checkGame(); err != nil {
		return nil, err
	}
	config, err := catalog.ReadConfig(text)
	if err = files.Explain(name, text, files.ConfigText, err); err != nil {
		if _, ok := catalog.ByVersion(string(res.NewScanner(text).Word())); r.piped && !ok {
			err = fmt.Errorf("%w; < %s behind the command leaves standard input alone", err, os.DevNull)
		}
		return config, err
	}
	if r.Kit.String() == "" {
		return config, nil
	}
	edition := KitEdition(config.Game, r.Kit.String())
	if edition.Note != "" && !r.noted {
		r.noted = true
		r.log(fmt.Sprintf("--kit %s: %s", clean.Line(r.Kit.String()), edition.Note))
	}
	if edition.Config == "" {
		return config, nil
	}
	r.text, r.Ours = append(slices.Clip(text), edition.Config...), false
	return catalog.ReadConfig(r.text)
}

// settingsOf returns the configuration of a recording, and keeps its seed for a match without --seed.
func (r *Request) settingsOf(name string, text []byte) ([]byte, error) {
	rec, _, err := res.Read(text, catalog.Games(), name)
	if err != nil {
		return nil, files.Explain(name, text, files.ConfigText, err)
	}
	r.recorded = &rec.Meta().Seed
	return []byte(match.Config(rec)), nil
}

// Origin is what a result depends on beside its seeds and players: the name of the configuration, its
// SHA-256, and flags as they may be typed again.
func (r *Request) Origin() (config, sum, flags string) {
	config = r.Source
	if r.Ours {
		config = "default"
	}
	return config, fmt.Sprintf("%x", sha256.Sum256(r.text)), strings.Join(r.Given(slices.Concat([]string{"player-seeds"}, rules)...), " ")
}

// rules are the flags on which the course of a match may depend, beside its
// seeds and its configuration.
var rules = slices.Concat([]string{"strict", "clock"}, ProgramNames)

// checkGame refuses the configuration of another game than --game names.
func (r *Request) checkGame() error {
	if r.Game == "" {
		return nil
	}
	if _, err := Game(r.Game); err != nil {
		return err
	}
	s := res.NewScanner(r.text)
	if g, ok := catalog.ByVersion(string(s.Word())); ok && g.Name() != r.Game {
		return fmt.Errorf("%s:%d: the configuration is of %s, not of %s: leave out --game",
			r.Source, sim.Line(r.text, s.Offset()), g.Name(), r.Game)
	}
	return nil
}

// Fault adds file and line to an error of making a match, where the
// configuration is at fault.
func (r *Request) Fault(err error) error {
	if _, ok := errors.AsType[*sim.InputError](err); ok {
		return res.At(r.Source, r.text, err)
	}
	return err
}

// KitGame is the game of a kit's folder, which its configuration tells; else the default one.
func KitGame(dir string) sim.Game {
	text, err := files.Bounded(filepath.Join(dir, "default.cnf"), 1<<20)
	if err == nil {
		if g, ok := catalog.ByVersion(string(res.NewScanner(text).Word())); ok {
			return g
		}
	}
	return catalog.Default()
}

// KitEdition is the edition of a game that the kit in a folder plays. Of the kit's sources only Settings.hh is read.
func KitEdition(game sim.Game, dir string) sim.Edition {
	text, err := files.Bounded(filepath.Join(dir, "Settings.hh"), 1<<20) // without it the edition is unknown
	if _, statErr := os.Stat(filepath.Join(dir, "Player.hh")); err != nil && statErr != nil {
		return sim.Edition{} // not a kit, which the compiler reports
	}
	return game.KitEdition(text)
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
func (r *Request) FirstSeed(s *typed.Seeds) (first int32, fresh bool, err error) {
	switch {
	case s.Which && r.Seed != "":
		return 0, false, fmt.Errorf("--seed and --seeds %s exclude each other: --seeds %d is so many from --seed on", s, s.Count)
	case s.Which:
		return s.First, false, nil
	case r.Seed == "":
		return rand.Int32N(min(firstSeeds, int32(res.MaxInt-max(s.Count, 2)+2))), true, nil
	}
	first, err = r.ParseSeed()
	if err == nil && s.Last(first) > res.MaxInt {
		err = fmt.Errorf("--seed %d: %d seeds are taken from it on, and go to %d", first, max(s.Count, 1), res.MaxInt)
	}
	return first, false, err
}
