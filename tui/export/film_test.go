package export_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"game-tui/tui/export"
	"game-tui/tui/export/encode"
	"game-tui/tui/tuitest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// recording returns a match of official players.
func recording(t *testing.T) *match.Match {
	t.Helper()
	return match.NewMatch(tuitest.ReadRecording(t, "thepurge", "dummy-s30"))
}

func options(rounds ...int) export.Options {
	return export.Options{Options: ui.Options{W: 100, H: 40}, Rounds: rounds, Speed: 4, Cell: encode.Cell{W: 8, H: 16}}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	m := recording(t)
	var list strings.Builder
	for _, k := range export.Formats {
		var out bytes.Buffer
		if k.IsCard() {
			out.Write(card(t, m.Record, "--round 80"))
		} else if err := k.Write(&out, export.NewFilm(m, options(80, 81, 82))); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&list, "%s %x\n", k.Name, sha256.Sum256(out.Bytes()))
	}
	screentest.CompareGolden(t, list.String())
}

// Screens stay longer before skipped rounds.
func TestFrameTimes(t *testing.T) {
	t.Parallel()
	f := export.NewFilm(recording(t), options(3, 4, 9, 10))
	want := []time.Duration{0, 250, 1500, 1750}
	n := 0
	for frame := range f.Frames {
		if n >= len(want) || frame.At != want[n]*time.Millisecond {
			t.Errorf("frame %d at %v", n, frame.At)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d frames, want %d", n, len(want))
	}
}

func TestNoSpoilersMarksNoMoments(t *testing.T) {
	t.Parallel()
	m := recording(t)
	marked := func(o export.Options) (n int) {
		for frame := range export.NewFilm(m, o).Frames {
			if frame.Moment != "" {
				n++
			}
		}
		return n
	}
	var all []int
	for k := range m.Record.Edge() + 1 {
		all = append(all, k)
	}
	o := options(all...)
	if marked(o) == 0 {
		t.Error("no moment in the whole match")
	}
	o.NoSpoilers = true
	if n := marked(o); n != 0 {
		t.Errorf("%d moments told ahead", n)
	}
}
