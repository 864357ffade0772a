package harrypotter

import (
	"fmt"
	"math/bits"

	"game-tui/sim"
	"game-tui/sim/grid"
	"game-tui/sim/res"
)

// ReadSettings reads a configuration up to its generator, or the part of a
// .res header that repeats it.
func (Game) ReadSettings(text []byte) (sim.Settings, int, error) {
	s, n, err := keys.Read(text, version, nil)
	if err != nil {
		return nil, 0, err
	}
	return s, n, nil
}

// NewBoard makes the board of a match.
func (Game) NewBoard(s sim.Settings, generator []byte, seed int32) (sim.Board, error) {
	set, ok := s.(*Settings)
	if !ok {
		return nil, fmt.Errorf("the settings are not those of %s", version)
	}
	var b *Board
	var err error
	sc := res.NewScanner(generator)
	switch word := string(sc.Word()); word {
	case "RANDOM":
		b, err = generate(set, seed)
	case "FIXED":
		b, err = fixedBoard(set, sc, seed)
	default:
		sc.Fail("the generator must be RANDOM or FIXED, found %q", clip(word))
		err = sc.Err()
	}
	if err != nil {
		return nil, err
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	return b, nil
}

// clip shortens a word of the input for an error.
func clip(word string) string { return word[:min(len(word), 24)] }

func generate(set *Settings, seed int32) (*Board, error) {
	if err := roomFor(set, Rows*Cols); err != nil {
		return nil, err
	}
	b := newBoard(set, seed)
	walls, err := grid.Maze.Draw(&b.rng)
	if err != nil {
		return nil, err
	}
	b.setWalls(&walls)
	if err := roomFor(set, b.free()); err != nil {
		return nil, err
	}
	if err := b.addThings(); err != nil {
		return nil, err
	}
	b.makeIngredients()
	b.vold, err = b.chooseVoldemort()
	return b, err
}

func (b *Board) setWalls(walls *grid.Rows) {
	*b.walls = *walls
	for i, m := range walls {
		for ; m != 0; m &= m - 1 {
			b.grid[at(i, bits.TrailingZeros64(m))] = Wall
		}
	}
}

// roomFor refuses what would leave no free cell for Voldemort, where the
// official engine looks for one for ever.
func roomFor(set *Settings, free int) error {
	need := set.units() + min(set.NumIniBooks, maxUnits) + 1
	if need <= free {
		return nil
	}
	key := "NUM_INI_BOOKS"
	if set.units() > free {
		key = "NUM_INI_WIZARDS_PER_CLAN"
	}
	return &sim.SettingError{Key: key, Msg: fmt.Sprintf("NUM_INI_WIZARDS_PER_CLAN %d and NUM_INI_BOOKS %d need %d free cells, the board has %d",
		set.NumIniWizardsPerClan, set.NumIniBooks, need, free)}
}

// addThings places ghosts, wizards and books.
func (b *Board) addThings() error {
	if err := b.addGhosts(); err != nil {
		return err
	}
	if err := b.addWizards(); err != nil {
		return err
	}
	return b.addBooks(b.set.NumIniBooks)
}

func (b *Board) addGhosts() error {
	b.units = make([]unit, 0, b.set.units())
	for pl := range int8(sim.Seats) {
		if err := b.add(unit{clan: pl, rounds: int32(b.set.RoundsSpellRestingGhost), next: -1}); err != nil {
			return err
		}
	}
	return nil
}

func (b *Board) addWizards() error {
	for pl := range int8(sim.Seats) {
		for range b.set.NumIniWizardsPerClan {
			if err := b.add(unit{clan: pl, next: -1}); err != nil {
				return err
			}
			b.wizards[pl]++
		}
	}
	return nil
}

func (b *Board) add(u unit) error {
	p, err := b.choosePlace()
	if err != nil {
		return err
	}
	b.units = append(b.units, u)
	b.place(len(b.units)-1, p)
	return nil
}

// makeIngredients draws five triples of one sum, and mixes them.
func (b *Board) makeIngredients() {
	sum := b.rng.Random(5, 30)
	lo, hi := sum/4, sum/2
	var list [NumIngredients]int16
	for i := 0; i < NumIngredients; {
		x := b.rng.Random(lo, hi)
		y := b.rng.Random(lo, hi)
		if z := sum - x - y; lo <= z && z <= hi {
			list[i], list[i+1], list[i+2] = int16(x), int16(y), int16(z)
			i += 3
		}
	}
	b.permutated = b.rng.Permutation(NumIngredients, b.permutated)
	for i, to := range b.permutated {
		b.spell[to] = list[i]
	}
}
