package main

import (
	"context"
	"errors"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/tui"
	dashboard "game-tui/tui/tournament"
)

// showDashboard shows a tournament until somebody quits. over closes it where nobody
// has pressed a key; nil: it does not.
func showDashboard(ctx context.Context, l *tournamentView, a *again, over <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	board := dashboard.NewBoard(l)
	go board.Run(ctx)
	err := tui.RunTournament(ctx, tui.Tournament{Board: board, Play: a.play, Over: over,
		Write: files.WriteMatch})
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}
