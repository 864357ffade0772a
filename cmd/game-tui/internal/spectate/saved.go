package spectate

import (
	"context"
	"fmt"
	"io"
	"sync"

	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/ui"
)

// saved collects the names of files that were written. It is safe for concurrent use.
type saved struct {
	mu    sync.Mutex
	names []string
}

func (s *saved) add(name string, err error) (string, error) {
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.names = append(s.names, name)
	}
	return name, err
}

// match returns write with its files collected, or nil for nil.
func (s *saved) match(write func(context.Context, *record.Record) (string, error)) func(context.Context, *record.Record) (string, error) {
	if write == nil {
		return nil
	}
	return func(ctx context.Context, rec *record.Record) (string, error) { return s.add(write(ctx, rec)) }
}

// export returns write with its files collected, or nil for nil.
func (s *saved) export(write func(context.Context, ui.Export, func(string)) (string, error)) func(context.Context, ui.Export, func(string)) (string, error) {
	if write == nil {
		return nil
	}
	return func(ctx context.Context, what ui.Export, progress func(string)) (string, error) {
		return s.add(write(ctx, what, progress))
	}
}

// print prints the names, one per line.
func (s *saved) print(w io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.names {
		printSaved(w, name)
	}
}

func printSaved(w io.Writer, name string) { fmt.Fprintln(w, "saved: "+sanitize.Line(name)) }
