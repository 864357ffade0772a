package harrypotter

import (
	"game-tui/sim"
	"game-tui/sim/grid"
)

// Stages makes a board step by step and returns the generator's state behind
// walls, ghosts, wizards, books, ingredients and Voldemort.
func Stages(set *Settings, seed int32) (board sim.Board, walls int, states [6]int64, err error) {
	b := newBoard(set, seed)
	rows, err := grid.Maze.Draw(&b.Rand)
	if err != nil {
		return nil, 0, states, err
	}
	b.setWalls(&rows)
	states[0] = b.Rand.State()
	steps := []func() error{
		b.addGhosts,
		b.addWizards,
		func() error { return b.addBooks(set.NumIniBooks) },
		func() error { b.makeIngredients(); return nil },
		func() error { b.vold, err = b.chooseVoldemort(); return err },
	}
	for i, step := range steps {
		if err := step(); err != nil {
			return nil, 0, states, err
		}
		states[i+1] = b.Rand.State()
	}
	return b, rows.Count(), states, nil
}

// Phases plays a part of a round on a copy of the board and returns the
// generator's state behind the orders, behind Voldemort's draw and behind the
// return of the dead, and Voldemort's place.
func Phases(board sim.Board, t *sim.Turn) (states [3]int64, voldemort sim.Pos, err error) {
	b := board.Clone().(*Board)
	copied := *t
	for seat := range copied.Orders {
		copied.Orders[seat] = append([]sim.Submitted(nil), t.Orders[seat]...)
	}
	copied.Execute(&b.Rand, b.owner, b.execute)
	states[0] = b.Rand.State()
	b.moveVoldemort()
	states[1] = b.Rand.State()
	b.strike()
	err = b.returnDead()
	states[2] = b.Rand.State()
	return states, b.vold, err
}
