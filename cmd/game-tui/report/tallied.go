package report

import (
	"context"
	"iter"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// tallied is a recording whose figures can be asked for.
type tallied struct {
	name string
	rec  *record.Record
	book *figures.Book
	labels
	noted bool      // notes say what its players cost, in the match and not when played again
	frame sim.Frame // of the round that was asked for last
}

// tally reads a recording, and finds out what it does not say.
func tally(ctx context.Context, word string) (*tallied, error) {
	name, err := files.MatchName(word)
	if err != nil {
		return nil, err
	}
	rec, text, noted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return nil, err
	}
	if turn := rec.Turn(0); turn != nil && turn.Known&sim.KnownOrders == 0 {
		match.Enrich(ctx, text, rec, ai.Find)
	}
	return &tallied{name: name, rec: rec, book: figures.New(rec), labels: newLabels(rec.Meta()), noted: noted}, nil
}

// seatFigures is what is told of one player at the start of a round.
type seatFigures struct {
	*figures.Figures
	of       *tallied
	seat     int
	units    int   // on the board
	measures []int // as Game.Measures lists them
	timed    bool  // its time is known
	clock    bool  // its share of the time allowed is known
}

// at are the figures of all players at the start of round k.
func (c *tallied) at(k int) (list [sim.Seats]seatFigures) {
	f := c.book.At(k)
	state := c.rec.State(f.Round)
	state.Fill(&c.frame)
	for seat := range list {
		s := seatFigures{Figures: &f, of: c, seat: seat, timed: c.noted, clock: c.rec.Meta().Clock && f.Status[seat] >= 0}
		for i := range c.frame.Units {
			if u := &c.frame.Units[i]; u.On && int(u.Seat) == seat {
				s.units++
			}
		}
		for _, m := range c.rec.Meta().Game.Measures() {
			s.measures = append(s.measures, m.Of(state, seat))
		}
		list[seat] = s
	}
	return list
}

// known are the rounds to be told of, all or the last one, until ctx ends.
func (c *tallied) known(ctx context.Context, all bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		last := c.rec.Edge()
		first := last
		if all {
			first = 0
		}
		for k := first; k <= last && ctx.Err() == nil && yield(k); k++ {
		}
	}
}

// meta is what is known of the match.
func (c *tallied) meta() *record.Meta { return c.rec.Meta() }

// won reports whether a seat has the highest score.
func (s *seatFigures) won() bool {
	for _, seat := range sim.Winners(s.Scores) {
		if seat == s.seat {
			return true
		}
	}
	return false
}

// out says why and when the player went out; empty: it did not.
func (s *seatFigures) out() string {
	switch {
	case s.Out[s.seat] != nil:
		return s.Out[s.seat].Text()
	case s.Status[s.seat] < 0:
		return "out"
	}
	return ""
}
