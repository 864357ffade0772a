package notes_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
	_ "game-tui/sim/simtest/fourth"
)

// talker is a player that prints text, adds marks, and gives an invalid order.
type talker struct{}

func (talker) Play(_ context.Context, q *sim.Query) sim.Reply {
	r := sim.Reply{
		CPU:    1000,
		Stderr: []string{"round begins", "<&> ✓"},
		Marks:  []sim.Mark{{Unit: -1, At: sim.Pos{Row: 1, Col: 2}, Text: "goal"}, {Unit: 4, Text: "me"}},
		Orders: []sim.Order{{Unit: 1, Kind: 's', Args: []int32{1, -2, 3}}, {Unit: -7, Kind: 0xff, Dir: -1}},
	}
	if q.State.Round() == 5 {
		r.Failure = &sim.Failure{Reason: sim.FailedCPU, Detail: "1.2 s"}
	}
	return r
}

// played plays a match and returns it with its recording, its notes and its hash.
func played(t testing.TB, g sim.Game, seed int32) (rec *record.Record, text, noted []byte, hash string) {
	t.Helper()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: seed}
	var players [sim.Seats]sim.Player
	for i := range players {
		b, ok := ai.Find(g.Name(), "Demo")
		if !ok {
			t.Fatal("no Demo")
		}
		spec.Players[i].Name, players[i] = b.Name, b.New()
	}
	players[1] = talker{}
	var out bytes.Buffer
	r, rec, err := match.Play(context.Background(), g, spec, players, match.Options{Recording: &out, ComputeHash: true})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := notes.Write(&b, rec, r.SHA256, r); err != nil {
		t.Fatal(err)
	}
	return rec, out.Bytes(), b.Bytes(), r.SHA256
}

func TestNotesRoundTrip(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rec, text, noted, hash := played(t, g, 30)
			opened, _, err := res.Read(text, catalog.Games(), "")
			if err != nil {
				t.Fatal(err)
			}
			if err := notes.Read(noted, opened, hash); err != nil {
				t.Fatal(err)
			}
			for k := range rec.Rounds() {
				want, got := *rec.Turn(k), *opened.Turn(k)
				if got.KnownParts != sim.KnownAll {
					t.Fatalf("round %d: known %d, want %d", k, got.KnownParts, sim.KnownAll)
				}
				for seat := range want.Orders { // invalid kinds are written as '_'
					for i := range want.Orders[seat] {
						if want.Orders[seat][i].Kind == 0xff {
							want.Orders[seat][i].Kind = '_'
						}
					}
				}
				compare(t, k, &want, &got)
			}
		})
	}
}

func compare(t *testing.T, k int, want, got *sim.Turn) {
	t.Helper()
	for seat := range want.Orders {
		a, b := want.Orders[seat], got.Orders[seat]
		if len(a) != len(b) || len(a) > 0 && !reflect.DeepEqual(a, b) {
			t.Fatalf("round %d: orders of %d: %v, want %v", k, seat, b, a)
		}
	}
	if len(want.Events) != len(got.Events) || len(want.Events) > 0 && !reflect.DeepEqual(want.Events, got.Events) {
		t.Fatalf("round %d: events %v, want %v", k, got.Events, want.Events)
	}
	if !reflect.DeepEqual(want.Reports, got.Reports) {
		t.Fatalf("round %d: reports %+v, want %+v", k, got.Reports, want.Reports)
	}
}

func TestWrongNotesAreRefused(t *testing.T) {
	t.Parallel()
	_, text, noted, hash := played(t, catalog.Default(), 30)
	opened, _, err := res.Read(text, catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := bytes.Cut(noted, []byte("\n"))
	header := string(first) + "\n"
	for _, c := range []struct{ name, text, hash, want string }{
		{"empty", "", hash, "header of notes"},
		{"no notes", "Game\n", hash, "header of notes"},
		{"another recording", string(noted), strings.Repeat("0", 64), notes.ErrWrongRecording.Error()},
		{"version", strings.Replace(string(noted), `"notes":2`, `"notes":3`, 1), hash, "version 3"},
		{"other round", header + `{"round":1}`, hash, "round 0: found round 1 instead"},
		{"event", header + `{"round":0,"events":[[200,0,0,0,0,0,0,0,0,0,0,0]]}`, hash, "invalid event"},
		{"seat", header + `{"round":0,"events":[[0,4,0,0,0,0,0,0,0,0,0,0]]}`, hash, "invalid event"},
		{"time", header + `{"round":0,"seats":[{"cpu_ns":9223372036854775807},{},{},{}]}`, hash, "exceeds the limits"},
		{"order", header + `{"round":0,"orders":[[{"unit":1,"kind":"moves"}]]}`, hash, "invalid order 0 for unit 1"},
		{"mark", header + `{"round":0,"seats":[{"marks":[{"unit":-1,"row":99}]}]}`, hash, "off the board"},
		{"long", header + `{"round":0,"orders":[[` + strings.Repeat("{},", 2<<20), hash, "bytes exceed the limit of"},
		{"no JSON", header + `{"round":`, hash, "round 0: "},
	} {
		err := notes.Read([]byte(c.text), opened, c.hash)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
		if opened.Turn(0).KnownParts != 0 {
			t.Errorf("%s: the record has changed", c.name)
		}
	}
	if !errors.Is(notes.Read(noted, opened, ""), notes.ErrWrongRecording) {
		t.Error("notes with another hash give no ErrWrongRecording")
	}
	// Output read from a file must be safe to print on the terminal.
	evil := header + `{"round":0,"seats":[{"said":["\u001b[2Jred\u202e\ttab"],"out":{"reason":"\u001bx"}}]}`
	if err := notes.Read([]byte(evil), opened, hash); err != nil {
		t.Fatal(err)
	}
	s := opened.Turn(0).Reports[0]
	if s.Stderr[0] != "?[2Jred? tab" || s.Failure.Reason != "?x" || opened.Turn(1).KnownParts != 0 {
		t.Errorf("got %q and %q, want printable text", s.Stderr, s.Failure.Reason)
	}
}

// FuzzRead reads arbitrary notes. Accepted notes must be displayable.
func FuzzRead(f *testing.F) {
	g := catalog.Default()
	_, text, noted, _ := played(f, g, 30)
	lines := bytes.SplitN(noted, []byte("\n"), 3)
	head := fmt.Sprintf("{\"notes\":%d,\"sha256\":\"x\"}\n", notes.Version)
	f.Add([]byte(head + string(lines[1])))
	f.Add([]byte(head + `{"round":0,"events":[[1,2,3,4,5,6,7,8,9,10,11,12]],"orders":[[{"unit":1,"kind":"s","args":[1]}]]}`))
	f.Fuzz(func(t *testing.T, text2 []byte) {
		rec, _, err := res.Read(text[:20_000], catalog.Games(), "")
		if err != nil {
			t.Fatal(err)
		}
		if notes.Read(text2, rec, "x") != nil {
			return
		}
		var names [sim.Seats]string
		for k := 0; rec.Turn(k) != nil; k++ {
			turn := rec.Turn(k)
			for i := range turn.Events {
				g.AppendEventText(nil, &turn.Events[i], &names)
			}
			for _, list := range turn.Orders {
				for _, o := range list {
					g.AppendOrderText(nil, o.Order)
					_ = sim.OutcomeText(g, o.Outcome)
				}
			}
		}
	})
}

// TestOmittedEventsAreZero checks that decoding an event does not reuse values of the previous
// round.
func TestOmittedEventsAreZero(t *testing.T) {
	t.Parallel()
	rec, _, _, _ := played(t, catalog.Default(), 30)
	j := notes.NewRoundReader(rec.Meta())
	for k, text := range []string{`{"round":0,"events":[[1,2,3,4,5,6,7,8,9,10,11,12]]}`, `{"round":1,"events":[null]}`} {
		got, err := j.ParseTurn([]byte(text), k, nil)
		if err != nil || len(got.Events) != 1 || (got.Events[0] == sim.Event{}) != (k == 1) {
			t.Errorf("round %d: %+v, %v; want an event with numbers, then one without", k, got, err)
		}
	}
}
