package game_test

import (
	"runtime"
	"slices"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
	_ "game-tui/sim/simtest/fourth"
)

// defaultSubject returns a game with its default configuration and built-in players.
func defaultSubject(g sim.Game) subject {
	return subject{Game: g, Config: configs.Default(g.Name()), Players: ai.Players(g.Name())}
}

// unusual contains configurations in which rare rules apply, by the name of the game.
var unusual = map[string]map[string]map[string]int{
	"harrypotter": {
		"weak": {"CLAN_INI_MAGIC_STRENGTH": 1, "POINTS_FOR_CONVERTING_WIZARD": 7, "POINTS_PER_OWNED_CELL": 3, "BOOK_MAGIC_STRENGTH": 1},
		"quick": {"NUM_ROUNDS": 120, "NUM_INI_WIZARDS_PER_CLAN": 5, "NUM_INI_BOOKS": 10, "CLAN_INI_MAGIC_STRENGTH": 100,
			"BOOK_MAGIC_STRENGTH": 200, "ROUNDS_FOR_CONVERTING": 1, "ROUNDS_ATTACK_RESTING_GHOST": 1,
			"ROUNDS_SPELL_RESTING_GHOST": 1, "ROUNDS_NO_ATTACK_GHOST": 1},
		"crowd": {"NUM_ROUNDS": 150, "NUM_INI_WIZARDS_PER_CLAN": 50, "NUM_INI_BOOKS": 5, "CLAN_INI_MAGIC_STRENGTH": 10,
			"BOOK_MAGIC_STRENGTH": 3, "ROUNDS_ATTACK_RESTING_GHOST": 2, "ROUNDS_SPELL_RESTING_GHOST": 10, "ROUNDS_NO_ATTACK_GHOST": 1},
	},
	"moneyheist": {
		"surplus": {"NUM_ROUNDS": 60, "INITIAL_SOLDIERS_PER_CLAN": 15, "INITIAL_SOLDIERS_POISONS": 7, "SOLDIER_MAX_POISONS": 5,
			"PROFESSOR_MAX_HEALTH": 100, "INITIAL_PROFESSOR_HEALTH": 150, "PROFESSOR_HEALTH_DECREASE": 30, "PROFESSOR_ROUNDS_REBIRTH": 1,
			"MIN_MONEY_VALUE": 3, "MAX_MONEY_VALUE": 3, "NUM_SAFETY_BOXES": 9, "SIZE_HINTS_PER_BOX": 6},
		"crowd":    {"INITIAL_SOLDIERS_PER_CLAN": 60},
		"no hints": {"SIZE_HINTS_PER_BOX": 0, "NUM_ROUNDS": 20, "INITIAL_SOLDIERS_POISONS": 300},
	},
	"thepurge": {
		"violent": {"NUM_DAYS": 6, "NUM_ROUNDS_PER_DAY": 30, "BOARD_ROWS": 12, "BOARD_COLS": 13, "NUM_INI_BUILDERS": 5, "NUM_INI_WARRIORS": 4,
			"NUM_INI_BAZOOKAS": 3, "LIFE_LOST_IN_ATTACK": 35, "BUILDER_STRENGTH_ATTACK": 1, "HAMMER_STRENGTH_ATTACK": 2,
			"GUN_STRENGTH_ATTACK": 7, "BAZOOKA_STRENGTH_ATTACK": 7, "NUM_ROUNDS_REGEN_BUILDER": 4, "NUM_ROUNDS_REGEN_WARRIOR": 1,
			"NUM_ROUNDS_REGEN_FOOD": 2, "NUM_ROUNDS_REGEN_MONEY": 1, "NUM_ROUNDS_REGEN_WEAPON": 3, "BARRICADE_MAX_RESISTANCE": 100},
		"tall": {"BOARD_ROWS": 17, "BOARD_COLS": 47, "NUM_ROUNDS_PER_DAY": 10, "NUM_ROUNDS_REGEN_BUILDER": 2, "LIFE_LOST_IN_ATTACK": 30},
	},
}

func TestGamesKeepTheContracts(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			if !testing.Short() {
				conform(t, defaultSubject(g))
				return
			}
			s := defaultSubject(g)
			s.Quick = true
			for _, fault := range faults(s, "clones") { // this check starts goroutines
				t.Error(fault)
			}
		})
	}
}

func TestUnusualConfigurationsKeepTheContracts(t *testing.T) {
	simtest.SkipUnderRace(t)
	t.Parallel()
	for game, changes := range unusual {
		g, ok := catalog.Find(game)
		if !ok {
			t.Fatalf("the catalog has no game %s", game)
		}
		for name, values := range changes {
			t.Run(game+"/"+name, func(t *testing.T) {
				t.Parallel()
				s := defaultSubject(g)
				s.Config, s.Quick = simtest.WithSettings(s.Config, values), true
				conform(t, s)
			})
		}
	}
}

func TestWorkOfARoundIsBounded(t *testing.T) {
	simtest.SkipUnderRace(t)
	for _, g := range catalog.Games() {
		if first, last := memoryPerRound(defaultSubject(g)); last > 2*first+4096 {
			t.Errorf("%s: a round allocates %d bytes at the start of a match and %d at its end", g.Name(), first, last)
		}
	}
	growing := mutate(fault{step: func(b *board, t *sim.Turn) error {
		err := b.Board.Step(t)
		b.texts = b.State().AppendText(slices.Clone(b.texts))
		return err
	}})
	if first, last := memoryPerRound(growing); last <= 2*first+4096 {
		t.Errorf("a board that copies all earlier states: got %d and %d bytes, want growth", first, last)
	}
}

// memoryPerRound returns the bytes allocated per round in the first and the last quarter of a
// match.
func memoryPerRound(s subject) (first, last uint64) {
	s.Quick = true
	c := &checker{subject: s}
	c.play()
	m := c.matches[0]
	b := c.newBoard(m)
	quarter := len(m.turns) / 4
	var bytes [4]uint64
	var before, after runtime.MemStats
	for k := range 4 * quarter {
		turn := m.newTurn(k)
		runtime.ReadMemStats(&before)
		_ = b.Step(turn)
		b.Clone()
		b.State()
		runtime.ReadMemStats(&after)
		bytes[k/quarter] += after.TotalAlloc - before.TotalAlloc
	}
	return bytes[0] / uint64(quarter), bytes[3] / uint64(quarter)
}

// FuzzGames reads arbitrary text as a state, a configuration and a fixed board. Readers must not
// panic, and their results must be consistent.
func FuzzGames(f *testing.F) {
	simtest.SkipUnderRace(f)
	var checkers []*checker
	for i, g := range catalog.Games() {
		s := defaultSubject(g)
		s.Quick = true
		c := &checker{subject: s}
		if c.play(); len(c.faults) > 0 {
			f.Fatal(c.faults)
		}
		checkers = append(checkers, c)
		texts := c.matches[0].texts
		for _, text := range []string{texts[0], texts[len(texts)/2], string(s.Config), c.fixedConfig()} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		c := checkers[int(game)%len(checkers)]
		c.faults, c.formats = nil, nil
		c.run("any text", func(c *checker) {
			c.tryState(c.settings, text)
			c.tryConfig(text, c.randomLineUp(), 2)
		})
		for _, fault := range c.faults {
			t.Error(fault)
		}
	})
}
