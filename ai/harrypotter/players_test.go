package harrypotter

import (
	"context"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/simtest"
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

// watched plays as its player and holds it to the rules of play.
type watched struct {
	sim.Player
	t      *testing.T
	spells int
}

func (w *watched) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := w.Player.Play(ctx, q)
	w.judge(q, r)
	return r
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
			var seats []*watched
			player := func(name string) sim.Player {
				seats = append(seats, &watched{t: t, Player: thinking[name]()})
				return seats[len(seats)-1]
			}
			m, err := simtest.New(hp.Game, []byte(rule.config), 4, player, "G", "S", "H", "S")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Play(); err != nil {
				t.Fatal(err)
			}
			for i, w := range seats {
				if rule.name == "default" && w.spells == 0 {
					t.Errorf("seat %d casts no spell in a whole match", i)
				}
			}
		})
	}
}

// thinking are the players that think, by their initials.
var thinking = map[string]func() sim.Player{"G": sim.New[Greedy], "S": NewSeeker, "H": NewHunter}

// TestTooMany checks that a clan of more than 1000 wizards stays in the game.
func TestTooMany(t *testing.T) {
	t.Parallel()
	sc := scene{}
	for i := range 1100 {
		sc.wizards = append(sc.wizards, sceneUnit{0, 2 + i/40, 2 + i%40, 0, -1})
	}
	for _, f := range thinking {
		if r := sc.ask(t, f()); r.Calls > sim.MaxOrders {
			t.Errorf("%d calls", r.Calls)
		}
	}
}
