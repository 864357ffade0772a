// Package play plays matches: a single one ([RunConfig.PlaySingle]), a batch
// ([RunConfig.PlayBatch]), a series for a spectator ([Session]), or a branch ([Branch]). [Replay]
// and [Verify] repeat a match. A [Request] holds what to play. Displaying matches is left to other
// packages.
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
	"strings"

	"game-tui/ai/process/compile"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// A Request holds what to play and the limits of programs. Empty strings and nil pointers stand for
// values that were not given.
type Request struct {
	Seed                *int32 // seed of the first match; nil means a random one
	Input, Game, Output string
	PlayerSeeds         cliarg.PlayerSeeds
	WriteNotes, Strict  bool
	Pace                float64 // speed in rounds per second; 0 means no limit
	ShowClock           bool
	Limits              sim.Limits
	Sandbox             sandbox.Mode  // sandbox for programs named on the command line
	FolderSandbox       sandbox.Mode  // sandbox for programs from folders and tournament files
	Kit                 resolve.Typed // folder of the kit used to compile sources
	BuildBudget         sandbox.Budget
	RetryBuild          bool     // whether to recompile sources that failed to compile before
	Options             Options  // options to repeat in suggested commands
	CommandNames        []string // names of commands, for suggestions

	Progress io.Writer // receives compilation progress; nil means os.Stderr

	Log           func(string) // receives warnings; nil means os.Stderr
	IsServer      bool         // whether the command runs until stopped; WarnAboutPrograms then logs everything immediately
	hasWarned     bool         // whether WarnAboutPrograms has logged anything
	editionLogged bool         // whether the kit's edition has been logged

	Quiet bool // whether to suppress warnings and notes

	ConfigName      string // name of the configuration, for errors
	configText      []byte // contents of the configuration
	IsDefaultConfig bool   // whether the configuration is the game's default

	recordedSeed *int32 // seed of the recording given as the configuration, or nil
}

// Options holds command-line options, quoted for use in suggested commands.
type Options struct {
	Source []string // options that select the game and the configuration
	Rules  []string // other options that can change a match, except seeds
	Limits []string // options in Rules that set limits
	View   []string // options of the spectator
}

// CompileAll replaces the sources in commands with compiled programs, showing progress. It returns an
// error or nil for each command.
func (r *Request) CompileAll(ctx context.Context, commands []resolve.Command) (errs []error) {
	errs = make([]error, len(commands))
	if len(commands) == 0 {
		return errs
	}
	shown := progress.NewCounter(cmp.Or[io.Writer](r.Progress, os.Stderr), len(commands), "players")
	defer shown.Stop()
	compiler := r.Compiler()
	compiler.OnCompile = func(name string) (done func()) { return shown.Begin("compiling " + name) }
	reached := make([]bool, len(commands))
	// Compile errors are in errs, so an error only means that ctx ended.
	_ = match.ParallelFor(ctx, len(commands), func(ctx context.Context, i int) error {
		commands[i], _, errs[i] = compiler.Compile(ctx, commands[i])
		reached[i] = true
		shown.Add(1)
		return nil
	})
	for i := range commands {
		if !reached[i] {
			errs[i] = context.Cause(ctx)
		}
	}
	return errs
}

func (r *Request) Compiler() *compile.Compiler {
	return &compile.Compiler{Kit: r.Kit, Budget: r.BuildBudget, Retry: r.RetryBuild}
}

// WarnAboutPrograms logs warnings about running programs on this machine, once. The warning about
// running as root comes when the command ends, or immediately if r.IsServer is set.
func (r *Request) WarnAboutPrograms() {
	if r.hasWarned {
		return
	}
	r.hasWarned = true
	for _, warning := range sandbox.Warnings(r.Sandbox) {
		r.log(warning)
	}
	switch warning := sandbox.RootWarning(); {
	case warning == "" || r.Quiet:
	case r.IsServer:
		r.Log(warning)
	default:
		progress.PrintLater(warning)
	}
}

func (r *Request) log(line string) {
	switch {
	case r.Quiet:
	case r.Log != nil:
		r.Log(line)
	default:
		fmt.Fprintln(os.Stderr, line)
	}
}

// RequireSandbox prepares for programs from a folder or a tournament file; source names it in errors.
// If FolderSandbox is sandbox.Require, it selects a full sandbox, or returns an error if that is
// unavailable.
func (r *Request) RequireSandbox(source string) error {
	if r.FolderSandbox != sandbox.Require {
		return nil
	}
	r.Sandbox = sandbox.Require
	if err := r.Sandbox.Check(); err != nil {
		return fmt.Errorf("%s contains programs: %w", source, err)
	}
	return nil
}

// ConfigAndSpec reads the configuration. It also returns the spec of a match without players.
func (r *Request) ConfigAndSpec(ctx context.Context) (*catalog.Config, match.Spec, error) {
	spec := match.Spec{EngineVersion: buildinfo.Name(), Strict: r.Strict, Pace: r.Pace, ShowClock: r.ShowClock, Limits: r.Limits, PlayerSeeds: r.PlayerSeeds.Seeds}
	if err := r.Compiler().CheckKit(); err != nil {
		return nil, spec, err
	}
	config, err := r.readConfig(ctx)
	if err != nil {
		return nil, spec, err
	}
	switch {
	case r.Seed != nil:
		spec.Seed = *r.Seed
	case r.recordedSeed != nil:
		spec.Seed = *r.recordedSeed
	case r.PlayerSeeds.Seeds != nil:
		return nil, spec, errors.New("--player-seeds only applies to one match; add its --seed")
	default:
		spec.Seed = rand.Int32N(res.MaxInt)
	}
	spec.Game, spec.Config = config.Game.Name(), config.Text
	return config, spec, nil
}

// readInput reads the file r.Input or redirected standard input. If there is neither, text is nil.
func (r *Request) readInput(ctx context.Context) (name string, text []byte, err error) {
	if r.Input != "" {
		return files.ReadInput(ctx, r.Input)
	}
	text, err = files.ReadPipedConfig(ctx)
	if errors.Is(err, files.ErrIdle) {
		if !r.Quiet {
			fmt.Fprintf(os.Stderr, "note: %v; playing the default configuration (to wait for one, add -i -; to avoid the wait, add < %s)\n", err, os.DevNull)
		}
		return "", nil, nil
	}
	return files.StdinName, text, err
}

func (r *Request) readConfig(ctx context.Context) (*catalog.Config, error) {
	name, text, err := r.readInput(ctx)
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
		name, text, r.IsDefaultConfig = game.Name()+".cnf", configs.Default(game.Name()), true
	}
	if files.IsRecording(text) {
		rec, _, err := res.Read(text, catalog.Games(), name)
		if err != nil {
			return nil, files.ExplainParseError(name, text, files.ConfigKind, err)
		}
		text, r.recordedSeed = []byte(match.Config(rec)), &rec.Meta().Seed
	}
	r.ConfigName, r.configText = name, text
	if err := r.checkGame(); err != nil {
		return nil, err
	}
	config, err := catalog.ReadConfig(text)
	if err = files.ExplainParseError(name, text, files.ConfigKind, err); err != nil || r.Kit.String() == "" {
		return config, err
	}
	edition := KitEdition(config.Game, r.Kit.String())
	if edition.Note != "" && !r.editionLogged {
		r.editionLogged = true
		r.log(fmt.Sprintf("--kit %s: %s", sanitize.Line(r.Kit.String()), edition.Note))
	}
	if edition.ConfigLine == "" {
		return config, nil
	}
	r.configText, r.IsDefaultConfig = append(slices.Clip(text), edition.ConfigLine...), false
	return catalog.ReadConfig(r.configText)
}

// Origin returns the name of the configuration, its SHA-256, and the options that can change a
// match.
func (r *Request) Origin() (config, sum, options string) {
	config = r.ConfigName
	if r.IsDefaultConfig {
		config = "default"
	}
	list := r.Options.Rules
	if r.PlayerSeeds.Seeds != nil {
		list = append([]string{"--player-seeds=" + r.PlayerSeeds.String()}, list...)
	}
	return config, fmt.Sprintf("%x", sha256.Sum256(r.configText)), strings.Join(list, " ")
}

func (r *Request) checkGame() error {
	if r.Game == "" {
		return nil
	}
	if _, err := Game(r.Game); err != nil {
		return err
	}
	s := res.NewScanner(r.configText)
	if g, ok := catalog.FindByVersion(string(s.Word())); ok && g.Name() != r.Game {
		return fmt.Errorf("%s:%d: the configuration is for %s, not %s; omit --game",
			r.ConfigName, sim.LineNumber(r.configText, s.Offset()), g.Name(), r.Game)
	}
	return nil
}

// ExplainError adds the file name and line to an error about the configuration.
func (r *Request) ExplainError(err error) error {
	if _, ok := errors.AsType[*sim.InputError](err); ok {
		return res.WithPosition(r.ConfigName, r.configText, err)
	}
	return err
}

// KitGame returns the game of a kit, or the default game if the kit's game is unknown.
func KitGame(dir string) sim.Game {
	text, err := files.ReadBounded(filepath.Join(dir, "default.cnf"), 1<<20)
	if err == nil {
		if g, ok := catalog.FindByVersion(string(res.NewScanner(text).Word())); ok {
			return g
		}
	}
	return catalog.Default()
}

// KitEdition returns the edition of the game in a kit. It reads only Settings.hh.
func KitEdition(game sim.Game, dir string) sim.Edition {
	if edition := game.Definition().DetectEdition; edition != nil {
		text, _ := files.ReadBounded(filepath.Join(dir, "Settings.hh"), 1<<20) // If unreadable, the edition is unknown.
		return edition(text)
	}
	return sim.Edition{}
}

// Game returns the game with the given name. An empty name means the default game.
func Game(name string) (sim.Game, error) {
	if name == "" {
		return catalog.Default(), nil
	}
	if g, ok := catalog.Find(name); ok {
		return g, nil
	}
	return nil, fmt.Errorf("--game %q: unknown game; expected one of %s", name, strings.Join(catalog.Names(), ", "))
}

// maxRandomSeed bounds random seeds, leaving room for the seeds that follow.
const maxRandomSeed = 1 << 30

// FirstSeed returns the first of several seeds; isRandom reports whether it was chosen at random.
func (r *Request) FirstSeed(s *cliarg.Seeds) (first int32, isRandom bool, err error) {
	switch {
	case s.IsRange && r.Seed != nil:
		return 0, false, fmt.Errorf("--seed and --seeds %s cannot be combined; --seeds %d plays that many from --seed on", s, s.Count)
	case s.IsRange:
		return s.First, false, nil
	case r.Seed == nil:
		return rand.Int32N(min(maxRandomSeed, int32(res.MaxInt-max(s.Count, 2)+2))), true, nil
	case s.Last(*r.Seed) > res.MaxInt:
		return 0, false, fmt.Errorf("--seed %d: %d seeds from this one on would exceed %d", *r.Seed, max(s.Count, 1), res.MaxInt)
	}
	return *r.Seed, false, nil
}
