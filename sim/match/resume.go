package match

import (
	"bytes"
	"errors"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/record"
)

// Dice say which generator a match goes on with that is taken up in its middle.
type Dice struct {
	True bool  // the match's own, where it stood
	Seed int32 // otherwise a fresh one with this seed
}

// ErrDice says that the true dice of a record cannot be had.
var ErrDice = errors.New("the true dice are not known")

// ErrHistory says that a state alone does not tell all that its board knew, and that
// what it does not tell was drawn.
var ErrHistory = errors.New("the state does not tell all that its board knew: the rest is drawn")

// Resume makes the board of a record at the start of a round, 0 … Edge, to play on
// from it. With the true dice and the orders of the record, the rest of the match is the
// same, byte for byte. Those dice come from playing the record again from its seed, with
// the orders that were given; where a recording says only which orders were executed
// (Enrich tells the others, of built-in players), with those, which is enough where no order
// failed. Where that does not lead to the states of the record, the error is ErrDice.
//
// With a fresh generator the board comes from the state. Where that does not know all
// (see sim.Game.BoardFrom), the error is ErrHistory beside a board that can be used.
func Resume(rec *record.Record, round int, dice Dice) (sim.Board, error) {
	state := rec.State(round)
	if state == nil {
		return nil, fmt.Errorf("round %d is not there: the record has rounds 0 to %d", round, rec.Edge())
	}
	if !dice.True {
		return fresh(rec, state, sim.NewRand(dice.Seed))
	}
	r, err := NewResumer(rec)
	if err != nil {
		return nil, err
	}
	return r.At(round)
}

func fresh(rec *record.Record, state sim.State, dice sim.Rand) (sim.Board, error) {
	b, complete := rec.Meta().Game.BoardFrom(state, dice)
	if !complete {
		return b, ErrHistory
	}
	return b, nil
}

// Resumer takes a record up at one round after the other with the true dice: what
// Resume does, for the price of one match in all.
type Resumer struct {
	record *record.Record
	board  sim.Board
}

// NewResumer begins at round 0.
func NewResumer(rec *record.Record) (*Resumer, error) {
	meta := rec.Meta()
	if meta.Clock {
		return nil, ErrClock
	}
	text := config(rec)
	settings, n, err := meta.Game.ReadSettings([]byte(text))
	if err != nil {
		return nil, err
	}
	board, err := meta.Game.NewBoard(settings, []byte(text[n:]), meta.Seed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDice, err)
	}
	return &Resumer{record: rec, board: board}, nil
}

// At is the board at the start of a round, which is not before that of the last call.
// The board is the caller's.
func (r *Resumer) At(round int) (sim.Board, error) {
	for k := r.board.Round(); k < round; k = r.board.Round() {
		turn, next := r.record.Turn(k), r.record.State(k+1)
		if next == nil {
			return nil, fmt.Errorf("round %d is not there: the record has rounds 0 to %d", round, r.record.Edge())
		}
		for seat, status := range r.record.State(k + 1).Status() {
			r.board.SetStatus(seat, status)
		}
		if err := r.board.Step(record.OrdersOf(r.record.State(k), turn)); err != nil {
			return nil, fmt.Errorf("%w: round %d: %w", ErrDice, k, err)
		}
		// The states are compared where a board is asked for, and now and then on the way, so that
		// a replay that went wrong ends early.
		if k+1 == round || k%checkEvery == 0 {
			if !bytes.Equal(r.board.State().AppendText(nil), next.AppendText(nil)) {
				return nil, fmt.Errorf("%w: orders that failed are missing in the recording, or somebody changed it, before round %d", ErrDice, k+1)
			}
		}
	}
	return r.board.Clone(), nil
}

// checkEvery is how often a replay is compared with its record.
const checkEvery = 8
