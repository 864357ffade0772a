package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

type VerifyConfig struct {
	Request       play.Request
	Share         cliarg.Share // share of the matches to play again
	Format        report.Format
	RepeatOptions []string // options for a suggested command
	Stderr        io.Writer
}

// maxNames is the maximum number of missing players to list.
const maxNames = 5

// verification counts differences between a tournament file and the matches played again.
type verification struct {
	File                 string     `json:"file"`
	RecordedCount        int        `json:"recorded_matches"`
	ReplayedCount        int        `json:"played_again"`
	IdenticalCount       int        `json:"same"`
	TimeMismatchCount    int        `json:"differ_by_time"` // differing matches in which a program ran out of time
	TimeMismatches       []mismatch `json:"by_time"`
	RecordedTimeoutCount int        `json:"by_time_in_record"` // part of TimeMismatchCount: matches in which programs ran out of time only when recorded
	UnplayableCount      int        `json:"cannot_play"`       // matches with a player that was not given
	MissingPlayers       []string   `json:"missing_players"`
	MismatchCount        int        `json:"differ"`
	Mismatches           []mismatch `json:"differences"`
	Interrupted          bool       `json:"interrupted,omitempty"`
	sampledTasks         []int
}

// Verify plays a random share of a tournament again and prints the differences. args must name the
// programs, because files listed in the tournament file are not opened.
func Verify(ctx context.Context, c *VerifyConfig, w io.Writer, name string, args []resolve.Typed) error {
	if c.Share == 0 {
		return errors.New("--share 0: expected a share such as 5% or 0.05")
	}
	copies := roster.NewCopies(roster.MaxCopiesBytes)
	defer copies.Close()
	var playedTasks []int
	reader, err := show.ScanResults(ctx, name, func(r *league.Result) bool {
		playedTasks = append(playedTasks, r.N)
		return true
	})
	if err != nil {
		return err
	}
	plan := reader.Plan
	game, err := roster.GameOf(name, plan)
	switch {
	case err != nil:
		return err
	case plan.EngineVersion != buildinfo.Name():
		return fmt.Errorf("%s: played with game-tui %s, but this is %s; verify it with that version", name, plan.EngineVersion, buildinfo.Name())
	case len(playedTasks) == 0:
		return fmt.Errorf("%s: no matches played yet", name)
	}
	players, err := c.bindPlayers(ctx, name, game, plan, args, copies)
	if err != nil {
		return err
	}
	field, err := players.Field(ctx)
	if err != nil {
		return err
	}
	v := &verification{File: name, MissingPlayers: []string{}, Mismatches: []mismatch{}, TimeMismatches: []mismatch{}}
	for i := range plan.Players {
		if !players.Available(i) {
			v.MissingPlayers = append(v.MissingPlayers, plan.Players[i].Name)
		}
	}
	v.sample(reader.Schedule, playedTasks, float64(c.Share), players.Available)
	if len(v.sampledTasks) == 0 {
		return fmt.Errorf("%s: no match can be replayed without %s; name these players after the file", name, sanitize.JoinNames(v.MissingPlayers, maxNames))
	}
	err = v.play(ctx, c.Stderr, field, plan)
	if err != nil && ctx.Err() == nil && !play.IsMissedError(err) {
		return err
	}
	v.Interrupted = ctx.Err() != nil
	if err := v.write(w, c.Format == report.JSON); err != nil {
		return err
	}
	if err == nil && v.MismatchCount > 0 {
		return play.ErrDiffers
	}
	return err
}

// bindPlayers binds the given programs to the players of the plan. Limits above roster.UntrustedLimits
// must be given again.
func (c *VerifyConfig) bindPlayers(ctx context.Context, name string, game sim.Game, p *league.Plan, args []resolve.Typed, copies *roster.Copies) (*roster.PlannedPlayers, error) {
	if p.Limits.Sandbox != "" {
		c.Request.Sandbox = sandbox.Require
	}
	loader := roster.Loader{Request: &c.Request, Stderr: c.Stderr, Copies: copies}
	list, err := loader.LoadContenders(ctx, game, args)
	if err != nil {
		return nil, err
	}
	players := roster.New(game, p, c.Request.Sandbox, copies)
	for i := range list {
		if !players.Bind(&list[i]) {
			fmt.Fprintf(c.Stderr, "ignored: %s is not a player in this tournament, or has changed since it began\n", sanitize.Line(roster.WordOf(&list[i].Entry)))
		}
	}
	var limits []roster.Limit
	if players.HasCopiedPrograms() {
		loader.Warn(p, func(text string) { fmt.Fprintln(c.Stderr, text) })
		limits = roster.RequiredLimits(p)
	}
	return players, roster.CheckLimits(name, c.Request.Options.Limits, limits, func() string {
		line := append([]string{"game-tui tournament verify", cliarg.Quote(name)}, c.RepeatOptions...)
		for _, l := range limits {
			line = append(line, l.Option)
		}
		for _, p := range args {
			line = append(line, cliarg.Quote(p.String()))
		}
		return strings.Join(line, " ")
	})
}

// sample chooses a random share of the tasks whose players are all available.
func (v *verification) sample(s *league.Schedule, playedTasks []int, share float64, available func(entry int) bool) {
	v.RecordedCount = len(playedTasks)
	playable := slices.DeleteFunc(playedTasks, func(n int) bool {
		l := s.Task(n).LineUp
		return slices.ContainsFunc(l[:], func(e int) bool { return !available(e) })
	})
	v.UnplayableCount = v.RecordedCount - len(playable)
	rand.Shuffle(len(playable), func(i, k int) { playable[i], playable[k] = playable[k], playable[i] })
	v.sampledTasks = playable[:int(math.Ceil(share*float64(len(playable))))]
}

func (v *verification) play(ctx context.Context, stderr io.Writer, field *match.Field, plan *league.Plan) error {
	var misses match.MissedMatches
	err := show.ReplayTasks(ctx, stderr, v.File, plan, v.sampledTasks, func(ctx context.Context, _ int, task *schedule.Task, recorded *league.Result) (func(), error) {
		played, err := league.Play(ctx, field, task)
		if misses.Add(task.Seed, err) {
			return nil, nil
		}
		return func() { v.compare(plan, task, recorded, &played) }, err
	})
	if errors.Is(err, league.ErrSecretKey) {
		return fmt.Errorf("%s: %w", v.File, err)
	}
	for _, list := range [][]mismatch{v.Mismatches, v.TimeMismatches} {
		slices.SortFunc(list, func(a, b mismatch) int { return cmp.Compare(a.Task, b.Task) })
	}
	return cmp.Or(err, misses.Err())
}

func (v *verification) compare(plan *league.Plan, task *schedule.Task, recorded, played *league.Result) {
	v.ReplayedCount++
	one := compareResults(plan, task, recorded, played)
	switch {
	case one == nil:
		v.IdenticalCount++
	case one.timedOut:
		v.TimeMismatchCount++
		v.TimeMismatches = append(v.TimeMismatches, *one)
		if !one.timedOutHere {
			v.RecordedTimeoutCount++
		}
	default:
		v.MismatchCount++
		v.Mismatches = append(v.Mismatches, *one)
	}
}

func (v *verification) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return report.WriteJSON(w, v)
	}
	for _, d := range slices.Concat(v.Mismatches, v.TimeMismatches) {
		d.write(w)
	}
	fmt.Fprintf(w, "%s: %s of %s replayed, %s identical, %s different\n", sanitize.Line(v.File), format.GroupDigits(v.ReplayedCount), format.Count(v.RecordedCount, "match"),
		format.GroupDigits(v.IdenticalCount), format.GroupDigits(v.MismatchCount))
	if timeoutsHere := v.TimeMismatchCount - v.RecordedTimeoutCount; timeoutsHere > 0 {
		fmt.Fprintf(w, "%s not counted: a program ran out of time here, which proves nothing\n", format.Count(timeoutsHere, "match"))
	}
	if v.RecordedTimeoutCount > 0 {
		fmt.Fprintf(w, "%s not counted: a program ran out of time in the recorded match, but not here (the recording machine was slower, or the file was changed)\n", format.Count(v.RecordedTimeoutCount, "match"))
	}
	if v.UnplayableCount > 0 {
		fmt.Fprintf(w, "%s not counted: %s missing or changed\n", format.Count(v.UnplayableCount, "match"), sanitize.JoinNames(v.MissingPlayers, maxNames))
	}
	return nil
}

// A mismatch is a match whose result differed when it was played again.
type mismatch struct {
	Task        int            `json:"task"`
	Match       int            `json:"match"`
	Seed        int32          `json:"seed"`
	Seats       []seatMismatch `json:"seats"`
	LeadChanges []int          `json:"lead_changes,omitempty"` // lead changes as recorded and as played, if different
	// timedOut is set if a program ran out of time in either match, timeoutsHere if one did in the new
	// match. A failure that is the same in both does not count.
	timedOut, timedOutHere bool
}

type seatMismatch struct {
	Seat          int    `json:"seat"`
	Player        string `json:"player"`
	RecordedScore int    `json:"recorded"`
	PlayedScore   int    `json:"played"`
	RecordedOut   string `json:"recorded_out,omitempty"`
	PlayedOut     string `json:"played_out,omitempty"`
}

// compareResults returns the differences between two results, or nil.
func compareResults(plan *league.Plan, task *schedule.Task, recorded, played *league.Result) *mismatch {
	d := mismatch{Task: task.N, Seed: task.Seed}
	recordedScores, playedScores := recorded.SeatScores(task), played.SeatScores(task)
	for seat, place := range task.Places {
		before, after := recorded.Failure(place), played.Failure(place)
		e := &plan.Players[task.LineUp[place]]
		s := seatMismatch{seat, e.Name, recordedScores[seat], playedScores[seat], outText(before), outText(after)}
		if s.RecordedScore != s.PlayedScore || s.RecordedOut != s.PlayedOut {
			d.Seats = append(d.Seats, s)
		}
		if e.Program != nil && s.RecordedOut != s.PlayedOut {
			d.timedOutHere = d.timedOutHere || isTimeout(after)
			d.timedOut = d.timedOut || d.timedOutHere || isTimeout(before)
		}
	}
	if recorded.LeadChanges != nil && recorded.LeadChanges[0] != played.LeadChanges[0] {
		d.LeadChanges = []int{recorded.LeadChanges[0], played.LeadChanges[0]}
	}
	if d.Seats == nil && d.LeadChanges == nil {
		return nil
	}
	return &d
}

func isTimeout(o *sim.Failure) bool {
	return o != nil && (o.Reason == sim.FailedCPU || o.Reason == sim.FailedWall)
}

// outText returns why and when a player went out, without its last output, which may differ.
func outText(o *sim.Failure) string {
	if o == nil {
		return ""
	}
	return (&sim.Failure{Round: o.Round, Reason: o.Reason}).Text()
}

func (d *mismatch) write(w io.Writer) {
	at := fmt.Sprintf("task %d, match %d, seed %d: ", d.Task, d.Match, d.Seed)
	if d.timedOut {
		at = "program ran out of time: " + at
	}
	for _, s := range d.Seats {
		fmt.Fprintf(w, "%sseat %d, %s: %s recorded, %s in the replay\n", at, s.Seat, sanitize.Line(s.Player), describeScore(s.RecordedScore, s.RecordedOut), describeScore(s.PlayedScore, s.PlayedOut))
	}
	if d.LeadChanges != nil {
		fmt.Fprintf(w, "%s%s recorded, %d in the replay\n", at, format.Count(d.LeadChanges[0], "lead change"), d.LeadChanges[1])
	}
}

func describeScore(score int, out string) string {
	if out == "" {
		return fmt.Sprint(score)
	}
	return fmt.Sprintf("%d (%s)", score, out)
}
