// Package qualify implements the course's qualification. A player must start, play a match of four
// copies in which none goes out, and win four matches against three Dummies, one from each seat.
// [Run] tests one player.
package qualify

import (
	"context"
	"fmt"
	"sync"
	"time"

	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

type Step string

// The steps of the qualification, in order.
const (
	StepStart   Step = "starts and follows the protocol"
	StepCopies  Step = "four copies play a match, and none goes out"
	StepDummies Step = "beats three Dummies from every seat"
	StepUnknown Step = "not tested: this machine ran out of resources" // not a step: the trial could not be completed
)

// Options configure the matches of a trial.
type Options struct {
	Game  sim.Game
	Spec  match.Spec  // configuration of the matches, without seed and players
	Dummy match.Entry // opponent that takes three seats
	Seed  int32       // seed of the first match, incremented for each later one
}

// MatchCount is the number of matches that a player plays if it passes.
const MatchCount = 1 + sim.Seats

// A Verdict is the result of a trial.
type Verdict struct {
	Player     string        `json:"player"`         // player as given on the command line
	OwnName    string        `json:"name,omitempty"` // name that the player reports
	Passed     bool          `json:"pass"`
	FailedStep Step          `json:"failed,omitempty"`
	Reason     string        `json:"reason,omitempty"` // why the player failed, in one line
	Matches    []Match       `json:"matches,omitempty"`
	Warnings   []string      `json:"warnings,omitempty"` // behaviour that the judge may punish
	Note       string        `json:"note,omitempty"`     // judge's limits that were not enforced here
	Duration   time.Duration `json:"time_ns"`

	Record *record.Record `json:"-"` // record of the failed match, or nil
}

type Match struct {
	Seed    int32             `json:"seed"`
	Seat    int               `json:"seat"` // seat of the player; -1 means all seats
	Players [sim.Seats]string `json:"players"`
	Scores  [sim.Seats]int    `json:"scores"`
}

// Command returns the command that plays the match again with the given options.
func (m *Match) Command(flags []string) string {
	return play.MatchCommand(m.Players[:], nil, m.Seed, nil, flags)
}

type trial struct {
	Options
	field   match.Field
	verdict Verdict

	mu        sync.Mutex
	instances []sim.Player // instances of the player in the current match
	usage     usage
}

// Run runs the qualification up to the first failed step. It returns an error if the result is
// unknown: ctx ended, the configuration is invalid or the machine was too busy.
func Run(ctx context.Context, player match.Entry, o Options) (Verdict, error) {
	t := &trial{Options: o, verdict: Verdict{Player: player.Player.Name}}
	t.field = match.Field{Game: o.Game, Spec: o.Spec, Entries: []match.Entry{player, o.Dummy}}
	t.field.Entries[0].New = func() sim.Player {
		p := player.New()
		if m, ok := p.(interface{ Measure() }); ok {
			m.Measure()
		}
		t.mu.Lock()
		defer t.mu.Unlock()
		t.instances = append(t.instances, p)
		return p
	}
	begin := time.Now()
	err := t.runSteps(ctx)
	t.verdict.Duration = time.Since(begin)
	t.verdict.Warnings = t.usage.warnings()
	if l := t.Spec.Limits; t.usage.Memory > 0 && !t.usage.IsKitPlayer && l.AddressSpace > 0 && !l.Unlimited {
		t.verdict.Note = fmt.Sprintf("limits differ from the judge's: memory %d MiB, address space unlimited", l.Memory>>20)
	}
	t.verdict.Passed = t.verdict.FailedStep == "" && err == nil
	return t.verdict, err
}

func (t *trial) runSteps(ctx context.Context) error {
	if err := t.start(ctx); err != nil || t.verdict.FailedStep != "" {
		return err
	}
	for seat := -1; seat < sim.Seats; seat++ {
		if err := t.play(ctx, seat); err != nil || t.verdict.FailedStep != "" {
			return err
		}
	}
	return nil
}

func (t *trial) start(ctx context.Context) error {
	settings, _, err := t.Game.ReadSettings([]byte(t.Spec.Config))
	if err != nil {
		return err
	}
	p, ok := t.field.Entries[0].New().(sim.Starter)
	if !ok {
		return nil // Built-in players always start.
	}
	defer p.Close()
	in := sim.StartInfo{Game: t.Game, Settings: settings, Seed: sim.PlayerSeed(t.Seed, 0), Name: t.field.Entries[0].Player.InitialName()}
	name, out := p.Start(ctx, in)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case out == nil:
		t.verdict.OwnName = name
	case out.Reason == sim.FailedMachine:
		return &match.MachineError{Name: t.verdict.Player, Detail: out.Detail}
	default:
		t.fail(StepStart, fmt.Sprintf("%s: %s", out.Reason, out.Detail), nil)
	}
	return nil
}

func (t *trial) fail(step Step, reason string, rec *record.Record) {
	t.verdict.FailedStep, t.verdict.Reason, t.verdict.Record = step, sanitize.Line(reason), rec
}

// play plays one match: the player on a seat among three Dummies, or on all seats if seat is -1.
func (t *trial) play(ctx context.Context, seat int) error {
	step, entries := StepCopies, [sim.Seats]int{}
	if seat >= 0 {
		step, entries = StepDummies, [sim.Seats]int{1, 1, 1, 1}
		entries[seat] = 0
	}
	seed := t.Seed + 1 + int32(seat)
	t.instances = nil
	row, rec, err := t.field.Play(ctx, match.Seeds{Match: seed}, entries, match.Options{})
	if err != nil {
		return err
	}
	r := row.Result
	m := Match{Seed: seed, Seat: seat, Scores: r.Scores}
	for i, e := range entries {
		m.Players[i] = t.field.Entries[e].Player.Name
		if e > 0 {
			continue
		}
		t.verdict.OwnName = r.Names[i]
		t.usage.cpu = max(t.usage.cpu, r.CPU[i])
		if out := r.Failures[i]; out != nil && t.verdict.FailedStep == "" {
			t.fail(step, fmt.Sprintf("seed %d, seat %d: went out: %s", seed, i, out.Text()), rec)
		}
		t.usage.addOutput(rec, i)
	}
	t.verdict.Matches = append(t.verdict.Matches, m)
	for _, p := range t.instances {
		if p, ok := p.(interface{ Usage() *sandbox.Usage }); ok {
			t.usage.add(p.Usage())
		}
	}
	switch {
	case t.verdict.FailedStep != "" || seat < 0:
	case row.Err != nil:
		t.fail(step, fmt.Sprintf("seed %d, seat %d: %v", seed, seat, row.Err), rec)
	case len(r.Winners) != 1 || r.Winners[0] != seat:
		t.fail(step, fmt.Sprintf("seed %d, seat %d: %s", seed, seat, explainNoWin(r, seat)), rec)
	}
	return nil
}

func explainNoWin(r *match.Result, seat int) string {
	best := seat
	for i, score := range r.Scores {
		if i != seat && (best == seat || score > r.Scores[best]) {
			best = i
		}
	}
	if r.Scores[best] == r.Scores[seat] {
		return fmt.Sprintf("tied at %s; a tie is not a win", format.GroupDigits(r.Scores[seat]))
	}
	return fmt.Sprintf("lost %s to %s", format.GroupDigits(r.Scores[seat]), format.GroupDigits(r.Scores[best]))
}

// usage holds the player's highest resource usage in any match of the trial.
type usage struct {
	sandbox.Usage
	cpu    time.Duration
	output string // first output on standard error, with its round
}

func (t *usage) add(u *sandbox.Usage) {
	if u == nil {
		return
	}
	t.IsKitPlayer, t.Memory, t.AddressSpace = u.IsKitPlayer, max(t.Memory, u.Memory), max(t.AddressSpace, u.AddressSpace)
	t.Threads, t.Processes = max(t.Threads, u.Threads), max(t.Processes, u.Processes)
	if t.OpenFile == "" {
		t.OpenFile = u.OpenFile
	}
}

// addOutput records a seat's first mark or output on standard error. Output in the round in which
// the player goes out, such as a panic message, does not count.
func (t *usage) addOutput(rec *record.Record, seat int) {
	for k := 0; k < rec.Edge() && t.output == ""; k++ {
		switch s := &rec.Turn(k).Reports[seat]; {
		case s.Failure != nil:
			return
		case len(s.Stderr) > 0:
			t.output = fmt.Sprintf("%q in round %d", sanitize.Truncate(s.Stderr[0], 60), k)
		case len(s.Marks) > 0:
			t.output = fmt.Sprintf("a mark in round %d", k)
		}
	}
}

// warnPercent is the percentage of a limit above which a warning is given, because the judge's
// machine may be slower.
const warnPercent = 80

// warnings returns a line for each behaviour that the judge may punish.
func (t *usage) warnings() (list []string) {
	judge := sim.JudgeLimits
	if t.output != "" {
		list = append(list, "prints ("+t.output+"); the judge kills submissions that print")
	}
	used := fmt.Sprintf(": %.2f s of %g s, and the judge's machine may be slower", t.cpu.Seconds(), judge.CPU.Seconds())
	switch {
	case t.cpu > judge.CPU:
		list = append(list, "uses more processor time than the judge allows"+used)
	case t.cpu*100 > judge.CPU*warnPercent:
		list = append(list, "uses nearly all the processor time that the judge allows"+used)
	}
	kind, memory, limit := "", t.Memory, judge.Memory
	if t.IsKitPlayer {
		kind, memory, limit = " address space", t.AddressSpace, judge.AddressSpace
	}
	used = fmt.Sprintf(": %d MiB of %d MiB%s", (memory+1<<20-1)>>20, limit>>20, kind)
	switch {
	case memory > limit:
		list = append(list, "uses more memory than the judge allows"+used)
	case memory*100 > limit*warnPercent:
		list = append(list, "uses nearly all the memory that the judge allows"+used)
	}
	if t.IsKitPlayer && t.OpenFile != "" {
		list = append(list, "opens files ("+t.OpenFile+"); the judge does not have your files")
	}
	if t.IsKitPlayer && t.Threads+t.Processes > 1 {
		list = append(list, "starts threads or processes; the judge allows only one of each")
	}
	return list
}
