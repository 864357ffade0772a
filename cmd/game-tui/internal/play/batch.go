package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/rating"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/sim/winchance"
	"game-tui/tui/format"
)

// PlayBatch plays many matches and returns a summary. If ctx ends or the machine is too busy for some
// matches, it returns both the summary and an error.
func (f *RunConfig) PlayBatch(ctx context.Context, args []resolve.Typed) (*BatchSummary, error) {
	if err := f.checkBatch(); err != nil {
		return nil, err
	}
	config, spec, err := f.ConfigAndSpec(ctx)
	if err != nil {
		return nil, err
	}
	b := match.Batch{Field: match.Field{Game: config.Game, Spec: spec}, Rotate: f.Rotate, ComputeHash: f.AddHash}
	isRandom := false
	if b.FirstSeed, isRandom, err = f.FirstSeed(&f.Seeds); err != nil {
		return nil, err
	}
	b.LastSeed = int32(f.Seeds.Last(b.FirstSeed))
	lineUp, err := f.SeatPlayers(ctx, config.Game, &b.Spec, args)
	if err != nil {
		return nil, err
	}
	b.Entries = lineUp[:]
	if b.Analyze, err = f.matchAnalyzer(ctx, &b, Words(args)); err != nil {
		return nil, err
	}
	c := newBatchSummary(&f.Request, &b)
	b.OnResult = func(played match.PlayedMatch) error {
		c.add(&played)
		var paces []winchance.SeatPace
		if p, _ := played.Analysis.(*winchance.Pace); p != nil {
			for seat := range sim.Seats {
				paces = append(paces, p.ForSeat(seat))
			}
		}
		return f.OnResult(played.Result, paces)
	}
	if isRandom && !f.Quiet {
		fmt.Fprintf(f.Stderr, "random seeds: --seeds %d-%d\n", b.FirstSeed, b.LastSeed)
	}
	RelaxGC()
	stop := func() {}
	if !f.Quiet {
		stop = progress.Report(ctx, f.Stderr, c.progressText)
	}
	err = b.Run(ctx)
	stop()
	if f.Output != "" && !f.Quiet && c.Tally.Matches > 0 {
		fmt.Fprintf(f.Stderr, "%s in %s\n", format.Count(c.Tally.Matches, "recording"), sanitize.Line(f.Output))
	}
	if err != nil && ctx.Err() == nil && !IsMissedError(err) {
		return nil, f.ExplainError(err)
	}
	return c, err
}

func (f *RunConfig) checkBatch() error {
	isRecording := strings.EqualFold(filepath.Ext(strings.TrimSuffix(strings.TrimRight(f.Output, "/"), ".gz")), ".res")
	switch {
	case f.WriteNotes && f.Output == "":
		return errors.New("--notes needs recordings; add -o FOLDER")
	case f.Output == "-" || isRecording:
		return fmt.Errorf("-o %s: a batch writes several recordings; name a folder", f.Output)
	case f.OpenKind != "" && !slices.Contains(HighlightNames(), f.OpenKind):
		return fmt.Errorf("--open %q: expected one of %s", f.OpenKind, strings.Join(HighlightNames(), ", "))
	case f.OpenKind != "" && !files.StdoutIsTerminal():
		return errors.New("--open needs a terminal; the commands below the table show such matches")
	}
	return nil
}

// IsMissedError reports whether err only lists matches that the machine was too busy to play.
func IsMissedError(err error) bool {
	_, ok := errors.AsType[*match.MissedError](err)
	return ok
}

// measurePace measures the players' pace in a match. It returns nil if the pace cannot be measured
// or ctx ends.
func measurePace(ctx context.Context, rec *record.Record) *winchance.Pace {
	p := winchance.NewPace(analysis.NewMatch(rec))
	if p == nil {
		return nil
	}
	for p.Next() {
		if ctx.Err() != nil {
			return nil
		}
	}
	return p
}

// matchAnalyzer returns a function that writes the recording and measures the pace of a match, or nil
// if neither is needed.
func (f *RunConfig) matchAnalyzer(ctx context.Context, b *match.Batch, args []string) (analyze func(*match.PlayedMatch, *record.Record) (any, error), err error) {
	for i := range args {
		if f.MeasurePaces && b.Entries[i].Player.IsProgram() {
			return nil, fmt.Errorf("--paces needs built-in players; omit it, or omit %s", sanitize.Line(args[i]))
		}
	}
	if f.Output != "" {
		if err := os.MkdirAll(f.Output, 0o777); err != nil {
			return nil, files.NewWriteError(f.Output, err)
		}
		b.ComputeHash = b.ComputeHash || f.WriteNotes
	}
	if !f.MeasurePaces && f.Output == "" {
		return nil, nil
	}
	return func(played *match.PlayedMatch, rec *record.Record) (result any, err error) {
		if f.Output != "" {
			err = f.writeRecording(b, played, rec)
		}
		if err == nil && f.MeasurePaces {
			result = measurePace(ctx, rec)
		}
		return result, err
	}, nil
}

// writeRecording writes the recording of a match to a file such as thepurge-s30.res, or
// thepurge-s30-r1.res if players rotate.
func (f *RunConfig) writeRecording(b *match.Batch, played *match.PlayedMatch, rec *record.Record) error {
	seed, _ := b.Match(played.Index)
	name := fmt.Sprintf("%s-s%d", b.Game.Name(), seed)
	if b.Rotate {
		name += fmt.Sprintf("-r%d", b.Rotation(played.Index))
	}
	out, err := files.CreateRecording(filepath.Join(f.Output, name+".res"), f.WriteNotes)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.WriteAll(rec, played.Result)
}

// RelaxGC makes garbage collections rarer, because each match leaves a lot of garbage. If
// GOMEMLIMIT is not set, it sets a memory limit near which they become frequent again.
func RelaxGC() {
	debug.SetGCPercent(400)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		// 128 MiB for the program and 24 MiB for each core.
		debug.SetMemoryLimit(int64(128+24*runtime.GOMAXPROCS(0)) << 20)
	}
}

// A BatchSummary collects the results of a batch. Its exported fields must not be read before the
// batch is over.
type BatchSummary struct {
	request *Request
	Batch   *match.Batch
	Names   []string // unique names of the players
	speed   progress.Speed

	mu              sync.Mutex
	Tally           *rating.Tally
	Highlights      *league.Highlights
	CPU             [sim.Seats]time.Duration
	Paces           []winchance.PaceTotals // paces of the players, indexed by entry
	stoppedCount    int
	outCount        int                                   // number of players that went out
	outLines        []string                              // descriptions of the first maxOuts players that went out
	highlightScores [league.HighlightKinds][sim.Seats]int // final scores in the first player's highlights, for Replay
}

func newBatchSummary(f *Request, b *match.Batch) *BatchSummary {
	c := &BatchSummary{request: f, Batch: b, speed: progress.Speed{Begin: time.Now()}, Tally: rating.NewTally(sim.Seats), Highlights: league.NewHighlights(sim.Seats), Paces: make([]winchance.PaceTotals, sim.Seats)}
	var names [sim.Seats]string
	for i, e := range b.Entries {
		names[i] = e.Player.InitialName()
	}
	names = record.UniqueNames(names)
	c.Names = names[:]
	return c
}

func (c *BatchSummary) add(played *match.PlayedMatch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := played.Result
	var outs [sim.Seats]sim.FailureReason
	for seat, e := range played.Entries {
		c.CPU[e] += r.CPU[seat]
		if out := r.Failures[seat]; out != nil {
			outs[seat] = out.Reason
			if c.outCount++; c.outCount <= maxOuts {
				c.outLines = append(c.outLines, fmt.Sprintf("seed %d: player %d (%s) went out: %s", r.Spec.Seed, seat, sanitize.Line(r.Names[seat]), sanitize.Line(out.Text())))
			}
		}
	}
	if p, _ := played.Analysis.(*winchance.Pace); p != nil {
		for seat, e := range played.Entries {
			c.Paces[e].Add(p, seat)
		}
	}
	if played.Err != nil {
		c.stoppedCount++
	}
	at := league.MatchRef{Task: played.Index / c.matchesPerTask(), Match: played.Index % c.matchesPerTask()}
	c.Tally.Add(&rating.MatchScores{Block: at.Task, Entries: played.Entries, Scores: r.Scores, Outs: outs})
	c.Highlights.Add(at, played.Entries, r.Scores, r.LeadChanges)
	for k, seen := range c.Highlights.Players[0] {
		if seen.Task == at.Task && seen.Match == at.Match {
			c.highlightScores[k] = r.Scores
		}
	}
}

const maxOuts = 5

// PrintOuts prints the first players that went out.
func (c *BatchSummary) PrintOuts(w io.Writer) {
	for _, line := range c.outLines {
		fmt.Fprintln(w, line)
	}
	if c.outCount > maxOuts {
		fmt.Fprintf(w, "and %d more; --json lists them all\n", c.outCount-maxOuts)
	}
}

// Err returns an error if matches stopped early or a condition of --fail-on is met.
func (c *BatchSummary) Err(failOn FailOn) error {
	if c.stoppedCount == 0 {
		return failOn.CheckPlayer(c.Names[0], &c.Tally.Players[0])
	}
	return fmt.Errorf("%d of %d matches stopped early; %w", c.stoppedCount, c.Batch.Matches(), ErrStopped)
}

// matchesPerTask returns the number of matches per seed, which form one task of the tally.
func (c *BatchSummary) matchesPerTask() int {
	if c.Batch.Rotate {
		return sim.Seats
	}
	return 1
}

func (c *BatchSummary) MatchNumber(ref league.MatchRef) int {
	return ref.Task*c.matchesPerTask() + ref.Match
}

func (c *BatchSummary) progressText() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := c.speed.Text(c.Tally.Matches, c.Batch.Matches())
	if c.Tally.Matches == 0 {
		return text
	}
	wins := make([]float64, len(c.Names))
	for i := range wins {
		wins[i] = c.Tally.Players[i].WinPercent()
	}
	return text + ": " + progress.JoinHighest(wins, func(i int) string { return sanitize.Line(c.Names[i]) + " wins " + format.Percent(wins[i]/100) })
}

// Session returns a session that starts with match n.
func (c *BatchSummary) Session(n int) *Session {
	seed, entries := c.Batch.Match(n)
	s := &Session{request: c.request, game: c.Batch.Game, spec: c.Batch.Spec}
	s.spec.Seed = seed
	for seat, e := range entries {
		s.lineUp[seat] = c.Batch.Entries[e]
		s.spec.Players[seat] = c.Batch.Entries[e].Player
	}
	return s
}

// Replay replays the first player's highlight of the given kind and returns a session with that
// match.
func (c *BatchSummary) Replay(ctx context.Context, kind string) (*Session, error) {
	k := slices.Index(HighlightNames(), kind)
	n := c.MatchNumber(c.Highlights.Players[0][k].MatchRef)
	seed, entries := c.Batch.Match(n)
	rec, err := Replay(ctx, &c.Batch.Field, match.Seeds{Match: seed}, entries, c.highlightScores[k])
	if err != nil {
		return nil, c.request.ExplainError(err)
	}
	s := c.Session(n)
	s.current.Store(rec)
	return s, nil
}

func HighlightNames() []string {
	names := make([]string, league.HighlightKinds)
	for k := range names {
		names[k] = league.HighlightKind(k).String()
	}
	return names
}
