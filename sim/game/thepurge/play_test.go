package thepurge_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	ai "game-tui/ai/thepurge"
	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
	"game-tui/sim/simtest"
)

var game = tp.Game

// newPlayer creates a player for tests by its name in the kit.
func newPlayer(name string) sim.Player {
	if name == "Probe" {
		return new(probe)
	}
	for _, b := range ai.Players {
		if b.Name == name {
			return b.New()
		}
	}
	panic("no player " + name)
}

var four, sum = simtest.FourTimes, simtest.Hash

// match is a match of this game with typed settings.
type match struct {
	*simtest.OfficialMatch
	set *tp.Settings
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	m, err := simtest.NewOfficialMatch(tp.Game, config, seed, newPlayer, names...)
	if err != nil {
		return nil, err
	}
	return &match{m, m.Meta.Settings.(*tp.Settings)}, nil
}

// ids returns the ids of a player's citizens of one type.
func ids(s *tp.State, pl int, t tp.CitizenType) (list []int32) {
	for _, c := range s.Citizens() {
		if int(c.Player) == pl && c.Type == t {
			list = append(list, c.ID)
		}
	}
	return list
}

// mustPlay plays a match and fails the test on error.
func mustPlay(t testing.TB, config []byte, seed int32, names ...string) *match {
	t.Helper()
	m, err := newMatch(config, seed, names...)
	if err == nil {
		_, err = m.Play()
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// until continues the match until n rounds have been played.
func (m *match) until(t *testing.T, n int) {
	t.Helper()
	for m.Board.Round() < n {
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
}

// config returns the default configuration with some values changed.
func config(changes map[string]int) []byte {
	return simtest.WithSettings(configs.Default("thepurge"), changes)
}

// violent returns a configuration with a small board and short delays, for which the official
// results of Probe are known.
func violent() []byte {
	values := strings.Fields("4 6 30 12 13 5 4 4 3 3 2 60 100 5 100 250 30 35 1 2 7 7 3 10 25 40 4 1 2 1 3 40 100 2")
	out := []byte("ThePurge 1.0\n")
	k := 0
	for _, line := range bytes.Split(configs.Default("thepurge"), []byte("\n"))[1:] {
		if f := bytes.Fields(line); len(f) == 2 {
			out = fmt.Appendf(out, "%s %s\n", f[0], values[k])
			k++
		}
	}
	return append(out, "RANDOM\n"...)
}

// probe is a player that does what Demo never does: it uses invalid directions, builds with
// warriors, and gives orders to citizens of others.
type probe struct{ orders sim.Orders }

func (p *probe) Play(_ context.Context, q *sim.Query) sim.Reply {
	s, rng := q.State.(*tp.State), q.Rand
	p.orders.Reset()
	list := append(ids(s, q.Seat, tp.Builder), ids(s, q.Seat, tp.Warrior)...)
	for _, k := range rng.Permutation(len(list), nil) {
		id := list[k]
		x := rng.Random(0, 99)
		d := sim.Dir(rng.Random(0, 3))
		switch {
		case x < 25:
			p.orders.Give(tp.Build(id, d))
		case x < 92:
			p.orders.Give(tp.Move(id, d))
		case x < 95:
			p.orders.Give(tp.Move(id, 7))
		}
		if rng.Random(0, 9) == 0 {
			p.orders.Give(tp.Build(id, sim.Left))
		}
	}
	if rng.Random(0, 3) == 0 {
		p.orders.Give(tp.Move(int32(rng.Random(0, 60)), sim.Up))
	}
	return sim.NewReply(&p.orders)
}
