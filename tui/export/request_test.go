package export_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"game-tui/tui/export"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

// FuzzSpeed checks that accepted speeds give increasing times, and errors have one line.
func FuzzSpeed(f *testing.F) {
	for _, text := range []string{"5", "0.01", "1000", "1e-9", "1e-300", "5e-324", "NaN", "+Inf", "-1", "0", "0x1p-1074"} {
		f.Add(text)
	}
	m := match.NewMatch(tuitest.Recording(f, "thepurge", "dummy-s30"))
	f.Fuzz(func(t *testing.T, text string) {
		if len(strings.Fields(text)) != 1 {
			return
		}
		_, err := export.Parse([]string{"--speed", text}, location.MatchAddress(""))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "--speed") {
				t.Errorf("%q", err)
			}
			return
		}
		var speed float64
		if _, err := fmt.Sscan(text, &speed); err != nil {
			return // another way to write a number
		}
		last := time.Duration(-1)
		for frame := range export.OfMatch(m, export.Options{Options: ui.Options{W: 80, H: 24}, Rounds: []int{0, 1, 2, 3, 199}, Speed: speed}).Frames {
			if frame.At < 0 || frame.At < last || frame.At > time.Hour {
				t.Fatalf("at %v rounds a second a frame comes at %v, after %v", speed, frame.At, last)
			}
			last = frame.At
		}
	})
}

func TestSuggestedSizesFit(t *testing.T) {
	t.Parallel()
	m := recording(t)
	of := func(flags string) *export.Work {
		r, err := export.Parse(strings.Fields(flags), location.MatchAddress(""))
		if err != nil {
			t.Fatal(err)
		}
		work, err := r.Prepare(m)
		if err != nil {
			t.Fatal(err)
		}
		return work
	}
	for _, kind := range export.Formats {
		if err := of("--format " + kind.Name).CheckWork(export.MaxRemoteWork); err != nil {
			t.Errorf("as usual: %v", err)
		}
		for _, size := range []string{"60x20", "100x40", "500x200"} {
			if kind.SingleRound && !kind.IsCard() && of("--format "+kind.Name+" --size "+size).CheckWork(export.MaxRemoteWork) != nil {
				t.Errorf("one screen of %s does not fit", size)
			}
			if kind.SingleRound {
				continue
			}
			flags := "--format " + kind.Name + " --size " + size
			for most := 10 << 20; most <= export.MaxRemoteWork; most *= 2 {
				err := of(flags).CheckWork(most)
				if err == nil {
					continue
				}
				_, hint, _ := strings.Cut(err.Error(), "server: ")
				var n, w, h int
				if _, err := fmt.Sscanf(hint, "take at most %d round", &n); err == nil && of(fmt.Sprintf("%s --to %d", flags, n-1)).CheckWork(most) != nil {
					t.Errorf("%s of %d: %d rounds do not fit", flags, most, n)
				}
				if _, size, ok := strings.Cut(hint, "--size "); ok {
					if _, err := fmt.Sscanf(size, "%dx%d", &w, &h); err != nil || of(fmt.Sprintf("--format %s --size %dx%d", kind.Name, w, h)).CheckWork(most) != nil {
						t.Errorf("%s of %d: %s does not fit: %v", flags, most, size, err)
					}
				}
				if strings.ContainsAny(hint, "0123456789") == (hint == "take fewer rounds") {
					t.Errorf("%s of %d: %q", flags, most, hint)
				}
			}
		}
	}
}
