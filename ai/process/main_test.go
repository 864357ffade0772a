package process

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"game-tui/ai/process/kit/kittest"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/harrypotter"
)

func TestMain(m *testing.M) {
	RunLauncher()
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// built is the hostile player, compiled once.
var built struct {
	sync.Mutex
	dir, path string
}

// hostile returns the program that misbehaves as its arguments say.
func hostile(t testing.TB) string {
	t.Helper()
	kittest.Compiler(t)
	built.Lock()
	defer built.Unlock()
	if built.path == "" {
		dir, err := os.MkdirTemp("", "hostile")
		if err != nil {
			t.Fatal(err)
		}
		built.dir = dir
		built.path = kittest.Build(t, dir, "harrypotter", filepath.Join("testdata", "hostile", "AIHostile.cc"))
	}
	return built.path
}

// table is a match without a match: a board whose states a player is shown.
type table struct {
	game     harrypotter.Game
	settings sim.Settings
	board    sim.Board
}

func newTable(t testing.TB) *table {
	t.Helper()
	text := configs.Default("harrypotter")
	tb := &table{}
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

func (tb *table) init(seat int) sim.Init {
	return sim.Init{Game: tb.game, Settings: tb.settings, Seat: seat, Seed: 30, Name: "given"}
}

// play asks the player for n rounds, or until it is out, and returns its replies.
func (tb *table) play(t testing.TB, p sim.Starter, n int) (replies []sim.Reply) {
	t.Helper()
	for range n {
		r := p.Play(context.Background(), &sim.Query{Seat: 0, State: tb.board.State(), Settings: tb.settings})
		r.Orders = append([]sim.Order(nil), r.Orders...)
		replies = append(replies, r)
		if r.Out != nil {
			break
		}
		turn := &sim.Turn{Round: tb.board.Round()}
		for _, o := range r.Orders {
			turn.Orders[0] = append(turn.Orders[0], sim.Submitted{Order: o})
		}
		if err := tb.board.Step(turn); err != nil {
			t.Fatal(err)
		}
	}
	return replies
}

// short are limits that keep tests quick.
var short = Limits{CPU: 150 * time.Millisecond, Wall: 300 * time.Millisecond, Memory: 64 << 20}
