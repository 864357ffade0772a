package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// Find returns the maker of a game's built-in player.
type Find func(game, name string) (sim.Builtin, bool)

// ErrNotBuiltin says that a recording cannot be played again: not all of its
// players are built in.
var ErrNotBuiltin = errors.New("not all players are built in")

// ErrClock says that a recording cannot be played again: its states show the
// time that the players took.
var ErrClock = errors.New("the states show processor time, which is never the same again")

// Again plays the match of a recording again, all of whose players must be
// built in, and returns its record and its text. strict is how the official
// programs play.
// A match that would give much more text than size is played no further.
func Again(ctx context.Context, rec *record.Record, find Find, strict bool, size int) (*record.Record, []byte, error) {
	meta := rec.Meta()
	if meta.Clock {
		return nil, nil, ErrClock
	}
	spec := Spec{
		Game:   meta.Game.Name(),
		Config: Config(rec),
		Seed:   meta.Seed, PlayerSeeds: meta.PlayerSeeds,
		Strict: strict,
	}
	var players [sim.Seats]sim.Player
	for i, name := range meta.Names {
		b, ok := find(meta.Game.Name(), name)
		if !ok {
			return nil, nil, fmt.Errorf("%w: nobody here is called %s", ErrNotBuiltin, name)
		}
		spec.Players[i].Name, players[i] = name, b.New()
	}
	limited, stopAt := context.WithCancel(ctx)
	defer stopAt()
	text := enough{size: size, stop: stopAt}
	text.Grow(size + enoughMore)
	r, again, err := Play(limited, meta.Game, spec, players, Options{Res: &text})
	if r == nil || !isMatch(err) && (ctx.Err() != nil || limited.Err() == nil) {
		return nil, nil, err
	}
	return again, text.Bytes(), nil
}

// enough is a text that ends the match when it is longer than size, by a few
// rounds so that what follows it can be told.
type enough struct {
	bytes.Buffer
	size int
	stop func()
}

// enoughMore is how much longer it gets at least.
const enoughMore = 64 << 10

func (e *enough) Write(p []byte) (int, error) {
	if e.Len() > e.size+enoughMore {
		e.stop()
	}
	return e.Buffer.Write(p)
}

// Config is the configuration of a recording. Where its board does not come from
// its seed it was given, and the first state is what was given.
func Config(rec *record.Record) string {
	meta := rec.Meta()
	first := rec.State(0).AppendText(nil)
	text, edition := meta.Settings.AppendText(nil), ""
	if s, ok := meta.Settings.(sim.EditionSettings); ok {
		edition = s.Edition().Config
	}
	random := append(text[:len(text):len(text)], "\nRANDOM\n"+edition...)
	board, err := meta.Game.NewBoard(meta.Settings, random[len(text):], meta.Seed)
	if err == nil && bytes.Equal(board.State().AppendText(nil), first) {
		return string(random)
	}
	return string(append(append(text, "\nFIXED\n"...), first...)) + edition
}

// Verify plays a recording again and returns the first difference, nil when
// the two are the same. One that stops where a player broke the rules is
// compared with a match that stops there as well. Of one that lacks rounds only the others are compared.
func Verify(ctx context.Context, text []byte, rec *record.Record, find Find) (*res.Difference, error) {
	_, stopped := rec.Over()
	size := len(text)
	if rec.Incomplete() {
		size = res.MaxText
	}
	played, again, err := Again(ctx, rec, find, stopped != nil, size)
	if err != nil {
		return nil, err
	}
	if rec.Incomplete() {
		return res.DiffHeld(rec, played), nil
	}
	return res.Diff(res.UnixLines(text), again), nil
}

// maxEnrich is the longest text that Enrich plays again: while it plays, the
// recording is in memory twice.
const maxEnrich = 16 << 20

// Enrich plays a recording again and gives its record all that the recording does
// not say. It reports false, and changes nothing, where that cannot be done, where
// the match goes another way, and where it is longer than maxEnrich.
func Enrich(ctx context.Context, text []byte, rec *record.Record, find Find) bool {
	if len(text) > maxEnrich {
		return false
	}
	again, played, err := Again(ctx, rec, find, false, len(text))
	if err != nil || !bytes.HasPrefix(played, bytes.TrimRight(res.UnixLines(text), "\n")) {
		return false
	}
	var turns []*sim.Turn
	for k := 0; again.Turn(k) != nil; k++ {
		turns = append(turns, again.Turn(k))
	}
	rec.Enrich(turns)
	return true
}

// Dice say which generator a match goes on with that is taken up in its middle.
type Dice struct {
	True bool  // the match's own, where it stood
	Seed int32 // otherwise a fresh one with this seed
}

// ErrDice says that the true dice of a record cannot be had.
var ErrDice = errors.New("the true dice are not known")

// ErrHistory says that a state alone does not hold all that its board knew, and that
// the rest was drawn.
var ErrHistory = errors.New("the state does not tell all that its board knew: the rest is drawn")

// Resume makes the board of a record at the start of a round, 0 … Edge, to play on
// from it. With the true dice and the orders of the record, the rest of the match is the
// same, byte for byte. Those dice come from playing the record again from its seed, with
// the orders that were given; where a recording says only which orders were executed
// (Enrich finds the others, of built-in players), with those, which is enough where no order
// failed. Where that does not lead to the states of the record, the error is ErrDice.
//
// With a fresh generator the board comes from the state. Where that does not know all
// (see sim.Game.BoardFrom), the error is ErrHistory beside a board that can be used.
func Resume(rec *record.Record, round int, dice Dice) (sim.Board, error) {
	state := rec.State(round)
	if state == nil {
		return nil, fmt.Errorf("round %d is not there: the record has rounds 0 to %d", round, rec.Edge())
	}
	if rec.Missing(round) {
		return nil, fmt.Errorf("round %d is missing in the recording", round)
	}
	if !dice.True {
		b, complete := rec.Meta().Game.BoardFrom(state, sim.NewRand(dice.Seed))
		if !complete {
			return b, ErrHistory
		}
		return b, nil
	}
	if rec.Incomplete() {
		return nil, fmt.Errorf("%w: %s in the recording", ErrDice, rec.GapText())
	}
	meta := rec.Meta()
	if meta.Clock {
		return nil, ErrClock
	}
	text := Config(rec)
	settings, n, err := meta.Game.ReadSettings([]byte(text))
	if err != nil {
		return nil, err
	}
	board, err := meta.Game.NewBoard(settings, []byte(text[n:]), meta.Seed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDice, err)
	}
	for k := range round {
		if err := replay(board, rec, k); err != nil {
			return nil, fmt.Errorf("%w: round %d: %w", ErrDice, k, err)
		}
		// The states are compared at the end, and now and then on the way, so that a replay that
		// went wrong ends early.
		if k+1 == round || k%checkEvery == 0 {
			if !bytes.Equal(board.State().AppendText(nil), rec.State(k+1).AppendText(nil)) {
				return nil, fmt.Errorf("%w: orders that failed are missing in the recording, or somebody changed it, before round %d", ErrDice, k+1)
			}
		}
	}
	return board, nil
}

// checkEvery is how often a replay is compared with its record.
const checkEvery = 8

// replay plays a round of a record again.
func replay(b sim.Board, rec *record.Record, k int) error {
	for seat, status := range rec.State(k + 1).Status() {
		b.SetStatus(seat, status)
	}
	return b.Step(record.OrdersOf(rec.State(k), rec.Turn(k)))
}
