package ai_test

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/match"
)

// BenchmarkDecision is what an answer costs each player, in all rounds of the
// match that is played when nobody is named.
func BenchmarkDecision(b *testing.B) {
	for _, g := range catalog.Names() {
		states := states(b, g, ai.LineUp(g))
		for _, p := range ai.Players(g) {
			b.Run(g+"/"+p.Name, func(b *testing.B) {
				b.ReportAllocs()
				var player sim.Player
				var rand sim.Rand
				q := sim.Query{Rand: &rand, Settings: settings(b, g)}
				for i := 0; b.Loop(); i++ {
					k := i % len(states)
					if k == 0 {
						player, rand = p.New(), sim.NewRand(1)
					}
					q.Seat, q.State = i/len(states)%sim.Seats, states[k]
					player.Play(context.Background(), &q)
				}
			})
		}
	}
}

// Four of the same player think at the same time about the same states, and answer
// as they do one after the other: they share nothing, and write to no state.
func TestAtTheSameTime(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Names() {
		list := states(t, g, ai.LineUp(g))
		if testing.Short() {
			list = list[:len(list)/4]
		}
		texts := make([][]byte, len(list))
		for k, s := range list {
			texts[k] = s.AppendText(nil)
		}
		set := settings(t, g)
		for _, p := range ai.Players(g) {
			t.Run(g+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				play := func(seat int) (answers []byte) {
					player, rand := p.New(), sim.NewRand(sim.PlayerSeed(1, seat))
					for _, s := range list {
						r := player.Play(t.Context(), &sim.Query{Seat: seat, State: s, Settings: set, Rand: &rand})
						answers = appendReply(answers, &r)
					}
					return answers
				}
				var got [sim.Seats][]byte
				var all sync.WaitGroup
				for seat := range got {
					all.Go(func() { got[seat] = play(seat) })
				}
				all.Wait()
				for seat := range got {
					if !bytes.Equal(got[seat], play(seat)) {
						t.Errorf("seat %d answers otherwise when others think too", seat)
					}
				}
				for k, s := range list {
					if !bytes.Equal(s.AppendText(nil), texts[k]) {
						t.Fatalf("the state of round %d is another one", k)
					}
				}
			})
		}
	}
}

// states plays a match of seed 30 and returns what its players saw.
func states(b testing.TB, game string, names [sim.Seats]string) []sim.State {
	g, _ := catalog.Find(game)
	spec := match.Spec{Game: game, Config: string(configs.Default(game)), Seed: 30}
	var players [sim.Seats]sim.Player
	for i, name := range names {
		p, _ := ai.Find(game, name)
		players[i] = p.New()
	}
	seen := &watching{Player: players[0]}
	players[0] = seen
	if _, _, err := match.Play(b.Context(), g, spec, players, match.Options{}); err != nil {
		b.Fatal(err)
	}
	return seen.states
}

// watching is a player that keeps what it sees.
type watching struct {
	sim.Player
	states []sim.State
}

func (w *watching) Play(ctx context.Context, q *sim.Query) sim.Reply {
	w.states = append(w.states, q.State)
	return w.Player.Play(ctx, q)
}

func settings(b testing.TB, game string) sim.Settings {
	g, _ := catalog.Find(game)
	s, _, err := g.ReadSettings(configs.Default(game))
	if err != nil {
		b.Fatal(err)
	}
	return s
}
