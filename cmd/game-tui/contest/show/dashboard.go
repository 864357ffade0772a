package show

import (
	"context"
	"errors"

	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/tui"
	"game-tui/tui/match"
	"game-tui/tui/tournament"
	"game-tui/tui/ui"
)

// Dashboard shows a tournament until somebody quits. over closes it where nobody
// has pressed a key; nil: it does not.
func Dashboard(ctx context.Context, l *Tournament, a *Again, over <-chan struct{}) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	board := tournament.NewBoard(l, false)
	go board.Run(ctx)
	open := func(ctx context.Context, name string) (ui.Input, error) {
		at, _ := tournament.Parse(name) // which the board has made
		rec, err := a.Play(ctx, at)
		if err != nil {
			return nil, err
		}
		return ui.Opened{View: match.NewMatch(rec).Open(ui.Opening{})}, nil
	}
	err := tui.Run(ctx, tui.Options{View: board.Open(ui.Opening{}), Open: open, Over: over, Write: files.WriteMatch})
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}
