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
		Config: config(rec),
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
	var stop *StopError
	var broken *BoardError
	if r == nil || err != nil && !errors.As(err, &stop) && !errors.As(err, &broken) && (ctx.Err() != nil || limited.Err() == nil) {
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

// config is the configuration of a recording. Where its board does not come from
// its seed it was given, and the first state is what was given.
func config(rec *record.Record) string {
	meta := rec.Meta()
	first := rec.State(0).AppendText(nil)
	text := meta.Settings.AppendText(nil)
	random := append(text[:len(text):len(text)], "\nRANDOM\n"...)
	board, err := meta.Game.NewBoard(meta.Settings, random[len(text):], meta.Seed)
	if err == nil && bytes.Equal(board.State().AppendText(nil), first) {
		return string(random)
	}
	return string(append(append(text, "\nFIXED\n"...), first...))
}

// Verify plays a recording again and returns the first difference, nil when
// the two are the same. One that stops where a player broke the rules is
// compared with a match that stops there as well.
func Verify(ctx context.Context, text []byte, rec *record.Record, find Find) (*res.Difference, error) {
	_, stopped := rec.Over()
	_, again, err := Again(ctx, rec, find, stopped != nil, len(text))
	if err != nil {
		return nil, err
	}
	return res.Diff(unixLines(text), again), nil
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
	if err != nil || !bytes.HasPrefix(played, bytes.TrimRight(unixLines(text), "\n")) {
		return false
	}
	var turns []*sim.Turn
	for k := 0; again.Turn(k) != nil; k++ {
		turns = append(turns, again.Turn(k))
	}
	rec.Enrich(turns)
	return true
}

func unixLines(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}
