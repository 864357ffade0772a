package harrypotter

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/match"
)

// rules are configurations that differ from the default one where it hurts.
var rules = []struct{ name, config string }{
	{"default", string(configs.Default("harrypotter"))},
	{"no strength", config(200, 20, 50, 1, 1, 60)},
	{"spells at once", config(120, 5, 10, 100, 200, 1)},
	{"crowd", config(100, 50, 5, 10, 3, 10)},
	{"too short for spells", config(30, 1, 1, 1, 1, 1)},
}

func config(rounds, wizards, books, strength, book, spell int) string {
	s := hp.Settings{
		NumPlayers: 4, NumRounds: rounds, BoardRows: hp.Rows, BoardCols: hp.Cols,
		NumIniWizardsPerClan: wizards, NumIniBooks: books, ClanIniMagicStrength: strength,
		PointsForConvertingWizard: 100, PointsPerOwnedCell: 1, BookMagicStrength: book,
		RoundsForConverting: 5, RoundsAttackRestingGhost: 15, RoundsSpellRestingGhost: spell, RoundsNoAttackGhost: 5,
	}
	return string(s.AppendText(nil)) + "RANDOM\n"
}

// playMatch plays a match whose seats are named for nothing but its recording.
func playMatch(tb testing.TB, config string, seed int32, players [sim.Seats]sim.Player) *match.Result {
	tb.Helper()
	spec := match.Spec{Game: "harrypotter", Config: config, Seed: seed}
	r, _, err := match.Play(context.Background(), hp.Game, spec, players, match.Options{Hash: true})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// watched plays as its player and holds it to the rules of play.
type watched struct {
	t            *testing.T
	player, twin sim.Player
	rand         *sim.Rand // the twin's
	spells       int
	text, after  []byte
}

func (w *watched) Play(ctx context.Context, q *sim.Query) sim.Reply {
	if w.rand == nil {
		r := *q.Rand
		w.rand = &r
	}
	w.text = q.State.AppendText(w.text[:0])
	r := w.player.Play(ctx, q)
	again := *q
	again.Rand = w.rand
	if twin := w.twin.Play(ctx, &again); !slices.EqualFunc(r.Orders, twin.Orders, sameOrder) || r.Calls != twin.Calls {
		w.t.Errorf("round %d: the same question is answered in two ways", q.State.Round())
	}
	w.after = q.State.AppendText(w.after[:0])
	if !bytes.Equal(w.text, w.after) {
		w.t.Errorf("round %d: the player wrote to the state", q.State.Round())
	}
	w.judge(q, r)
	return r
}

func sameOrder(a, b sim.Order) bool {
	return a.Unit == b.Unit && a.Kind == b.Kind && a.Dir == b.Dir && slices.Equal(a.Args, b.Args)
}

// judge looks for orders that a thinking player does not give.
func (w *watched) judge(q *sim.Query, r sim.Reply) {
	s := q.State.(*hp.State)
	if r.Out != nil || r.Calls > sim.MaxOrders || r.Calls != len(r.Orders) {
		w.t.Errorf("round %d: %d calls for %d orders, out %v", s.Round(), r.Calls, len(r.Orders), r.Out)
	}
	for _, o := range r.Orders {
		u := s.Unit(o.Unit)
		if u.Player != q.Seat {
			w.t.Errorf("round %d: order for unit %d of clan %d", s.Round(), o.Unit, u.Player)
		}
		if o.Kind == 's' {
			w.spells++
			if !u.Ghost || u.Rounds > 0 || s.Round() > s.Settings().LastSpellRound() || !s.Solves(o.Args) {
				w.t.Errorf("round %d: a spell that must fail", s.Round())
			}
			continue
		}
		to := u.Pos.Plus(hp.Dir(o.Dir).Delta())
		if !s.Free(to) || !u.Ghost && o.Dir%2 != 0 {
			w.t.Errorf("round %d: unit %d cannot go %d from %v", s.Round(), o.Unit, o.Dir, u.Pos)
		}
		if v := s.Voldemort(); max(to.Row-v.Row, v.Row-to.Row, to.Col-v.Col, v.Col-to.Col) <= 1 {
			w.t.Errorf("round %d: unit %d walks into Voldemort's arms at %v", s.Round(), o.Unit, to)
		}
	}
}

// TestPlay holds all who think to the rules of play, under every rule.
func TestPlay(t *testing.T) {
	t.Parallel()
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() && rule.name != "spells at once" {
				t.Skip("one match is enough in short mode")
			}
			makers := [sim.Seats]func() sim.Player{sim.New[Greedy], NewSeeker, NewHunter, NewSeeker}
			var players [sim.Seats]sim.Player
			var seats [sim.Seats]*watched
			for i, f := range makers {
				seats[i] = &watched{t: t, player: f(), twin: f()}
				players[i] = seats[i]
			}
			r := playMatch(t, rule.config, 4, players)
			for i := range players {
				players[i] = makers[i]()
			}
			if again := playMatch(t, rule.config, 4, players); again.SHA256 != r.SHA256 {
				t.Error("two matches of the same seed differ")
			}
			for i, w := range seats {
				if may := rule.config == rules[0].config; may && w.spells == 0 {
					t.Errorf("seat %d casts no spell in a whole match", i)
				}
			}
		})
	}
}

// TestTooMany checks that a clan of more than 1000 wizards stays in the game.
func TestTooMany(t *testing.T) {
	t.Parallel()
	sc := scene{}
	for i := range 1100 {
		sc.wizards = append(sc.wizards, sceneUnit{0, 2 + i/40, 2 + i%40, 0, -1})
	}
	for _, f := range []func() sim.Player{sim.New[Greedy], NewSeeker, NewHunter} {
		if r := sc.ask(t, f()); r.Calls > sim.MaxOrders {
			t.Errorf("%d calls", r.Calls)
		}
	}
}
