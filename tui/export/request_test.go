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
	m := match.NewMatch(tuitest.ReadRecording(f, "thepurge", "dummy-s30"))
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
			return // the number was written differently
		}
		last := time.Duration(-1)
		for frame := range export.NewFilm(m, export.Options{Options: ui.Options{W: 80, H: 24}, Rounds: []int{0, 1, 2, 3, 199}, Speed: speed}).Frames {
			if frame.At < 0 || frame.At < last || frame.At > time.Hour {
				t.Fatalf("at %v rounds a second a frame comes at %v, after %v", speed, frame.At, last)
			}
			last = frame.At
		}
	})
}
