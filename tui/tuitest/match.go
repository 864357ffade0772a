// Package tuitest contains helpers for tests of the viewer: matches, and screens in a terminal
// emulator. Golden files are in package screentest.
package tuitest

import (
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
)

// Games holds all games, including a model game that only tests use.
var Games = catalog.Games()

// PlayMatch returns a finished match in which every unit moves at random.
func PlayMatch(tb testing.TB, game sim.Game, config []byte, rounds int) *record.Record {
	tb.Helper()
	rec, b := NewMatch(tb, game, config)
	for range min(rounds, rec.Rounds()) {
		PlayRound(tb, rec, b)
	}
	rec.End(nil)
	return rec
}

// NewMatch returns a new record and the board to play it on.
func NewMatch(tb testing.TB, game sim.Game, config []byte) (*record.Record, sim.Board) {
	tb.Helper()
	set, n, err := game.ReadSettings(config)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := game.NewBoard(set, config[n:], 30)
	if err != nil {
		tb.Fatal(err)
	}
	names := [sim.Seats]string{"Seeker", "Hunter", "Greedy", "Null"}
	return record.New(record.Meta{Game: game, Settings: set, Seed: 30, Names: names}, b.State()), b
}

// PlayRound plays one round of random moves, with sample output and marks.
func PlayRound(tb testing.TB, rec *record.Record, b sim.Board) {
	tb.Helper()
	t := &sim.Turn{Round: b.Round(), KnownParts: sim.KnownAll}
	var f sim.Frame
	b.State().FillFrame(&f)
	r := sim.NewRand(int32(t.Round) + 1)
	for i := range f.Units {
		if u := &f.Units[i]; u.Seat >= 0 && u.OnBoard {
			o := sim.SubmittedOrder{Order: sim.Order{Unit: u.ID, Kind: 'm', Dir: int8(2 * r.Random(0, 3))}}
			t.Orders[u.Seat] = append(t.Orders[u.Seat], o)
		}
	}
	t.Reports[0].Stderr = []string{"thinking"}
	t.Reports[0].Marks = []sim.Mark{{Unit: -1, At: sim.Pos{Row: 3, Col: 4}, Text: "goal"}}
	t.Reports[1].CPU, t.Reports[1].TotalCPU = 1_500_000, 40_000_000
	if err := b.Step(t); err != nil {
		tb.Fatal(err)
	}
	rec.Append(t, b.State())
}

// ReferenceMatch returns the match used by benchmarks: a recording of four Dummy players.
func ReferenceMatch(tb testing.TB) *record.Record {
	return ReadRecording(tb, "harrypotter", "dummy-s30")
}

func ReadRecording(tb testing.TB, game, name string) *record.Record {
	tb.Helper()
	rec, _, err := res.Read(simtest.Recordings(tb, game)[name], Games, name+".res")
	if err != nil {
		tb.Fatal(err)
	}
	return rec
}
