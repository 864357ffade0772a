package show

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/league"
)

// Record is the record of a tournament, read from its beginning. Errors name file and line, and say
// what to type.
type Record struct {
	*league.Reader
	name string
	file *os.File
}

// OpenRecord reads the plan of a record, which must be closed.
func OpenRecord(name string) (*Record, error) {
	file, err := infile.Open(name)
	if err != nil {
		return nil, files.Error(err)
	}
	r := &Record{name: name, file: file}
	if r.Reader, err = league.NewReader(file); err != nil {
		return nil, errors.Join(r.fault(err), file.Close())
	}
	return r, nil
}

// Close closes the file.
func (r *Record) Close() { r.file.Close() }

func (r *Record) fault(err error) error { return recordHint(r.name, fmt.Errorf("%s:%w", r.name, err)) }

// Each gives the results to take, as long as it wants more.
func (r *Record) Each(ctx context.Context, take func(*league.Result) (more bool)) error {
	for result, err := range r.Results() {
		switch {
		case err != nil:
			return r.fault(err)
		case ctx.Err() != nil || !take(result):
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// RecordError explains an error of creating, opening or writing a record.
func RecordError(name string, err error) error {
	if errors.Is(err, league.ErrInUse) {
		return fmt.Errorf("%s: %w; game-tui tournament show %s shows how it stands", name, err, typed.Quoted(name))
	}
	if text := err.Error(); strings.HasPrefix(text, name+":") {
		return recordHint(name, err) // it names file and line
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		err = path.Err
	}
	return files.Unwritten(name, err)
}

// recordHint adds to what is wrong with the text of a record what to type.
func recordHint(name string, err error) error {
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
// beside it before. lack says why they are not known.
func KnownSchedule(ctx context.Context, name string, p *league.Plan) (s *league.Schedule, lack error) {
	s = p.Schedule()
	if len(p.Keys) == 0 {
		return s, nil
	}
	key, lack := league.ReadKey(name, p)
	if lack != nil {
		public, err := publishedKey(ctx, name)
		switch {
		case err != nil:
			return s, err
		case public != nil:
			key, lack = public, nil
		case errors.Is(lack, fs.ErrNotExist):
			lack = fmt.Errorf("%w; until then %s has it", league.ErrSecret, league.KeyFile(name))
		default:
			lack = fmt.Errorf("%w: %w", league.ErrSecret, lack)
		}
	}
	s.Know(key)
	return s, lack
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

// publishedKey reads the key that is published in a record; nil: it is not.
func publishedKey(ctx context.Context, name string) (*league.Key, error) {
	r, err := OpenRecord(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	err = r.Each(ctx, func(*league.Result) bool { return true })
	return r.Key, err
}

// ReadResults reads the results of tasks from a record.
func ReadResults(ctx context.Context, name string, tasks ...int) ([]*league.Result, error) {
	r, err := OpenRecord(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	left := map[int]int{} // the places of those that are not found yet
	for i, n := range tasks {
		left[n] = i
	}
	list := make([]*league.Result, len(tasks))
	err = r.Each(ctx, func(result *league.Result) bool {
		if i, wanted := left[result.N]; wanted {
			list[i] = result
			delete(left, result.N)
		}
		return len(left) > 0
	})
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%s: task %d has no result yet", name, tasks[slices.Index(list, nil)])
	}
	return list, err
}
