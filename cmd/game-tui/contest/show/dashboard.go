package show

import (
	"context"
	"errors"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/tui"
	dashboard "game-tui/tui/tournament"
)

// Dashboard shows a tournament until somebody quits. over closes it where nobody
// has pressed a key; nil: it does not.
func Dashboard(ctx context.Context, l *Tournament, a *again, over <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	board := dashboard.NewBoard(l)
	go board.Run(ctx)
	err := tui.RunTournament(ctx, tui.Tournament{Board: board, Play: a.Play, Over: over,
		Write: files.WriteMatch})
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}
