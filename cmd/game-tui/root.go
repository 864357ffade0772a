package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/play"
	"game-tui/cmd/game-tui/spectate"
)

func rootCommand() *cobra.Command {
	var (
		f    play.Request
		info infoFlags
		view spectate.View
	)
	cmd := &cobra.Command{
		Use:   "game-tui [PLAYER...]",
		Short: "Play and watch Jutge course games in a terminal",
		Long: `Play a match and watch it. Without names the game's default line-up plays,
with one to three names the rest is filled from it.

A player is a name that "game-tui players" lists, the path of a program (with a / in
it), or "cmd:PROGRAM ARG..." in one word. A name that is also a command is given
after --.

"game-tui rules" shows what is played, "game-tui help" lists pages on keys, players,
recordings, serving and more.`,
		Example: `game-tui --seed 30
game-tui Seeker Hunter --seed 7
game-tui run Demo Demo Demo Demo -s 30 < default.cnf > default.res
game-tui watch default.res`,
		Args: cobra.ArbitraryArgs,
		RunE: typing(func(cmd *cobra.Command, words []process.Typed) error {
			if done, err := info.answer(cmd.OutOrStdout(), f.Game); done {
				return err
			}
			if err := prefer(cmd, &view); err != nil {
				return err
			}
			return view.Play(cmd.Context(), &f, words)
		}),
	}
	addMatch(cmd, &f, &info)
	addPlayerSeeds(cmd.Flags(), &f)
	addView(cmd, &view)
	cmd.SetFlagErrorFunc(flagError)
	cmd.ValidArgsFunction = completePlayers(&f.Game)
	return cmd
}
