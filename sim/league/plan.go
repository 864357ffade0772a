// Package league manages tournaments on one or many machines. Make a [Plan], then call [Create] to
// write it to a new [File]. An [Engine] hands out the tasks to play and takes their results.
// [ReadStandings] reads a tournament file.
//
// Results depend only on the plan and the task number, so a lost task can be played again and a
// repeated one counts once. In a tournament file, the plan, each result and each [Amendment] is a
// line with a checksum.
package league

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"game-tui/sim"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
)

const (
	version        = 3
	MaxProgramSize = 256 << 20
	MaxPlan        = 32 << 20
	maxNameLen     = 64
	maxNameBytes   = 128 << 10 // maximum size of a program's command line and file names as JSON, in bytes
	maxReason      = 400
	maxAmendments  = 1000
)

// A Plan holds everything that determines the results of a tournament. It is immutable, and is
// stored in the first line of a File.
type Plan struct {
	Version       int             `json:"format"`
	ID            string          `json:"id"`
	EngineVersion string          `json:"engine"`
	Game          string          `json:"game"`
	Config        string          `json:"config"`
	ConfigFile    string          `json:"source,omitempty"` // configuration's file name; empty means the default
	Format        schedule.Format `json:"design"`
	Seed          int32           `json:"seed"` // seed of block 0; block b plays Seed+b
	Seeds         int             `json:"seeds"`
	Keys          []PlanKey       `json:"keys,omitempty"` // at most one key; without one, the kit's seeds are used
	Limits        Limits          `json:"limits"`
	Players       []Entry         `json:"players"`
	Rejected      []Rejection     `json:"left_out,omitempty"`

	Playoff *schedule.PlayoffRules `json:"playoff,omitempty"` // required if Format is Playoff

	// Amendments holds the amendments in force, in order. Each has its own line in the file.
	Amendments []Amendment `json:"amendments,omitempty"`
}

// An Amendment changes a plan that is being played. Earlier results stay valid.
type Amendment struct {
	N     int    `json:"amendment"`       // number of the amendment, from 1
	Seeds int    `json:"seeds,omitempty"` // total number of blocks; 0 means no change
	Key   string `json:"key_sha256,omitempty"`
}

// Blocks returns the number of blocks after all amendments.
func (p *Plan) Blocks() int {
	for _, a := range slices.Backward(p.Amendments) {
		if a.Seeds > 0 {
			return a.Seeds
		}
	}
	return p.Seeds
}

func (p *Plan) params() schedule.Params {
	return schedule.Params{Players: p.Names(), Seed: p.Seed, Seeds: p.Blocks(), Keyed: len(p.Keys) > 0, Playoff: p.Playoff}
}

func (p *Plan) MaxBlocks() int { return p.Format.MaxBlocks(p.params()) }

// Describe briefly describes which players meet.
func (p *Plan) Describe() string { return p.Format.Describe(p.params()) }

// DescribeOpponents describes the opponents that a player's P(pass) assumes.
func (p *Plan) DescribeOpponents() string { return p.Format.DescribeOpponents(p.params()) }

// WithStandIn returns a copy of a play-off's plan with an additional stand-in.
func (p *Plan) WithStandIn(player Entry, s schedule.StandIn) (*Plan, error) {
	amended, e := *p, *p.Playoff
	amended.Players = append(slices.Clone(p.Players), player)
	e.StandIns = append(slices.Clone(e.StandIns), s)
	amended.Playoff = &e
	return &amended, amended.Seal()
}

func (p *Plan) withAmendment(a Amendment) (*Plan, error) {
	c := *p
	c.Amendments = append(slices.Clip(p.Amendments), a)
	return &c, c.checkBlocks()
}

// A Rejection is a submission that does not take part.
type Rejection struct {
	Name   string `json:"player"`
	Reason string `json:"reason"`
}

// Limits are the limits that apply to programs. The zero value sets no limits.
type Limits struct {
	sim.Limits        // Unlimited is never set here; MatchLimits derives it.
	Sandbox    string `json:"sandbox,omitempty"` // "require": machines without a sandbox play no programs
}

// MatchLimits returns the limits for a match. They are Unlimited if l is the zero value.
func (l Limits) MatchLimits() sim.Limits {
	l.Unlimited = l.Limits == (sim.Limits{})
	return l.Limits
}

type Entry struct {
	Name        string   `json:"name"`          // unique in the plan
	OwnName     string   `json:"own,omitempty"` // name that the program gives itself, if different
	BuiltinName string   `json:"builtin,omitempty"`
	Program     *Program `json:"program,omitempty"`
}

func (e *Entry) DisplayName() string { return sanitize.CombineNames(e.Name, e.OwnName) }

type Program struct {
	// Argv is the program's file or folder, or a command line. Paths are relative to the folder in
	// which the tournament was started; the command itself may be looked up in PATH.
	Argv  []string      `json:"argv"`
	Files []ProgramFile `json:"files"`
}

type ProgramFile struct {
	// ArgIndex is the index of the word in Argv that the file belongs to. Name is the file's path
	// relative to the parent folder of that word: "bot.py" for a/bot.py, "anna/main.py" for
	// players/anna. It is local and has no "..".
	ArgIndex   int    `json:"word,omitempty"`
	Name       string `json:"name"`
	SHA256     string `json:"sha256"`
	Size       int64  `json:"size"`
	Executable bool   `json:"exec,omitempty"`
}

// A FetchFunc writes a program's file to w and verifies its hash.
type FetchFunc func(ctx context.Context, f ProgramFile, w io.Writer) error

var ErrProgramTooLarge = fmt.Errorf("its files are larger than %d MiB in total", MaxProgramSize>>20)

// Seal validates the plan and sets its version and ID, which is a hash of the plan without
// amendments.
func (p *Plan) Seal() error {
	p.Version = version
	p.ID = p.hash()
	if err := p.Check(); err != nil {
		return err
	}
	if line := formatLine(p); len(line) > MaxPlan {
		return fmt.Errorf("the plan has %d bytes, over the limit of %d; use fewer files", len(line), MaxPlan)
	}
	return nil
}

func (p *Plan) hash() string {
	c := *p
	c.ID, c.Amendments = "", nil
	text, _ := json.Marshal(&c)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Check validates a plan, which may be untrusted. Error messages have one line.
func (p *Plan) Check() error {
	switch {
	case p.Version != version:
		return fmt.Errorf("the plan has version %d, but this program reads version %d; use the game-tui that created it", p.Version, version)
	case p.ID != p.hash():
		return fmt.Errorf("%w: its id does not match", errPlanDamaged)
	}
	if l := p.Limits; min(l.CPU, l.Wall, l.MatchWall) < 0 || min(l.Memory, l.AddressSpace, l.Stack, l.FileSize) < 0 ||
		min(l.OpenFiles, l.Processes) < 0 || l.Unlimited {
		return errors.New("the plan has invalid limits")
	}
	if !utf8.ValidString(p.EngineVersion+p.Game+p.ConfigFile+p.Config) || strings.ContainsFunc(p.Config, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r) }) {
		return errors.New("the plan's engine, game, source or configuration is not valid text")
	}
	if err := p.checkPlayers(); err != nil {
		return err
	}
	return p.checkBlocks()
}

func (p *Plan) checkBlocks() error {
	switch {
	case p.Seeds < 1 || p.Seed < 0 || int64(p.Seed)+int64(p.Blocks())-1 > math.MaxInt32:
		return fmt.Errorf("the plan's %d seeds starting at %d exceed the range 0 to %d", p.Blocks(), p.Seed, math.MaxInt32)
	case len(p.Amendments) > 0 && p.Format.IsKnockout() || len(p.Amendments) > maxAmendments:
		return fmt.Errorf("the plan has more than %d amendments, or amends a play-off or a final", maxAmendments)
	}
	for i, a := range p.Amendments {
		if a.N != i+1 || a.Seeds < 0 {
			return fmt.Errorf("amendment %d of the plan is invalid or should be number %d", a.N, i+1)
		}
	}
	if err := p.checkKeys(); err != nil {
		return err
	}
	if p.Blocks() > p.MaxBlocks() {
		return fmt.Errorf("the plan has %d seeds of %d matches each, over the limit of %d matches", p.Blocks(), p.Format.TasksPerSeed(p.params()), schedule.MaxTasks)
	}
	return nil
}

var errPlanDamaged = errors.New("the tournament plan was changed or damaged")

func (p *Plan) checkPlayers() error {
	if err := p.Format.Check(p.params()); err != nil {
		return err
	}
	names := map[string]bool{}
	for _, e := range p.Players {
		switch {
		case names[e.Name] || !sanitize.IsTitle(e.Name, maxNameLen) || e.OwnName != "" && !sanitize.IsName(e.OwnName, sim.MaxNameLen):
			return fmt.Errorf("the plan has two players called %q, or one with an invalid name", e.Name)
		case (e.Program == nil) != sanitize.IsTitle(e.BuiltinName, maxNameLen):
			return fmt.Errorf("player %q must be either built in or a program", e.Name)
		}
		names[e.Name] = true
		if err := e.Program.Check(); err != nil {
			return fmt.Errorf("player %q: %w", e.Name, err)
		}
	}
	for i, l := range p.Rejected {
		if i == sim.MaxPlayerFiles || !sanitize.IsTitle(l.Name, maxNameLen) || !sanitize.IsTitle(l.Reason, maxReason) {
			return fmt.Errorf("the plan rejects too many submissions, or rejects %q without a valid name and reason", l.Name)
		}
	}
	return nil
}

// NewRejection returns a Rejection with a shortened reason.
func NewRejection(name, reason string) Rejection {
	return Rejection{name, sanitize.Truncate(reason, maxReason)}
}

func (g *Program) Check() error {
	if g == nil {
		return nil
	}
	if len(g.Argv) == 0 || len(g.Argv) > 64 || len(g.Files) > sim.MaxPlayerFiles {
		return fmt.Errorf("invalid program with %d command words and %d files", len(g.Argv), len(g.Files))
	}
	nameBytes := 0
	for _, word := range g.Argv {
		if len(word) > sim.MaxCommandWordLen {
			return fmt.Errorf("%q has %d bytes, over the limit of %d", sanitize.Truncate(word, 40), len(word), sim.MaxCommandWordLen)
		}
		if !utf8.ValidString(word) || strings.Contains(word, "\x00") {
			return fmt.Errorf("%q is not UTF-8; rename it", word)
		}
		nameBytes += jsonLen(word)
	}
	for _, f := range g.Files {
		if f.ArgIndex < 0 || f.ArgIndex >= len(g.Argv) || !filepath.IsLocal(f.Name) || strings.ContainsAny(f.Name, "\\:\x00") || len(f.Name) > 255 || !utf8.ValidString(f.Name) {
			return fmt.Errorf("%q is not a portable file name; rename it (UTF-8 of at most 255 bytes, without : and \\)", f.Name)
		}
		if sum, err := hex.DecodeString(f.SHA256); err != nil || len(sum) != sha256.Size || f.Size < 0 {
			return fmt.Errorf("file %s has an invalid hash or size", f.Name)
		}
		nameBytes += jsonLen(f.Name)
	}
	if nameBytes > maxNameBytes {
		return fmt.Errorf("file names exceed %d KiB in total; keep only the required files in the folder", maxNameBytes>>10)
	}
	return nil
}

// IdenticalPrograms returns groups of players whose programs have identical files.
func (p *Plan) IdenticalPrograms() (groups [][]int) {
	index := map[string]int{}
	for i, e := range p.Players {
		if e.Program == nil || len(e.Program.Files) == 0 {
			continue
		}
		var sums []string
		for _, f := range e.Program.Files {
			sums = append(sums, f.SHA256)
		}
		slices.Sort(sums)
		key := strings.Join(sums, "")
		if _, ok := index[key]; !ok {
			index[key] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[key]] = append(groups[index[key]], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

func jsonLen(text string) int {
	line, _ := json.Marshal(text)
	return len(sanitize.EscapeJSON(line))
}

func (p *Plan) Names() []string {
	names := make([]string, len(p.Players))
	for i, e := range p.Players {
		names[i] = e.Name
	}
	return names
}
