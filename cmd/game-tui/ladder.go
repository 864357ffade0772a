package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"game-tui/ai"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/tui/numbers"
)

// ladderSeeds is how many seeds are played on a rung at most.
const ladderSeeds = 200

func ladderCommand() *cobra.Command {
	f := &tournamentFlags{}
	cmd := &cobra.Command{
		Use:   "ladder PLAYER",
		Short: "See which of the built-in players a player beats",
		Long: `Play against the built-in players of a game, the weakest first, until one is not
beaten. Each rung is two seats against two, and ends as soon as it is proven who is
better. At the end: where the player stands, and which match to look at.`,
		Example: `game-tui ladder ./mybot/
game-tui ladder Greedy --game thepurge`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, words []string) error {
			f.stdout, f.stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
			if len(words) != 1 {
				return fmt.Errorf("one player climbs the ladder, %d named: type game-tui ladder ./mybot/", len(words))
			}
			return f.ladder(cmd.Context(), words[0])
		},
	}
	set := cmd.Flags()
	f.set = set
	f.addGame(set)
	set.StringVarP(&f.seed, "seed", "s", "", "first `seed`; without it a fresh one is drawn and shown")
	set.IntVar(&f.seeds, "seeds", ladderSeeds, "play at most that `many` seeds on a rung")
	f.addLimits(set)
	cmd.ValidArgsFunction = completePlayers(&f.game)
	completeFlags(cmd)
	return cmd
}

// ladder lets a player climb.
func (f *tournamentFlags) ladder(ctx context.Context, word string) error {
	if f.seeds < 1 {
		return errors.New("--seeds must be above 0")
	}
	config, err := f.config(ctx)
	if err != nil {
		return err
	}
	rungs := ai.Ladder(config.Game.Name())
	rungs = slices.DeleteFunc(rungs, func(b sim.Builtin) bool { return b.Name == word })
	below := ""
	for i, rung := range rungs {
		game, plan, err := f.plan(ctx, []string{word, rung.Name})
		if err != nil {
			return err
		}
		plan.Design, plan.Seeds = league.Versus, f.seeds
		if err := plan.Seal(); err != nil {
			return err
		}
		if i == 0 {
			f.seed = fmt.Sprint(plan.Seed) // all rungs have the same
			f.warn(plan)
			fmt.Fprintf(f.stderr, "up to %s from seed %d on each of %s\n", numbers.Count(plan.Seeds, "seed"), plan.Seed, numbers.Count(len(rungs), "rung"))
		}
		field, err := f.field(game, plan, runtime.GOMAXPROCS(0))
		if err != nil {
			return err
		}
		books := league.NewBooks(plan)
		engine := league.NewEngine(league.Memory(plan), books, true)
		c := contest{engine: engine, desk: alone{engine}, field: field, cores: runtime.GOMAXPROCS(0), progress: f.stderr}
		if err := c.play(ctx); err != nil {
			return f.fault(err)
		}
		if r := newStandings("", books); !f.rung(r, rung.Name, below) {
			return nil
		}
		below = rung.Name
	}
	fmt.Fprintf(f.stdout, "%s beats all built-in players of %s\n", clean.Line(word), config.Game.Title())
	return nil
}

// rung tells how it went on a rung, and whether the climber goes on.
func (f *tournamentFlags) rung(r *standings, name, below string) bool {
	fmt.Fprintln(f.stdout, r.Duel.Text)
	r.outLines(f.stdout)
	if r.Duel.Answer == "better" {
		return true
	}
	me := r.Players[slices.IndexFunc(r.Players, func(s standing) bool { return s.entry == 0 })]
	place := "behind or level with " + name + ", and nobody is weaker"
	if below != "" {
		place = fmt.Sprintf("above %s, not above %s", below, name)
	}
	fmt.Fprintf(f.stdout, "%s stands %s\n", clean.Line(me.Name), place)
	if me.Worst != nil {
		fmt.Fprintf(f.stdout, "its worst loss, behind by %d: %s\n", -me.Worst.Margin, strings.TrimSpace(me.Worst.Command))
	}
	return false
}
