package show

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"game-tui/ai"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
)

// openFile opens a tournament file and reads its plan. Errors about the contents start with the
// file and line.
func openFile(name string) (*league.Reader, *os.File, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, nil, files.WithoutOp(err)
	}
	r, err := league.NewReader(file)
	if err != nil {
		return nil, nil, errors.Join(fileError(name, err, nil), file.Close())
	}
	return r, file, nil
}

// fileError adds the file name and a hint to an error that starts with a line number. p may be nil.
func fileError(name string, err error, p *league.Plan) error {
	return addHint(name, fmt.Errorf("%s:%w", name, err), p)
}

// ScanResults reads a tournament file and passes its results to yield until that returns false. The
// returned reader has the plan, the schedule and the published keys. It is also valid if the error
// wraps league.ErrDamaged.
func ScanResults(ctx context.Context, name string, yield func(*league.Result) (keepGoing bool)) (*league.Reader, error) {
	r, file, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for result, err := range r.Results() {
		if err != nil {
			return r, fileError(name, err, r.Plan)
		}
		if ctx.Err() != nil || !yield(result) {
			break
		}
	}
	return r, ctx.Err()
}

// ExplainError explains an error from creating, opening or writing a tournament file.
func ExplainError(name string, err error) error {
	if errors.Is(err, league.ErrInUse) {
		return fmt.Errorf("%s: %w; for the standings, run game-tui tournament show %s", name, err, cliarg.Quote(name))
	}
	if text := err.Error(); strings.HasPrefix(text, name+":") {
		return addHint(name, err, nil) // The error already contains the file and line.
	}
	return files.NewWriteError(name, err)
}

// addHint adds a suggestion to an error about the contents of a tournament file.
func addHint(name string, err error, p *league.Plan) error {
	switch {
	case errors.Is(err, league.ErrDamaged) && p != nil:
		return fmt.Errorf("%w; to remove it and continue, run game-tui %s %s", err, p.Format.ResumeCommand(), cliarg.Quote(name))
	case !errors.Is(err, league.ErrNotTournament):
		return err
	case strings.HasSuffix(name, ".res"), strings.HasSuffix(name, ".res.gz"):
		return fmt.Errorf("%w but a recording of a match; to watch it, run game-tui watch %s", err, cliarg.Quote(name))
	}
	return fmt.Errorf("%w; name a file created by game-tui tournament PLAYER… -o FILE", err)
}

// ReadResults reads the results of tasks. It returns them with a schedule that includes the
// players' seeds. If these depend on a key that is not available, the error wraps league.ErrSecretKey.
func ReadResults(ctx context.Context, name string, p *league.Plan, tasks ...int) (*league.Schedule, []*league.Result, error) {
	indexByTask := map[int]int{} // index of each result that has not been found yet, by task
	for i, n := range tasks {
		indexByTask[n] = i
	}
	list := make([]*league.Result, len(tasks))
	r, err := ScanResults(ctx, name, func(result *league.Result) bool {
		if i, wanted := indexByTask[result.N]; wanted {
			list[i] = result
			delete(indexByTask, result.N)
		}
		return len(indexByTask) > 0 || len(p.Keys) > 0
	})
	if err != nil {
		return nil, nil, err
	}
	if p := r.Plan; len(p.Keys) > 0 {
		switch key, keyErr := league.ReadKey(name, p); {
		case keyErr == nil:
			r.Keys = append(r.Keys, key)
		case len(r.Keys) > 0: // A missing key is reported when the task is played.
		case errors.Is(keyErr, fs.ErrNotExist):
			return nil, nil, fmt.Errorf("%w; the key file %s is missing", league.ErrSecretKey, league.KeyFile(name))
		default:
			return nil, nil, fmt.Errorf("%w: %w", league.ErrSecretKey, keyErr)
		}
	}
	if len(indexByTask) > 0 {
		return nil, nil, fmt.Errorf("%s: task %d has no result yet", name, tasks[slices.Index(list, nil)])
	}
	for _, k := range r.Keys {
		r.Schedule.AddKey(k)
	}
	return r.Schedule, list, nil
}

// ReplayTasks calls replay for the given tasks of a file, on all cores, and shows the progress on
// stderr. replay receives the index into tasks and the recorded result. It may return a function that
// counts the outcome; these functions are not called concurrently.
func ReplayTasks(ctx context.Context, stderr io.Writer, name string, p *league.Plan, tasks []int, replay func(ctx context.Context, i int, t *schedule.Task, recorded *league.Result) (count func(), err error)) error {
	sched, recorded, err := ReadResults(ctx, name, p, tasks...)
	if err != nil {
		return err
	}
	done := progress.NewCounter(stderr, len(tasks), "matches")
	defer done.Stop()
	var mu sync.Mutex
	return match.ParallelFor(ctx, len(tasks), func(ctx context.Context, i int) error {
		mu.Lock()
		task := sched.KeyedTask(tasks[i])
		mu.Unlock()
		count, err := replay(ctx, i, &task, recorded[i])
		if err != nil || count == nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		count()
		done.Add(1)
		return nil
	})
}

// A Replayer plays matches of a tournament again.
type Replayer struct {
	File      string // path of the tournament file
	Players   *roster.PlannedPlayers
	NamesPlan *league.Plan // plan that provides the players' names; nil means the plan of the file
}

// NewReplayer returns a replayer for an untrusted tournament file. Callers must close it.
func NewReplayer(name string, p *league.Plan) (*Replayer, error) {
	game, err := roster.GameOf(name, p)
	if err != nil {
		return nil, err
	}
	c := roster.New(game, p, sandbox.Require, roster.NewCopies(roster.MaxCopiesBytes))
	c.File, c.Limits = name, roster.CapLimits(c.Limits)
	return &Replayer{File: name, Players: c}, nil
}

func (a *Replayer) Close() { a.Players.Copies.Close() }

// Play plays a match again. Only the players in this match need to be available and unchanged.
func (a *Replayer) Play(ctx context.Context, ref league.MatchRef) (*record.Record, error) {
	plan := a.Players.Plan
	sched, results, err := ReadResults(ctx, a.File, plan, ref.Task)
	if err != nil {
		return nil, err
	}
	task := sched.KeyedTask(ref.Task)
	if ref.Match != 0 {
		return nil, fmt.Errorf("task %d has no match %d", ref.Task, ref.Match)
	}
	seeds, err := league.Seeds(&task)
	if err != nil {
		return nil, err
	}
	field := roster.EmptyField(a.Players.Game, plan)
	for _, entry := range task.Entries() {
		e, err := a.Players.Entry(ctx, entry)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", plan.Players[entry].Name, err)
		}
		field.Entries = append(field.Entries, e)
	}
	rec, err := play.Replay(ctx, field, seeds, [sim.Seats]int{0, 1, 2, 3}, results[0].SeatScores(&task))
	if err != nil {
		return nil, err
	}
	meta := *rec.Meta()
	meta.Source = a.File // With a source, the match opens at the first round, like a recording.
	for seat, entry := range task.Entries() {
		// Programs get their names from the plan, unless the name belongs to a built-in player.
		p := &plan.Players[entry]
		if _, ok := ai.Find(plan.Game, p.Name); !ok && p.BuiltinName == "" {
			meta.Names[seat] = sanitize.ASCIIWord(p.Name, sim.MaxNameLen)
		}
		meta.Titles[seat] = cmp.Or(a.NamesPlan, plan).Players[entry].DisplayName()
	}
	return rec.WithMeta(meta), nil
}

// SeedAndReplayCommand returns the seed of a match and the command that plays it again. The command is
// empty while the players' seeds are secret.
func SeedAndReplayCommand(p *league.Plan, s *league.Schedule, ref league.MatchRef) (int32, string) {
	task := s.KeyedTask(ref.Task)
	seeds, err := league.Seeds(&task)
	if err != nil {
		return task.Seed, ""
	}
	var players, source, limits []string
	for _, e := range task.Entries() {
		players = append(players, roster.WordOf(&p.Players[e]))
	}
	switch {
	case p.ConfigFile == files.StdinName:
		source = []string{"-i", "FILE"}
	case p.ConfigFile != "":
		source = []string{"-i", cliarg.Quote(p.ConfigFile)}
	case p.Game != catalog.Default().Name():
		source = []string{"--game", cliarg.Quote(p.Game)}
	}
	if roster.CountPrograms(p) > 0 {
		limits = roster.LimitOptions(p)
	}
	return task.Seed, sanitize.Line(play.MatchCommand(players, source, task.Seed, seeds.Players, limits))
}

// NewStandings returns the report of a tournament.
func NewStandings(name string, standings *league.Standings) *report.Standings {
	return report.NewStandings(name, standings, roster.WordOf, func(ref league.MatchRef) (int32, string) {
		return SeedAndReplayCommand(standings.Plan, standings.Schedule, ref)
	})
}
