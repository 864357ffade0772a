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

type FindBuiltinFunc func(game, name string) (sim.Builtin, bool)

var ErrNotBuiltin = errors.New("not all players are built in")

// ErrClock means that a match cannot be replayed, because its states contain processor times.
var ErrClock = errors.New("the states contain processor times, which vary between runs")

// replay plays a recorded match again, up to one round beyond the recording, and returns the new
// record and text. If strict is set, the first failure stops the match, as in the official
// programs.
func replay(ctx context.Context, rec *record.Record, find FindBuiltinFunc, strict bool) (*record.Record, []byte, error) {
	meta := rec.Meta()
	if meta.HasClock {
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
			return nil, nil, fmt.Errorf("%w: no built-in player is called %s", ErrNotBuiltin, name)
		}
		spec.Players[i].Name, players[i] = name, b.New()
	}
	var text bytes.Buffer
	_, replayed, err := Play(ctx, meta.Game, spec, players, Options{Recording: &text, MaxRounds: rec.Edge() + 1})
	if !countsAsMatch(err) {
		return nil, nil, err
	}
	return replayed, text.Bytes(), nil
}

// Config returns the configuration of a recorded match. If the seed does not generate the first
// state, the configuration contains that state as a fixed board.
func Config(rec *record.Record) string {
	meta := rec.Meta()
	first := rec.State(0).AppendText(nil)
	text, edition := meta.Settings.AppendText(nil), ""
	if s, ok := meta.Settings.(sim.EditionSettings); ok {
		edition = s.Edition().ConfigLine
	}
	random := append(text[:len(text):len(text)], "\nRANDOM\n"+edition...)
	board, err := meta.Game.NewBoard(meta.Settings, random[len(text):], meta.Seed)
	if err == nil && bytes.Equal(board.State().AppendText(nil), first) {
		return string(random)
	}
	return string(append(append(text, "\nFIXED\n"...), first...)) + edition
}

// Verify replays a recording and returns the first difference, or nil. If the recording ended
// early, Verify replays it as a strict match. It ignores missing rounds.
func Verify(ctx context.Context, text []byte, rec *record.Record, find FindBuiltinFunc) (*res.Difference, error) {
	_, stopErr := rec.Ended()
	replayed, replayedText, err := replay(ctx, rec, find, stopErr != nil)
	if err != nil {
		return nil, err
	}
	if rec.IsIncomplete() {
		return res.DiffRecords(rec, replayed), nil
	}
	return res.Diff(res.ToUnixLines(text), replayedText), nil
}

// maxEnrichSize is the maximum size in bytes of a recording for Enrich, which needs two copies of the
// text in memory.
const maxEnrichSize = 16 << 20

// Enrich replays a recording and adds missing information to its record. If the recording is too
// long, cannot be replayed or differs from the replay, Enrich returns false and changes nothing.
func Enrich(ctx context.Context, text []byte, rec *record.Record, find FindBuiltinFunc) bool {
	if len(text) > maxEnrichSize {
		return false
	}
	replayed, replayedText, err := replay(ctx, rec, find, false)
	if err != nil || !bytes.HasPrefix(replayedText, bytes.TrimRight(res.ToUnixLines(text), "\n")) {
		return false
	}
	var turns []*sim.Turn
	for k := 0; replayed.Turn(k) != nil; k++ {
		turns = append(turns, replayed.Turn(k))
	}
	rec.Enrich(turns)
	return true
}

// Dice selects the random generator for a match that continues from the middle.
type Dice struct {
	Original bool // whether to continue with the match's own generator
	Seed     int32
}

var ErrUnknownDice = errors.New("the original dice are unknown")

// ErrIncompleteState means that a board's hidden values were drawn at random. The board is still
// usable.
var ErrIncompleteState = errors.New("hidden values missing from the state were chosen at random")

// Resume creates a board that continues a record from the start of a round. With the original dice
// and the recorded orders, the rest of the match stays the same.
//
// To restore the original dice, Resume replays the recorded orders from the seed. If the states
// differ, it returns ErrUnknownDice. With other dice, Resume creates the board from the state and
// may return it together with ErrIncompleteState.
func Resume(rec *record.Record, round int, dice Dice) (sim.Board, error) {
	state := rec.State(round)
	if state == nil {
		return nil, fmt.Errorf("no round %d: the match has rounds 0 to %d", round, rec.Edge())
	}
	if rec.IsMissing(round) {
		return nil, fmt.Errorf("round %d is missing from the recording", round)
	}
	if !dice.Original {
		b, complete := rec.Meta().Game.BoardFrom(state, sim.NewRand(dice.Seed))
		if !complete {
			return b, ErrIncompleteState
		}
		return b, nil
	}
	if rec.IsIncomplete() {
		return nil, fmt.Errorf("%w: %s from the recording", ErrUnknownDice, rec.GapText())
	}
	meta := rec.Meta()
	if meta.HasClock {
		return nil, ErrClock
	}
	text := Config(rec)
	settings, n, err := meta.Game.ReadSettings([]byte(text))
	if err != nil {
		return nil, err
	}
	board, err := meta.Game.NewBoard(settings, []byte(text[n:]), meta.Seed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknownDice, err)
	}
	for k := range round {
		for seat, status := range rec.State(k + 1).Status() {
			board.SetStatus(seat, status)
		}
		if err := board.Step(record.TurnToReplay(rec.State(k), rec.Turn(k))); err != nil {
			return nil, fmt.Errorf("%w: round %d: %w", ErrUnknownDice, k, err)
		}
		// Checking along the way detects a wrong replay early.
		if k+1 == round || k%checkEvery == 0 {
			if !bytes.Equal(board.State().AppendText(nil), rec.State(k+1).AppendText(nil)) {
				return nil, fmt.Errorf("%w: the recording lacks failed orders or was edited before round %d", ErrUnknownDice, k+1)
			}
		}
	}
	return board, nil
}

const checkEvery = 8

// AppendKitLog appends what the official program would print to standard error during the match.
func AppendKitLog(dst []byte, rec *record.Record) []byte {
	meta := rec.Meta()
	dst = fmt.Appendf(dst, "info: seed %d\ninfo: loading game\ninfo: loaded game\n", meta.Seed)
	for _, name := range meta.Names {
		dst = fmt.Appendf(dst, "info: loading player %s\n", name)
	}
	dst = append(dst, "info: players loaded\n"...)
	for k := range rec.Rounds() {
		turn := rec.Turn(k)
		if turn == nil {
			return dst
		}
		dst = fmt.Appendf(dst, "info: start round %d\n", k)
		for seat := range turn.Reports {
			dst = fmt.Appendf(dst, "info:     start player %d\n", seat)
			for _, line := range turn.Reports[seat].Stderr {
				dst = append(append(dst, line...), '\n')
			}
			dst = fmt.Appendf(dst, "info:     end player %d\n", seat)
		}
		if rec.State(k+1) == nil {
			return dst
		}
		dst = fmt.Appendf(dst, "info: end round %d\n", k)
	}
	scores := rec.State(rec.Rounds()).Scores()
	for seat, name := range meta.Names {
		dst = fmt.Appendf(dst, "info: player %s got score %d\n", name, scores[seat])
	}
	dst = append(dst, "info: player(s)"...)
	if meta.Game.Definition().OmitsWinnerNames {
		for range sim.Winners(scores) {
			dst = append(dst, " got top score\n"...)
		}
	} else {
		for _, seat := range sim.Winners(scores) {
			dst = append(append(dst, ' '), meta.Names[seat]...)
		}
		dst = append(dst, " got top score\n"...)
	}
	return append(dst, "info: game played\n"...)
}
