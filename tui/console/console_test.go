package console_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/winchance"
	"game-tui/tui/console"
	"game-tui/tui/draw/chances"
	"game-tui/tui/plain"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
)

// session returns the output for a match, including prompts and typed lines.
func session(t *testing.T, rec *record.Record, o plain.LineOptions, desk chances.Analyst, typed ...string) string {
	t.Helper()
	in, keys := io.Pipe()
	var out strings.Builder
	done := make(chan error, 1)
	go func() { done <- console.Run(t.Context(), in, echo{&out, keys, &typed}, rec, ui.OpenOptions{}, o, desk) }()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// echo types the next line after every prompt and echoes it.
type echo struct {
	out   *strings.Builder
	keys  *io.PipeWriter
	typed *[]string
}

func (e echo) Write(p []byte) (int, error) {
	e.out.Write(p)
	if !strings.HasSuffix(string(p), ": ") {
		return len(p), nil
	}
	if len(*e.typed) == 0 {
		return len(p), e.keys.Close()
	}
	line := (*e.typed)[0] + "\n"
	*e.typed = (*e.typed)[1:]
	e.out.WriteString(line)
	go io.WriteString(e.keys, line)
	return len(p), nil
}

// No box, block or dot characters are written.
func TestGoldenSession(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 40)
		t.Run(g.Name(), func(t *testing.T) {
			got := session(t, rec, plain.LineOptions{Seat: -1}, nil,
				"help", "", "next 2", "more", "more", "back", "30", "scores", "players", "units Seeker", "unit 5", "follow 5", "n", "cell 3, 4",
				"unit ghost Seeker", "unit wizard 5", "follow professor", "follow Voldemort", "next", "turnings",
				"find Hunter", "found", "event", "lead", "index", "why", "more", "board", "only lead", "round", "follow", "last", "next", "first", "back",
				"999", "units Nobody", "follow x", "follow 99999", "unit", "cell", "only deads", "only", "next week", "jump", "f", "find",
				"orders", "orders Hunter", "orders nothing", "orders wall", "orders direct", "found")
			for _, r := range got {
				if r < ' ' && r != '\n' || r >= 0x2500 && r < 0x2600 || r >= 0x2800 && r < 0x2900 {
					t.Errorf("the sign %q is in it", r)
				}
			}
			screentest.CompareGolden(t, got)
		})
	}
}

func TestLiveMatchIsDescribedUpToItsNewestRound(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	whole := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 5)
	rec := record.New(*whole.Meta(), whole.State(0))
	rec.Append(whole.Turn(0), whole.State(1))
	got := session(t, rec, plain.LineOptions{Seat: -1, Kinds: plain.KindScores}, nil, "next", "next", "quit")
	if !strings.Contains(got, "\nround 1: ") || !strings.Contains(got, "next\nalready at the newest round\nround 1 of ") || strings.Contains(got, "over") {
		t.Errorf("got\n%s", got)
	}
}

// desk has a result only from the second request on.
type desk struct {
	looks int
	known *winchance.Snapshot
}

func (d *desk) Register(*record.Record, chances.ResultSet) chances.Registration { return d }
func (d *desk) Close()                                                          {}
func (d *desk) Latest() (*winchance.Snapshot, <-chan struct{}, error) {
	if d.looks++; d.looks < 2 {
		return nil, nil, nil
	}
	return d.known, nil, nil
}

func TestTurningPointsAreAnnouncedWhenFound(t *testing.T) {
	t.Parallel()
	rec := tuitest.ReadRecording(t, "thepurge", "rival-s2001")
	a, err := winchance.New(winchance.NewMatch(rec, func(string, string) (b sim.Builtin, ok bool) { return b, false }))
	if err != nil {
		t.Fatal(err)
	}
	for a.Next() {
	}
	d := &desk{known: a.Snapshot()}
	got := session(t, rec, plain.LineOptions{Seat: -1}, d, "turnings", "next", "turnings")
	for _, want := range []string{"analysing…\nstill searching; ", "the search for turning points is complete; type turnings to list them\n", " (estimate), "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, fmt.Sprintf("\nrounds %d to ", d.known.TurningPointsUntil(rec.Edge())[0].Round)); n != 1 {
		t.Errorf("the first one is told %d times in\n%s", n, got)
	}
}

func TestTalkReturnsErrorsOfContextAndWriter(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 5)
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := console.Run(ctx, in, io.Discard, rec, ui.OpenOptions{}, plain.LineOptions{Seat: -1}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	gone := errors.New("gone")
	if err := console.Run(t.Context(), in, failing{gone}, rec, ui.OpenOptions{}, plain.LineOptions{Seat: -1}, nil); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
