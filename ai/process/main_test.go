package process

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"game-tui/ai/process/kit/kittest"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/harrypotter"
	"game-tui/sim/simtest"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == transcriptWord {
		if err := playTranscript(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code := m.Run()
	if kitFolder != "" {
		os.RemoveAll(kitFolder)
	}
	os.Exit(code)
}

var (
	compiling sync.Mutex
	kitFolder string            // kit folder shared by all compiled players, or empty
	compiled  map[string]string // programs by source
)

// hostile returns a program that misbehaves according to its arguments.
func hostile(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(hostileEnv); path != "" {
		return path
	}
	return compile(t, filepath.Join("testdata", "hostile", "AIHostile.cc"))
}

// hostileEnv is the path of an already built hostile player.
const hostileEnv = "GAME_TUI_TEST_HOSTILE"

// idle returns a program that gives no orders.
func idle(t testing.TB) string {
	t.Helper()
	return compile(t, filepath.Join("testdata", "idle", "AIIdle.cc"))
}

// compile compiles a player once for all tests.
func compile(t testing.TB, source string) string {
	t.Helper()
	kittest.RequireCompiler(t)
	compiling.Lock()
	defer compiling.Unlock()
	if path, ok := compiled[source]; ok {
		return path
	}
	if kitFolder == "" {
		dir, err := os.MkdirTemp("", "players")
		if err != nil {
			t.Fatal(err)
		}
		kitFolder, compiled = dir, map[string]string{}
	}
	compiled[source] = kittest.Build(t, kitFolder, "harrypotter", source)
	return compiled[source]
}

// clock is a fake clock. It stands still unless a test advances it.
type clock struct {
	mu   sync.Mutex
	at   time.Time
	step time.Duration // added at each reading
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(c.step)
	return c.at
}

// runs advances the clock by step at each reading.
func (c *clock) runs(step time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.step = step
}

// timed returns a player with a fake clock.
func timed(s Spec) (*player, *clock) {
	c := &clock{at: time.Unix(0, 0)}
	p := newPlayer(s)
	p.now = c.now
	return p, c
}

// patience returns how long a test waits for an expected event.
func patience(t testing.TB) time.Duration { return time.Until(simtest.Deadline(t)) }

// table shows the states of a board to a player without a real match.
type table struct {
	game     sim.Game
	settings sim.Settings
	board    sim.Board
}

func newTable(t testing.TB) *table {
	t.Helper()
	text := configs.Default("harrypotter")
	tb := &table{game: harrypotter.Game}
	s, n, err := tb.game.ReadSettings([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	tb.settings = s
	if tb.board, err = tb.game.NewBoard(s, []byte(text[n:]), 30); err != nil {
		t.Fatal(err)
	}
	return tb
}

func (tb *table) init(seat int) sim.StartInfo {
	return sim.StartInfo{Game: tb.game, Settings: tb.settings, Seat: seat, Seed: sim.PlayerSeed(30, seat), Name: "given"}
}

// play plays n rounds, or until the player is out, and returns its replies.
func (tb *table) play(t testing.TB, p sim.Starter, n int) (replies []sim.Reply) {
	t.Helper()
	for range n {
		r := p.Play(context.Background(), &sim.Query{Seat: 0, State: tb.board.State(), Settings: tb.settings})
		r.Orders = append([]sim.Order(nil), r.Orders...)
		replies = append(replies, r)
		if r.Failure != nil {
			break
		}
		turn := &sim.Turn{Round: tb.board.Round()}
		for _, o := range r.Orders {
			turn.Orders[0] = append(turn.Orders[0], sim.SubmittedOrder{Order: o})
		}
		if err := tb.board.Step(turn); err != nil {
			t.Fatal(err)
		}
	}
	return replies
}
