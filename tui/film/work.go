package film

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"game-tui/tui/export"
	"game-tui/tui/numbers"
	"game-tui/tui/ui"
)

// Work is a request for one match, ready to be written.
type Work struct {
	Screens int // how many are drawn before it is written

	kind   *Kind
	film   *export.Film
	format Format
}

// ForOthers is the most work that is done for somebody else, in pixels: some five seconds.
const ForOthers = 1 << 30

// Work of a screen beside its pixels, in pixels that take as long to paint.
const (
	screenWork = 20_000
	cellWork   = 3
)

// work is how much it is to write so many rounds on screens of w×h cells, in pixels that
// are painted (about 5 ns each).
func (w *Work) work(rounds, width, height int) int {
	cells := width * height
	n := w.kind.Passes * (screenWork + cellWork*cells)
	if w.kind.Painted {
		n += cells * w.format.Cell.W * w.format.Cell.H
	}
	return n * rounds
}

// Fits refuses more than so much work, before any of it is done, with a line that says
// what fits.
func (w *Work) Fits(most int) error {
	rounds, width, height := w.Screens/w.kind.Passes, w.film.W, w.film.H
	if w.work(rounds, width, height) <= most {
		return nil
	}
	var hints []string
	if fit := most / w.work(1, width, height); fit > 0 {
		hints = append(hints, fmt.Sprintf("at most %s (--from, --to, --highlights)", numbers.Count(fit, "round")))
	}
	for x := width - 1; x >= ui.MinW && height*x/width >= ui.MinH; x-- {
		if y := height * x / width; w.work(rounds, x, y) <= most {
			hints = append(hints, fmt.Sprintf("--size %dx%d for all", x, y))
			break
		}
	}
	if hints == nil {
		hints = []string{"fewer of them"}
	}
	return fmt.Errorf("%s of %s at %dx%d is too much work here: take %s", w.kind.Name, numbers.Count(rounds, "round"), width, height, strings.Join(hints, ", or "))
}

// errStopped ends the writing when whoever asked for it does not want it any more.
var errStopped = errors.New("stopped")

// Write does the work. drawn is told how many screens have been drawn, and says
// whether to go on.
func (w *Work) Write(out io.Writer, drawn func(n int) bool) error {
	n, stopped := 0, false
	f := *w.film
	f.Frames = func(yield func(export.Frame) bool) {
		for frame := range w.film.Frames {
			if stopped = stopped || !drawn(n); stopped || !yield(frame) {
				return
			}
			n++
		}
	}
	err := w.kind.Write(out, &f, w.format)
	if stopped {
		return errStopped
	}
	return err
}
