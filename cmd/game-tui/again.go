package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/record"
)

// again plays matches of a tournament again.
type again struct {
	name    string // of the record
	players *copies
}

// newAgain plays matches of the record of anybody. It must be closed.
func newAgain(name string, p *league.Plan) (*again, error) {
	game, ok := catalog.Find(p.Game)
	if !ok {
		return nil, fmt.Errorf("%s: there is no game %q here", name, p.Game)
	}
	c := newCopies(game, p, process.Require, files.NewCopies(files.CopyRoom))
	c.record, c.limits = name, bounded(c.limits)
	return &again{name, c}, nil
}

func (a *again) close() { a.players.close() }

// play plays a match of the record again. Only its own players need to be there, and
// to be what they were.
func (a *again) play(ctx context.Context, at league.Where) (*record.Record, error) {
	plan := a.players.plan
	task, err := plan.Schedule().Find(at.Task)
	if err != nil {
		return nil, err
	}
	if at.Match >= len(task.Plays) {
		return nil, fmt.Errorf("task %d has no match %d", at.Task, at.Match)
	}
	tasks := []league.Task{task}
	if err := withSeeds(ctx, a.name, plan, tasks); err != nil {
		return nil, err
	}
	seeds, err := tasks[0].Seeds(at.Match)
	if err != nil {
		return nil, err
	}
	results, err := readResults(ctx, a.name, at.Task)
	if err != nil {
		return nil, err
	}
	field := fieldOf(a.players.game, plan)
	for _, entry := range task.Entries(at.Match) {
		e, err := a.players.entry(ctx, entry)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", plan.Player[entry].Name, err)
		}
		field.Entries = append(field.Entries, e)
	}
	rec, err := play.Again(ctx, field, seeds, [sim.Seats]int{0, 1, 2, 3}, results[0].Seats(&task, at.Match))
	if err != nil {
		return nil, err
	}
	meta := *rec.Meta()
	meta.Source = a.name // it opens at its beginning, as recordings do
	for seat, entry := range task.Entries(at.Match) {
		// A program is called as in the table, not as it calls itself; but never like a
		// built-in player, which is known by its name.
		p := &plan.Player[entry]
		if _, ok := ai.Find(plan.Game, p.Name); !ok && p.Builtin == "" {
			meta.Names[seat] = clean.Word(p.Name, sim.MaxName)
		}
	}
	return rec.With(meta), nil
}

// knownSchedule is the schedule of a record, with the seeds of the players as far as they can be
// known: they may come from a key, which is published in the record at its end, and waits
// beside it before. lack says why some are not known.
func knownSchedule(ctx context.Context, name string, p *league.Plan) (s *league.Schedule, lack error) {
	s = p.Schedule()
	if len(p.Keys) == 0 {
		return s, nil
	}
	waiting, why := league.ReadKeys(name, p)
	s.Know(waiting...)
	if len(waiting) == len(p.Keys) {
		return s, nil
	}
	public, err := publishedKeys(ctx, name)
	if err != nil {
		return s, err
	}
	s.Know(public...)
	switch {
	case s.KnowsAll():
		return s, nil
	case why == nil || errors.Is(why, fs.ErrNotExist):
		return s, fmt.Errorf("%w; until then %s has it", league.ErrSecret, league.KeyFile(name))
	}
	return s, fmt.Errorf("%w: %w", league.ErrSecret, why)
}

// withSeeds gives tasks of a record the seeds of their players.
func withSeeds(ctx context.Context, name string, p *league.Plan, tasks []league.Task) error {
	s, lack := knownSchedule(ctx, name, p)
	for i := range tasks {
		tasks[i] = s.ToPlay(tasks[i].N)
		if _, err := tasks[i].Seeds(0); err != nil {
			return lack
		}
	}
	return nil
}

// publishedKeys reads the keys that are published in a record.
func publishedKeys(ctx context.Context, name string) ([]league.Key, error) {
	file, err := infile.Open(ctx, name)
	if err != nil {
		return nil, files.Error(err)
	}
	defer file.Close()
	reader, err := league.NewReader(file)
	for err == nil {
		_, err = reader.Next()
	}
	if err != io.EOF {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return reader.Keys, nil
}

// readResults reads the results of tasks from a record.
func readResults(ctx context.Context, name string, tasks ...int) ([]*league.Result, error) {
	file, err := infile.Open(ctx, name)
	if err != nil {
		return nil, files.Error(err)
	}
	defer file.Close()
	left := map[int]int{} // the places of those that are not found yet
	for i, n := range tasks {
		left[n] = i
	}
	list := make([]*league.Result, len(tasks))
	reader, err := league.NewReader(file)
	for err == nil && len(left) > 0 {
		var r *league.Result
		if r, err = reader.Next(); err != nil {
			break
		}
		if i, wanted := left[r.N]; wanted {
			list[i] = r
			delete(left, r.N)
		}
	}
	switch {
	case err == nil:
		return list, nil
	case err == io.EOF:
		return nil, fmt.Errorf("%s: task %d has no result yet", name, tasks[slices.Index(list, nil)])
	}
	return nil, fmt.Errorf("%s:%w", name, err)
}
