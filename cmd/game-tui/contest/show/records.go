package show

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/clean"
	"game-tui/sim/league"
)

// RecordError explains an error of creating, opening or writing a record.
func RecordError(name string, err error) error {
	if errors.Is(err, league.ErrInUse) {
		return fmt.Errorf("%s: %w; game-tui tournament show %s shows how it stands", name, err, typed.Quoted(name))
	}
	if text := err.Error(); strings.HasPrefix(text, name+":") {
		return RecordHint(name, err) // it names file and line
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return files.Unwritten(name, err)
}

// NoteSums says where the lines of a record have no checksums.
func NoteSums(w io.Writer, name string, p *league.Plan) {
	if !p.Sums() {
		fmt.Fprintf(w, "%s: an older game-tui began it, without checksums: damage is noticed only where a line makes no sense\n", clean.Line(name))
	}
}

// RecordHint adds to what is wrong with the text of a record what to type.
func RecordHint(name string, err error) error {
	switch {
	case errors.Is(err, league.ErrDamaged):
		return fmt.Errorf("%w; all other lines are good: game-tui tournament --resume %s goes on with them", err, typed.Quoted(name))
	case !errors.Is(err, league.ErrNoRecord):
		return err
	case strings.HasSuffix(name, ".res"), strings.HasSuffix(name, ".res.gz"):
		return fmt.Errorf("%w but a recording of a match: game-tui watch %s opens it", err, typed.Quoted(name))
	}
	return fmt.Errorf("%w: name a file that game-tui tournament PLAYER… -o FILE wrote", err)
}

// KnownSchedule is the schedule of a record, with the seeds of the players as far as they can be
// known: they may come from a key, which is published in the record at its end, and waits
// beside it before. lack says why some are not known.
func KnownSchedule(ctx context.Context, name string, p *league.Plan) (s *league.Schedule, lack error) {
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
	s, lack := KnownSchedule(ctx, name, p)
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

// ReadResults reads the results of tasks from a record.
func ReadResults(ctx context.Context, name string, tasks ...int) ([]*league.Result, error) {
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
