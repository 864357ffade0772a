package roster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// PlannedPlayers holds the players of a plan. Programs run from copies of their files, whose hashes the
// plan lists.
type PlannedPlayers struct {
	Game     sim.Game
	Plan     *league.Plan
	Limits   sim.Limits
	Sandbox  sandbox.Mode
	Copies   *Copies
	Fetch    league.FetchFunc // fetches the players' files; nil means from the local disk
	File     string           // path of the tournament file; if empty, files listed in it are not opened
	Finished func(int) bool   // reports whether a player has no matches left; may be nil

	mu            sync.Mutex
	programCopies map[int]Copy // copied programs by index in Plan.Players
}

// New returns the players of p, without copying any programs yet. Callers must close copies.
func New(game sim.Game, p *league.Plan, mode sandbox.Mode, copies *Copies) *PlannedPlayers {
	return &PlannedPlayers{Game: game, Plan: p, Limits: p.Limits.MatchLimits(), Sandbox: mode, Copies: copies, programCopies: map[int]Copy{}}
}

// Bind uses the contender's copy for each identical program in the plan. It reports whether the
// plan contains the contender.
func (c *PlannedPlayers) Bind(contender *Contender) (found bool) {
	for i := range c.Plan.Players {
		e := &c.Plan.Players[i]
		if sameProgram(e.Program, contender.Program) {
			c.programCopies[i] = contender.programCopy
			found = true
		}
		found = found || e.BuiltinName != "" && e.BuiltinName == contender.BuiltinName
	}
	return found
}

// Available reports whether a player is built in, has been copied, or can be copied.
func (c *PlannedPlayers) Available(i int) bool {
	_, ok := c.programCopies[i]
	return ok || c.Plan.Players[i].Program == nil || c.File != "" || c.Fetch != nil
}

func (c *PlannedPlayers) isFinished(i int) bool { return c.Finished != nil && c.Finished(i) }

// HasCopiedPrograms reports whether any program was copied.
func (c *PlannedPlayers) HasCopiedPrograms() bool { return len(c.programCopies) > 0 }

// Field returns a field in which the entries of unavailable and finished players are empty.
func (c *PlannedPlayers) Field(ctx context.Context) (*match.Field, error) {
	field := EmptyField(c.Game, c.Plan)
	field.Spec.Limits = c.Limits
	field.Entries = make([]match.Entry, len(c.Plan.Players))
	for i := range field.Entries {
		if !c.Available(i) || c.isFinished(i) {
			continue
		}
		var err error
		if field.Entries[i], err = c.Entry(ctx, i); err != nil {
			return nil, fmt.Errorf("player %s: %w", c.Plan.Players[i].Name, err)
		}
	}
	return field, nil
}

// AskNames starts the programs that were given as folders and stores the names they report in the
// plan. Programs that take too long keep only the name of their folder.
func (c *PlannedPlayers) AskNames(ctx context.Context, field *match.Field) error {
	settings, _, err := c.Game.ReadSettings([]byte(c.Plan.Config))
	if err != nil {
		return err
	}
	asked, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_ = match.ParallelFor(asked, len(field.Entries), func(ctx context.Context, i int) error {
		e := &c.Plan.Players[i]
		if g := e.Program; g == nil || len(g.Argv) > 1 || len(g.Files) == 0 || !strings.Contains(g.Files[0].Name, "/") {
			return nil
		}
		player := field.Entries[i].New().(sim.Starter) // All programs implement sim.Starter.
		defer player.Close()
		name, out := player.Start(ctx, sim.StartInfo{Game: c.Game, Settings: settings})
		if out == nil && sanitize.IsName(name, sim.MaxNameLen) && sanitize.CombineNames(e.Name, name) != e.Name {
			e.OwnName = name
		}
		return nil
	})
	return ctx.Err()
}

func (c *PlannedPlayers) Entry(ctx context.Context, i int) (match.Entry, error) {
	e := &c.Plan.Players[i]
	if e.Program == nil {
		b, ok := ai.Find(c.Game.Name(), e.BuiltinName)
		if !ok {
			return match.Entry{}, fmt.Errorf("%[2]s has no built-in player %[1]s", sanitize.Truncate(e.BuiltinName, 40), c.Game.Title())
		}
		return match.Entry{Player: match.PlayerSpec{Name: b.Name}, New: b.New}, nil
	}
	made, err := c.copyProgram(ctx, i)
	if err != nil {
		return match.Entry{}, err
	}
	entry, err := play.NewProgram(WordOf(e), made.Command, c.Limits, c.Sandbox)
	entry.CheckDamage = made.CheckIntact
	return entry, err
}

func (c *PlannedPlayers) copyProgram(ctx context.Context, i int) (Copy, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if made, ok := c.programCopies[i]; ok {
		return made, nil
	}
	fetch := c.Fetch
	if fetch == nil {
		fetch = func(_ context.Context, f league.ProgramFile, w io.Writer) error {
			file, err := openListed(c.File, c.Plan.Players[i].Program.Argv[f.ArgIndex], f.Name)
			if err != nil {
				return err
			}
			defer file.Close()
			h := sha256.New()
			n, err := io.Copy(io.MultiWriter(h, w), io.LimitReader(file, f.Size+1))
			if err == nil && (n != f.Size || hex.EncodeToString(h.Sum(nil)) != f.SHA256) {
				err = errors.New("changed since the tournament began")
			}
			return err
		}
	}
	made, err := c.Copies.CopyPlanned(ctx, c.Plan.Players[i].Program, fetch)
	if err == nil {
		c.programCopies[i] = made
	}
	return made, err
}

// Warn logs warnings about running the programs of a plan, if it has any. Later warnings also go to
// log.
func (r *Loader) Warn(p *league.Plan, log func(string)) {
	if CountPrograms(p) > 0 {
		r.Request.Log = log
		r.Request.WarnAboutPrograms()
	}
}

// FindBroken returns the indices of players whose programs do not start on this machine, so that
// workers are not blamed for them.
func (c *PlannedPlayers) FindBroken(ctx context.Context) (list []int) {
	for i := range c.Plan.Players {
		if c.Plan.Players[i].Program != nil && c.CheckStart(ctx, i) != nil {
			list = append(list, i)
		}
	}
	return list
}

// CheckStart returns an error if a program does not start. It returns nil if the machine is too
// busy to tell.
func (c *PlannedPlayers) CheckStart(ctx context.Context, i int) error {
	made, err := c.copyProgram(ctx, i)
	if err == nil {
		_, _, err = process.Describe(ctx, process.Spec{Command: made.Command, Limits: c.Plan.Limits.MatchLimits(), Sandbox: c.Sandbox})
	}
	if errors.Is(err, process.ErrBusy) {
		return nil
	}
	return err
}

// A Contender is a player named on the command line, for a new or resumed tournament.
type Contender struct {
	league.Entry
	programCopy Copy
}

func GameOf(file string, p *league.Plan) (sim.Game, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("%s: unknown game %q", file, p.Game)
	}
	return game, nil
}

// EmptyField returns a field with the game and configuration of a plan, but without players.
func EmptyField(game sim.Game, p *league.Plan) *match.Field {
	return &match.Field{Game: game, Spec: match.Spec{EngineVersion: p.EngineVersion, Game: p.Game, Config: p.Config, Limits: p.Limits.MatchLimits()}}
}

func CountPrograms(p *league.Plan) (n int) {
	for _, e := range p.Players {
		if e.Program != nil {
			n++
		}
	}
	return n
}

// CanSandbox reports whether this system can run the programs of a plan in a full sandbox.
func CanSandbox(p *league.Plan) bool { return CountPrograms(p) == 0 || sandbox.Require.Check() == nil }

// WordOf returns the word that names a player on the command line.
func WordOf(e *league.Entry) string {
	if e.Program == nil {
		return e.BuiltinName
	}
	return resolve.Format(e.Program.Argv)
}

// UntrustedLimits are the highest limits that a tournament file may set without the user's consent.
var UntrustedLimits = sim.Limits{CPU: 10 * time.Second, Wall: time.Minute, MatchWall: 10 * time.Minute, Memory: 1 << 30}

// A Limit is one of a plan's limits, formatted as an option.
type Limit struct {
	Option     string // such as --cpu=10s
	Max        string // highest value allowed
	isDefault  bool
	exceedsMax bool // whether the limit is above Max or unlimited
}

func limitsOf(p *league.Plan, maxLimits sim.Limits) []Limit {
	l, defaults := p.Limits.MatchLimits(), sim.DefaultLimits
	if l.Unlimited {
		return []Limit{{Option: "--no-limits", exceedsMax: true}}
	}
	return []Limit{newLimit("cpu", l.CPU, defaults.CPU, maxLimits.CPU), newLimit("wall", l.Wall, defaults.Wall, maxLimits.Wall),
		newLimit("match-wall", l.MatchWall, defaults.MatchWall, maxLimits.MatchWall),
		newLimit("memory", cliarg.Size(l.Memory), cliarg.Size(defaults.Memory), cliarg.Size(maxLimits.Memory)),
		newExtraLimit("address-space", cliarg.Size(l.AddressSpace)), newExtraLimit("stack", cliarg.Size(l.Stack)),
		newExtraLimit("open-files", l.OpenFiles), newExtraLimit("processes", l.Processes), newExtraLimit("file-size", cliarg.Size(l.FileSize))}
}

func newLimit[T time.Duration | cliarg.Size | int](name string, value, defaultValue, maxValue T) Limit {
	return Limit{fmt.Sprintf("--%s=%v", name, value), fmt.Sprint(maxValue), value == defaultValue, capLimit(value, maxValue) != value}
}

// newExtraLimit returns a limit that is off by default and has no maximum.
func newExtraLimit[T time.Duration | cliarg.Size | int](name string, value T) Limit {
	return newLimit(name, value, 0, value)
}

// capLimit returns the lower of two limits. A limit of 0 means unlimited.
func capLimit[T time.Duration | cliarg.Size | int | int64](value, maxValue T) T {
	if value == 0 {
		return maxValue
	}
	return min(value, maxValue)
}

// LimitsBeyond returns the limits of a plan that exceed maxLimits.
func LimitsBeyond(p *league.Plan, maxLimits sim.Limits) []Limit {
	return slices.DeleteFunc(limitsOf(p, maxLimits), func(l Limit) bool { return !l.exceedsMax })
}

// LimitOptions returns the options for limits that differ from the defaults, or --limits=judge for
// the judge's.
func LimitOptions(p *league.Plan) (options []string) {
	if p.Limits.Limits == sim.JudgeLimits {
		return []string{"--limits=judge"}
	}
	for _, l := range limitsOf(p, UntrustedLimits) {
		if !l.isDefault {
			options = append(options, l.Option)
		}
	}
	return options
}

// RequiredLimits returns the limits of programs that the user must give again because they exceed
// UntrustedLimits.
func RequiredLimits(p *league.Plan) []Limit {
	if CountPrograms(p) == 0 {
		return nil
	}
	return LimitsBeyond(p, UntrustedLimits)
}

// CheckLimits returns an error unless exactly the required limits were given. command returns the
// command to suggest.
func CheckLimits(file string, options []string, required []Limit, command func() string) error {
	nameOf := func(option string) string { return strings.SplitN(option, "=", 2)[0] }
	for _, option := range options {
		if !slices.ContainsFunc(required, func(l Limit) bool { return nameOf(l.Option) == nameOf(option) }) {
			return fmt.Errorf("%s: the file's limits cannot change; omit %s", file, nameOf(option))
		}
	}
	for _, l := range required {
		if !slices.Contains(options, l.Option) {
			return fmt.Errorf("%s gives programs higher limits than usual (%s); if you trust the file, run %s", file, l.Option, command())
		}
	}
	return nil
}

// CapLimits returns l, lowered to UntrustedLimits where it exceeds them.
func CapLimits(l sim.Limits) sim.Limits {
	maxLimits := UntrustedLimits
	l.CPU, l.Wall, l.MatchWall = capLimit(l.CPU, maxLimits.CPU), capLimit(l.Wall, maxLimits.Wall), capLimit(l.MatchWall, maxLimits.MatchWall)
	l.Memory, l.Unlimited = capLimit(l.Memory, maxLimits.Memory), false
	return l
}
