// Package files reads and writes the files that a command line names. Begin with OpenRecording and
// Create. What is read is bounded; what is written appears whole or not at all.
package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"game-tui/cmd/game-tui/infile"
	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/res"
	"game-tui/tui/where"
)

// StdinName is how errors call standard input.
const StdinName = "standard input"

// Input reads the configuration named by -i, or that of a standard input
// which is a redirected file. A nil text means that there is none.
func Input(ctx context.Context, name string) (string, []byte, error) {
	if name != "" {
		text, err := readText(ctx, name)
		if name == "-" {
			name = StdinName
		}
		return name, text, err
	}
	info, err := os.Stdin.Stat()
	if err != nil {
		return "", nil, nil // closed: as good as none
	}
	if info.Mode().IsRegular() {
		text, err := readText(ctx, "-")
		if err == nil && len(text) == 0 {
			return "", nil, nil
		}
		return StdinName, text, err
	}
	if info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 && dataWaits(os.Stdin) {
		return "", nil, errors.New("data waits on standard input: type -i - to read the configuration from it, or < /dev/null to leave it alone")
	}
	return "", nil, nil
}

// PlaceOf reads the name of a recording, with a round and a unit or without.
func PlaceOf(text string) (where.Place, error) {
	p, err := where.Parse(text, func(name string) bool { return name == "-" || isFile(name) })
	if err != nil {
		return p, fmt.Errorf("%s: there is no such file, and %w", text, err)
	}
	if p.Name == "" {
		return p, fmt.Errorf("%q names no file; type it before the @, as in match.res%s", text, text)
	}
	return p, nil
}

// MatchName reads the name of a recording for a command that looks at all of it.
func MatchName(text string) (string, error) {
	p, err := PlaceOf(text)
	if err == nil && p.Round >= 0 {
		err = fmt.Errorf("%s: this command looks at a whole match; leave out %s", text, strings.TrimPrefix(p.String(), p.Name))
	}
	return p.Name, err
}

// RoundName reads the name of a recording, with a round or without: -1.
func RoundName(text string) (name string, round int, err error) {
	p, err := PlaceOf(text)
	if err == nil && p.Unit >= 0 {
		err = fmt.Errorf("%s: this command looks at a match or one of its rounds, not at a unit: type %s@%d", text, p.Name, p.Round)
	}
	return p.Name, p.Round, err
}

// isFile reports whether there is a file, a pipe or a device of that name. What cannot
// be looked at is taken for one: opening it says what is wrong.
func isFile(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	return !info.IsDir()
}

// readText reads a whole file, packed or not; "-" is standard input, which is waited for
// until ctx ends.
func readText(ctx context.Context, name string) ([]byte, error) {
	if name == "-" {
		return readStdin(ctx)
	}
	file, err := infile.Open(name)
	if err != nil {
		return nil, kindHint(name, err)
	}
	defer file.Close()
	text, err := res.Load(file)
	return text, named(name, text, err)
}

// readStdin waits as long as whoever writes to it takes.
func readStdin(ctx context.Context) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := res.Load(os.Stdin)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, named(StdinName, r.text, r.err)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// named puts the name of a file, and the line where there is one, before an error.
func named(name string, text []byte, err error) error {
	if err == nil {
		return nil
	}
	return res.At(name, text, infile.Cause(err))
}

// kindHint adds to the error for a pipe or a device how to read from it.
func kindHint(name string, err error) error {
	kind, ok := errors.AsType[*infile.KindError](err)
	if !ok || kind.Mode.IsDir() {
		return Error(err)
	}
	return fmt.Errorf("%w; to read from it type - in its place, and < %s behind the command", Error(err), typed.Quoted(name))
}

// Bounded reads a file of at most limit bytes that is no text of a match.
func Bounded(name string, limit int64) ([]byte, error) {
	text, err := infile.Text(name, limit)
	if err != nil {
		return nil, Error(err)
	}
	return text, nil
}

// Error shortens "open FILE: reason" to "FILE: reason".
func Error(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}
