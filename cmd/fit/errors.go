package main

import (
	"context"
	"fmt"

	"game-tui/sim"
	"game-tui/sim/chance"
)

// What the error of a table is fitted on: matches, games to the end from each of their rounds, and
// short rollouts that are compared with these.
const (
	errorMatches = 60
	errorGames   = 64
	errorRuns    = 16
)

// errors fits how far short rollouts that end with the table's word are off.
func (f *flags) errors(ctx context.Context, g sim.Game, t *chance.Table) error {
	list, err := f.outcomes(ctx, g, errorSeed, errorMatches, errorGames)
	if err != nil {
		return err
	}
	judged := make([]chance.Judged, len(list))
	err = f.each(ctx, g.Title()+", short rollouts", errorMatches, func(i int) error {
		m, err := playOne(ctx, g, errorSeed+int32(i))
		if err != nil {
			return err
		}
		for k := i * perMatch; k < (i+1)*perMatch; k++ {
			judged[k] = t.Judge(&m, list[k], errorRuns)
		}
		return nil
	})
	t.FitErrors(judged)
	t.Notes = append(t.Notes, fmt.Sprintf("errors from %d rounds of seeds %d to %d, %d games to the end and %d short rollouts each",
		len(list), errorSeed, errorSeed+errorMatches-1, errorGames, errorRuns))
	return err
}
