package ai_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/simtest"
)

// A pairing is a match of one player against three copies of another.
type pairing struct {
	One, Others string
	Wins        int // minimum number of wins of One in 8 matches
}

// duels returns the expected results of a game: Greedy against Demo, each stronger player against
// Greedy, and the strongest against the reference player. Winning 3 of 8 matches against three
// copies means being stronger.
func duels(game string) []pairing {
	list := []pairing{{"Greedy", "Demo", 7}}
	players := ai.Ladder(game)
	reference, _ := ai.Reference(game)
	for i, b := range players {
		if i == len(players)-1 && b.Name != reference.Name {
			list = append(list, pairing{b.Name, reference.Name, 3})
		} else if b.Name != "Null" && b.Name != "Demo" && b.Name != "Greedy" {
			list = append(list, pairing{b.Name, "Greedy", 7})
		}
	}
	return list
}

// BenchmarkWins plays all duels with seeds 1 to 10 in all seats. A tie does not count as a win.
func BenchmarkWins(b *testing.B) {
	for _, g := range catalog.Games() {
		for _, d := range duels(g.Name()) {
			b.Run(g.Name()+"/"+d.One+"-"+d.Others, func(b *testing.B) {
				for b.Loop() {
					wins, score, perDecision := duel(b, g, d, 10)
					b.ReportMetric(float64(wins), "wins")
					b.ReportMetric(score, "score")
					b.ReportMetric(1000*perDecision.Seconds(), "ms/decision")
				}
			})
		}
	}
}

func TestStrongerPlayersWinDuels(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		for _, d := range duels(g.Name()) {
			t.Run(g.Name()+"/"+d.One, func(t *testing.T) {
				t.Parallel()
				if wins, _, _ := duel(t, g, d, 2); wins < d.Wins {
					t.Errorf("got %d wins of 8 against %s, want %d", wins, d.Others, d.Wins)
				}
			})
		}
	}
}

// duel plays a duel with seeds 1 to seeds in all seats. It returns the wins of d.One, its mean score
// and its mean time per answer.
func duel(b testing.TB, g sim.Game, d pairing, seeds int32) (wins int, score float64, perDecision time.Duration) {
	name := g.Name()
	matches, rounds, points := 0, 0, 0
	var cost time.Duration
	for seed := int32(1); seed <= seeds; seed++ {
		for seat := range sim.Seats {
			spec := match.Spec{Game: name, Config: string(configs.Default(name)), Seed: seed}
			var players [sim.Seats]sim.Player
			for i := range players {
				spec.Players[i].Name = d.Others
				if i == seat {
					spec.Players[i].Name = d.One
				}
				p, ok := ai.Find(name, spec.Players[i].Name)
				if !ok {
					b.Fatalf("no player %q in %s", spec.Players[i].Name, name)
				}
				players[i] = p.New()
			}
			r, _, err := match.Play(b.Context(), g, spec, players, match.Options{})
			if err != nil {
				b.Fatal(err)
			}
			if len(r.Winners) == 1 && r.Winners[0] == seat {
				wins++
			}
			matches++
			rounds += r.Rounds
			points += r.Scores[seat]
			cost += r.CPU[seat]
		}
	}
	return wins, float64(points) / float64(matches), cost / time.Duration(rounds)
}

// BenchmarkDecision measures the answer times in all rounds of a match with the default line-up.
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

func TestConcurrentPlayersShareNothing(t *testing.T) {
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
						t.Errorf("seat %d: got other orders than when it plays alone", seat)
					}
				}
				for k, s := range list {
					if !bytes.Equal(s.AppendText(nil), texts[k]) {
						t.Fatalf("round %d: the state was modified", k)
					}
				}
			})
		}
	}
}

// states returns the states of a match with seed 30.
func states(b testing.TB, game string, names [sim.Seats]string) []sim.State {
	g, _ := catalog.Find(game)
	spec := match.Spec{Game: game, Config: string(configs.Default(game)), Seed: 30}
	var players [sim.Seats]sim.Player
	for i, name := range names {
		p, _ := ai.Find(game, name)
		players[i] = p.New()
	}
	first := &recorder{Player: players[0]}
	players[0] = first
	if _, _, err := match.Play(b.Context(), g, spec, players, match.Options{}); err != nil {
		b.Fatal(err)
	}
	return first.states
}

// recorder is a player that records the states.
type recorder struct {
	sim.Player
	states []sim.State
}

func (r *recorder) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r.states = append(r.states, q.State)
	return r.Player.Play(ctx, q)
}

func settings(b testing.TB, game string) sim.Settings {
	g, _ := catalog.Find(game)
	s, _, err := g.ReadSettings(configs.Default(game))
	if err != nil {
		b.Fatal(err)
	}
	return s
}
