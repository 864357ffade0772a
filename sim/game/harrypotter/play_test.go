package harrypotter_test

import (
	"context"

	"game-tui/ai/harrypotter"
	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
	"game-tui/sim/simtest"
)

// newPlayer creates a player for tests by its name in the kit.
func newPlayer(name string) sim.Player {
	switch name {
	case "Null":
		return new(sim.Null)
	case "Demo":
		return new(harrypotter.Demo)
	case "Probe":
		return new(probe)
	}
	panic("no player " + name)
}

var four, sum = simtest.FourTimes, simtest.Hash

// match is a match of this game with typed settings.
type match struct {
	*simtest.OfficialMatch
	set *hp.Settings
}

func newMatch(config []byte, seed int32, names ...string) (*match, error) {
	m, err := simtest.NewOfficialMatch(hp.Game, config, seed, newPlayer, names...)
	if err != nil {
		return nil, err
	}
	return &match{m, m.Meta.Settings.(*hp.Settings)}, nil
}

// config returns the default configuration with some values changed.
func config(changes map[string]int) []byte {
	return simtest.WithSettings(configs.Default("harrypotter"), changes)
}

// probe is a player that does what Demo never does: it moves ghosts, moves diagonally and into
// walls, casts right and wrong spells, and gives orders to units of others.
type probe struct{ orders sim.Orders }

func (p *probe) Play(_ context.Context, q *sim.Query) sim.Reply {
	s, rng := q.State.(*hp.State), q.Rand
	p.orders.Reset()
	move := func(id int32, d int) { p.orders.Give(hp.Move(id, hp.Dir(d))) }
	for range 5 {
		id := rng.Random(0, unitsOf(s)-1)
		move(int32(id), rng.Random(0, 7))
	}
	g := int32(q.Seat)
	switch {
	case s.Unit(g).RoundsLeft > 0:
		move(g, rng.Random(0, 7))
	case s.Round()%7 == 0:
		p.orders.Give(hp.CastSpell(g, make([]int32, hp.NumIngredients)))
	default:
		p.orders.Give(hp.CastSpell(g, solve(s.Ingredients())))
	}
	for _, id := range s.Wizards(q.Seat) {
		move(id, rng.Random(0, 9))
	}
	return sim.NewReply(&p.orders)
}

// solve returns the first solution of a spell, trying triples in index order.
func solve(v [hp.NumIngredients]int) []int32 {
	target := 0
	group := make([]int32, len(v))
	for i, x := range v {
		target += x
		group[i] = -1
	}
	target /= 5
	var next func(g int32) bool
	next = func(g int32) bool {
		i := 0
		for i < len(v) && group[i] >= 0 {
			i++
		}
		if i == len(v) {
			return true
		}
		for j := i + 1; j < len(v); j++ {
			for k := j + 1; k < len(v); k++ {
				if group[j] >= 0 || group[k] >= 0 || v[i]+v[j]+v[k] != target {
					continue
				}
				group[i], group[j], group[k] = g, g, g
				if next(g + 1) {
					return true
				}
				group[i], group[j], group[k] = -1, -1, -1
			}
		}
		return false
	}
	next(0)
	return group
}

// These configurations have known official results besides the default one: no strength, dense,
// short, and many wizards.
var (
	configA = map[string]int{"CLAN_INI_MAGIC_STRENGTH": 1, "POINTS_FOR_CONVERTING_WIZARD": 7, "POINTS_PER_OWNED_CELL": 3, "BOOK_MAGIC_STRENGTH": 1}
	configD = map[string]int{"NUM_INI_WIZARDS_PER_CLAN": 40, "NUM_INI_BOOKS": 150}
	configE = map[string]int{"NUM_ROUNDS": 120, "NUM_INI_WIZARDS_PER_CLAN": 5, "NUM_INI_BOOKS": 10, "CLAN_INI_MAGIC_STRENGTH": 100,
		"POINTS_FOR_CONVERTING_WIZARD": 10, "POINTS_PER_OWNED_CELL": 2, "BOOK_MAGIC_STRENGTH": 200, "ROUNDS_FOR_CONVERTING": 1,
		"ROUNDS_ATTACK_RESTING_GHOST": 1, "ROUNDS_SPELL_RESTING_GHOST": 1, "ROUNDS_NO_ATTACK_GHOST": 1}
	configF = map[string]int{"NUM_ROUNDS": 150, "NUM_INI_WIZARDS_PER_CLAN": 50, "NUM_INI_BOOKS": 5, "CLAN_INI_MAGIC_STRENGTH": 10,
		"POINTS_FOR_CONVERTING_WIZARD": 10, "POINTS_PER_OWNED_CELL": 2, "BOOK_MAGIC_STRENGTH": 3, "ROUNDS_FOR_CONVERTING": 3,
		"ROUNDS_ATTACK_RESTING_GHOST": 2, "ROUNDS_SPELL_RESTING_GHOST": 10, "ROUNDS_NO_ATTACK_GHOST": 1}
)

// unitsOf returns the number of units, which is constant during a match.
func unitsOf(s *hp.State) int {
	n := sim.Seats
	for pl := range sim.Seats {
		n += len(s.Wizards(pl))
	}
	return n
}
