package match_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// TestKitLogIsTheOfficialOne compares hashes with those of the official programs' output.
func TestKitLogIsTheOfficialOne(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, c := range []struct {
		game, player string
		edit         [2]string
		want         string
	}{
		{"harrypotter", "Demo", [2]string{}, "f0c9e45ceb2c55eb4f88862c976f202ecf231d03656e3205520a06feb6fc7528"},
		{"harrypotter", "Null", [2]string{}, "763959d1e26022b83deaa3b010aab431f53d2f52d10e0a10a89161dccfad34ae"},
		{"harrypotter", "Null", [2]string{"NUM_ROUNDS\t\t\t200", "NUM_ROUNDS 1"}, "812bbb23b73ce7218d9b78b472c473fd0f6da089285cb8e4ad11dec4c9671da2"},
	} {
		g, ok := catalog.Find(c.game)
		if !ok {
			t.Fatalf("no game %s", c.game)
		}
		spec, players := builtin(t, g, 30, c.player, c.player, c.player, c.player)
		if c.edit[0] != "" {
			spec.Config = strings.Replace(spec.Config, c.edit[0], c.edit[1], 1)
		}
		_, rec, err := match.Play(t.Context(), g, spec, players, match.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(match.AppendKitLog(nil, rec))); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.game, c.player, got, c.want)
		}
	}
}

func TestVerifyAndEnrich(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	play := func(strict bool, seed int32, name string) []byte {
		spec, players := builtin(t, game(), seed, name, name, name, name)
		spec.Strict = strict
		var text bytes.Buffer
		if r, _, err := match.Play(t.Context(), game(), spec, players, match.Options{Recording: &text}); r == nil {
			t.Fatal(err)
		}
		return text.Bytes()
	}
	whole := play(false, 30, "Demo")
	dos := bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n"))
	for _, c := range []struct {
		name     string
		text     []byte
		differs  string // difference that Verify must report
		err      error
		enriched bool
	}{
		{"whole", whole, "", nil, true},
		{"carriage returns", dos, "", nil, true},
		{"out", play(false, 3, "Demo"), "", nil, true},
		{"stopped", play(true, 3, "Demo"), "", nil, true},
		{"cut", whole[:len(whole)/2], "in one", nil, true},
		{"changed", bytes.Replace(whole, []byte("score\t41\t41\t41\t41"), []byte("score\t41\t41\t42\t41"), 1), "round 1, state, score of player 2", nil, false},
		{"unknown player", bytes.Replace(whole, []byte("names          Demo"), []byte("names          Gen765"), 1), "", match.ErrNotBuiltin, false},
		{"clock", append([]byte("Sec"), whole...), "", match.ErrClock, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rec, _, err := res.Read(c.text, catalog.Games(), c.name)
			if err != nil {
				t.Fatal(err)
			}
			d, err := match.Verify(t.Context(), c.text, rec, ai.Find)
			if !errors.Is(err, c.err) {
				t.Fatal(err)
			}
			if (d != nil) != (c.differs != "") || d != nil && !strings.Contains(d.Text("in one", "in the other"), c.differs) {
				t.Errorf("Verify: got %v, want %q", d, c.differs)
			}
			turn := rec.Turn(3)
			if got := match.Enrich(t.Context(), c.text, rec, ai.Find); got != c.enriched {
				t.Errorf("Enrich: got %v, want %v", got, c.enriched)
			}
			if turn.KnownParts != 0 || (rec.Turn(3).KnownParts == sim.KnownAll) != c.enriched {
				t.Errorf("known before and after: got %d, %d, want all after: %v", turn.KnownParts, rec.Turn(3).KnownParts, c.enriched)
			}
		})
	}
}

func TestReplayStopsWhereTheRecordingEnds(t *testing.T) {
	t.Parallel()
	spec, players := nulls(t)
	var text bytes.Buffer
	if _, _, err := match.Play(t.Context(), game(), spec, players, match.Options{Recording: &text}); err != nil {
		t.Fatal(err)
	}
	long := bytes.Replace(text.Bytes(), []byte("NUM_ROUNDS\t\t\t200"), []byte("NUM_ROUNDS\t\t\t99999"), 1)
	rec, cut, err := res.Read(long, catalog.Games(), "")
	if err != nil || cut == nil || rec.Edge() != 200 {
		t.Fatal(cut, err)
	}
	rounds := 0
	counting := func(string, string) (sim.Builtin, bool) {
		return sim.Builtin{New: func() sim.Player {
			return playFunc(func(_ context.Context, q *sim.Query) sim.Reply {
				rounds = q.State.Round() + 1
				return sim.Reply{}
			})
		}}, true
	}
	if !match.Enrich(t.Context(), long, rec, counting) || rounds != 201 {
		t.Errorf("Enrich: want it to play 201 rounds, got %d", rounds)
	}
}

func TestVerifyWithAFixedBoard(t *testing.T) {
	t.Parallel()
	spec, players := builtin(t, game(), 30, "Demo", "Demo", "Demo", "Demo")
	_, rec, err := match.Play(t.Context(), game(), spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	spec, players = builtin(t, game(), 31, "Demo", "Demo", "Demo", "Demo")
	spec.Config = strings.Replace(spec.Config, "RANDOM", "FIXED\n"+string(rec.State(0).AppendText(nil)), 1)
	var text bytes.Buffer
	if _, _, err = match.Play(t.Context(), game(), spec, players, match.Options{Recording: &text}); err != nil {
		t.Fatal(err)
	}
	rec, _, err = res.Read(text.Bytes(), catalog.Games(), "")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := match.Verify(t.Context(), text.Bytes(), rec, ai.Find); d != nil || err != nil {
		t.Errorf("Verify: got %v, %v, want no difference", d, err)
	}
}
