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

// open opens a record, and reads its plan. Errors name file and line, and say what to type.
func open(name string) (*league.Reader, *os.File, error) {
	file, err := infile.Open(name)
	if err != nil {
		return nil, nil, files.Error(err)
	}
	r, err := league.NewReader(file)
	if err != nil {
		return nil, nil, errors.Join(fault(name, err), file.Close())
	}
	return r, file, nil
}

// fault names the file of an error that names its line.
func fault(name string, err error) error { return recordHint(name, fmt.Errorf("%s:%w", name, err)) }

// Scan reads a record, and gives its results to take, as long as it wants more. It returns the plan, and
// the key where it is published in what was read.
func Scan(ctx context.Context, name string, take func(*league.Result) (more bool)) (*league.Plan, *league.Key, error) {
	r, file, err := open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	for result, err := range r.Results() {
		if err != nil {
			return nil, nil, fault(name, err)
		}
		if ctx.Err() != nil || !take(result) {
			break
		}
	}
	return r.Plan, r.Key, ctx.Err()
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

// ReadResults reads the results of tasks of a plan from its record, and makes the schedule that has the
// seeds of their players. These may come from a key, which is published in the record at its end, and
// waits beside it before; the error is a league.ErrSecret where it is not known.
func ReadResults(ctx context.Context, name string, p *league.Plan, tasks ...int) (*league.Schedule, []*league.Result, error) {
	var key *league.Key
	var lack error
	if len(p.Keys) > 0 {
		key, lack = league.ReadKey(name, p)
	}
	left := map[int]int{} // the places of those that are not found yet
	for i, n := range tasks {
		left[n] = i
	}
	list := make([]*league.Result, len(tasks))
	_, public, err := Scan(ctx, name, func(result *league.Result) bool {
		if i, wanted := left[result.N]; wanted {
			list[i] = result
			delete(left, result.N)
		}
		return len(left) > 0 || lack != nil
	})
	switch {
	case err != nil:
		return nil, nil, err
	case lack != nil && public != nil:
		key = public
	case errors.Is(lack, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("%w; until then %s has it", league.ErrSecret, league.KeyFile(name))
	case lack != nil:
		return nil, nil, fmt.Errorf("%w: %w", league.ErrSecret, lack)
	}
	if len(left) > 0 {
		return nil, nil, fmt.Errorf("%s: task %d has no result yet", name, tasks[slices.Index(list, nil)])
	}
	s := p.Schedule()
	s.SetKey(key)
	return s, list, nil
}
