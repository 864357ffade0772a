package encode_test

import (
	"fmt"
	"strings"
	"time"

	"game-tui/tui/cells/screen"
	"game-tui/tui/export/encode"
)

// A film of two screens as a terminal recording.
func Example() {
	screens := make([]screen.Grid, 2)
	for i := range screens {
		screens[i].Resize(8, 1)
		for x, r := range fmt.Sprint("round ", i) {
			screens[i].Set(x, 0, r, screen.Style{})
		}
	}
	film := &encode.Film{Title: "two rounds", W: 8, H: 1, Frames: func(yield func(encode.Frame) bool) {
		for i := range screens {
			if !yield(encode.Frame{At: time.Duration(i) * time.Second, Screen: &screens[i]}) {
				return
			}
		}
	}}
	var out strings.Builder
	if err := encode.Cast(&out, film); err != nil {
		fmt.Println(err)
	}
	_, events, _ := strings.Cut(out.String(), "\n") // the first line describes the terminal
	fmt.Print(events)
	// Output:
	// [0.000, "o", "\u001b[?25l\u001b[m\u001b[2J\u001b[1Hround 0 "]
	// [1.000, "o", "\u001b[1;7H1"]
}
