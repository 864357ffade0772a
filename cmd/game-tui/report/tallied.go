package report

import (
	"context"
	"fmt"
	"slices"

	"game-tui/ai"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/figures"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// tallied is a recording whose figures can be asked for.
type tallied struct {
	name  string
	rec   *record.Record
	book  *figures.Book
	noted bool      // notes say what its players cost, in the match and not when played again
	frame sim.Frame // of the round that was asked for last
}

// tally reads a recording, and finds out what it does not say.
func tally(ctx context.Context, word string) (*tallied, error) {
	name, err := files.MatchName(word)
	if err != nil {
		return nil, err
	}
	rec, noted, err := openWithOrders(ctx, name, true)
	if err != nil {
		return nil, err
	}
	return &tallied{name: name, rec: rec, book: figures.New(rec), noted: noted}, nil
}

// openWithOrders reads a recording. Where the orders are wanted and it does not say which failed, it is
// played again.
func openWithOrders(ctx context.Context, name string, wanted bool) (rec *record.Record, noted bool, err error) {
	rec, text, noted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return nil, false, err
	}
	if turn := rec.Turn(0); wanted && turn != nil && turn.Known&sim.KnownOrders == 0 {
		match.Enrich(ctx, text, rec, ai.Find)
	}
	return rec, noted, nil
}

// seatFigures are those of one player at the start of a round.
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
		s := seatFigures{Figures: &f, of: c, seat: seat, timed: c.noted, clock: c.meta().Clock && f.Status[seat] >= 0}
		for i := range c.frame.Units {
			if u := &c.frame.Units[i]; u.On && int(u.Seat) == seat {
				s.units++
			}
		}
		for _, m := range c.meta().Game.Measures() {
			s.measures = append(s.measures, m.Of(state, seat))
		}
		list[seat] = s
	}
	return list
}

// final are those of the last round there is.
func (c *tallied) final() [sim.Seats]seatFigures { return c.at(c.rec.Edge()) }

// first is the first of the rounds to be printed, all or the last one.
func (c *tallied) first(all bool) int {
	if all {
		return 0
	}
	return c.rec.Edge()
}

// meta is what is known of the match.
func (c *tallied) meta() *record.Meta { return c.rec.Meta() }

// player is the number and the player of a seat.
func (c *tallied) player(seat int) string { return fmt.Sprintf("%d %s", seat, c.meta().Names[seat]) }

// won reports whether a seat has the highest score.
func (s *seatFigures) won() bool { return slices.Contains(sim.Winners(s.Scores), s.seat) }

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
