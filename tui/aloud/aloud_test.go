package aloud_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/aloud"
	"game-tui/tui/text"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

// session is what is told of a match, with what is typed where it was typed.
func session(t *testing.T, rec *record.Record, o text.Telling, typed ...string) string {
	t.Helper()
	in, keys := io.Pipe()
	var out strings.Builder
	done := make(chan error, 1)
	go func() { done <- aloud.Talk(t.Context(), in, echo{&out, keys, &typed}, rec, ui.Opening{}, o) }()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// echo types the next line behind every prompt, as somebody does, and shows it as a terminal does.
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

// Each game is told and asked for in words, without signs that draw boxes, blocks or dots, and
// nothing is written over.
func TestGoldenSession(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.Played(t, g, configs.Default(g.Name()), 40)
		t.Run(g.Name(), func(t *testing.T) {
			got := session(t, rec, text.Telling{Seat: -1, Only: text.Lead | text.Deaths | text.Scores},
				"help", "", "next 2", "back", "30", "scores", "players", "units Seeker", "more", "unit 5", "follow 5", "n", "cell 3, 4",
				"find Hunter", "found", "event", "lead", "index", "why", "more", "board", "only lead", "round", "follow", "last", "next", "first", "back",
				"999", "units Nobody", "follow x", "unit 99999", "cell", "only deads", "next week", "jump", "f", "find")
			for _, r := range got {
				if r < ' ' && r != '\n' || r >= 0x2500 && r < 0x2600 || r >= 0x2800 && r < 0x2900 {
					t.Errorf("the sign %q is in it", r)
				}
			}
			tuitest.Golden(t, got)
		})
	}
}

// A match is told as far as it has come, and the newest round is where it is then.
func TestTalksOfWhatIsPlayed(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	whole := tuitest.Played(t, g, configs.Default(g.Name()), 5)
	rec := record.New(*whole.Meta(), whole.State(0))
	rec.Append(whole.Turn(0), whole.State(1))
	got := session(t, rec, text.Telling{Seat: -1, Only: text.Scores}, "next", "next", "quit")
	if !strings.Contains(got, "\n1 scores: ") || !strings.Contains(got, "next\nthis is the newest round\nround 1 of ") || strings.Contains(got, " end: ") {
		t.Errorf("got\n%s", got)
	}
}

// The end of the context and of what can be written end the talk with their errors.
func TestTalkEnds(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	rec := tuitest.Played(t, g, configs.Default(g.Name()), 5)
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := aloud.Talk(ctx, in, io.Discard, rec, ui.Opening{}, text.Telling{Seat: -1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	gone := errors.New("gone")
	if err := aloud.Talk(t.Context(), in, failing{gone}, rec, ui.Opening{}, text.Telling{Seat: -1}); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
