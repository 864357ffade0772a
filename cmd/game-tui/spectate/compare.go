package spectate

import (
	"context"
	"errors"
	"fmt"

	"game-tui/cmd/game-tui/files"
	"game-tui/tui/match"
	"game-tui/tui/ui"
)

// Compare shows two recordings beside each other.
func (v *View) Compare(ctx context.Context, args []string) error {
	if !files.ToTerminal() {
		return errors.New("--ui needs a terminal; without it diff prints the first difference")
	}
	rec, text, noted, err := v.open(ctx, args[0])
	if err != nil {
		return err
	}
	name, err := files.MatchName(args[1])
	if err != nil {
		return err
	}
	other, otherText, otherNoted, err := files.OpenRecording(ctx, name)
	if err != nil {
		return err
	}
	both, err := match.Compare(rec, other)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
	}
	ctx, cancel := context.WithCancel(ctx)
	if !noted {
		defer enrich(ctx, text, rec)()
	}
	if !otherNoted {
		defer enrich(ctx, otherText, other)()
	}
	defer cancel()
	o := v.options(rec)
	o.match, o.Branch = both, nil // a branch takes the place of what its match is compared with
	o.Instead[ui.CanBranch] = "open one of the two matches alone"
	return open(ctx, o)
}
