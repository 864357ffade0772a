// Package spectate opens the spectator of a terminal, or prints what it would show, and writes files of
// what is seen.
package spectate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"github.com/charmbracelet/x/term"

	"game-tui/cmd/game-tui/analyst"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim/record"
	"game-tui/tui"
	"game-tui/tui/match"
	"game-tui/tui/playback"
	"game-tui/tui/text"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
	"game-tui/tui/where"
)

// View says how the spectator opens.
type View struct {
	Paused, NoSpoilers, PauseOnOut, Plain bool
	Speed                                 float64
	Round                                 int
	Unit                                  int32
	Palette, Me                           string
	Mouse                                 bool
	TypedMe                               bool // not only preferred
}

// check refuses values that mean nothing, before anything is played.
func (v *View) check(rounds int) error {
	if v.Round < -1 || v.Round > rounds {
		return fmt.Errorf("--round %d: there are rounds 0 to %d", v.Round, rounds)
	}
	return v.CheckLook()
}

// open reads a recording with the notes beside it, and takes the round and the unit
// that were named with it.
func (v *View) open(ctx context.Context, word string) (rec *record.Record, text []byte, noted bool, err error) {
	p, err := files.PlaceOf(word)
	if err != nil {
		return nil, nil, false, err
	}
	if p.Round >= 0 && v.Round >= 0 {
		return nil, nil, false, fmt.Errorf("--round %d: %s names a round already; leave one of them out", v.Round, word)
	}
	if rec, text, noted, err = files.OpenRecording(ctx, p.Name); err != nil {
		return nil, nil, false, err
	}
	if err := v.check(rec.Edge()); err != nil {
		return nil, nil, false, err
	}
	if err := p.Check(rec); err != nil {
		return nil, nil, false, fmt.Errorf("%s: %w", p.Name, err)
	}
	if err := v.checkMe(rec); err != nil {
		return nil, nil, false, err
	}
	if p.Round >= 0 {
		v.Round, v.Unit = p.Round, p.Unit
	}
	return rec, text, noted, nil
}

// checkMe refuses a player who is not in the match; one who is preferred may be missing.
func (v *View) checkMe(rec *record.Record) error {
	if !v.TypedMe {
		return nil
	}
	return where.CheckPlayer(rec.Meta(), v.Me)
}

// CheckLook is check without what depends on the match.
func (v *View) CheckLook() error {
	if err := playback.CheckSpeed(v.Speed); err != nil {
		return fmt.Errorf("--speed %w", err)
	}
	if err := theme.Known(v.Palette); err != nil {
		return fmt.Errorf("--palette %w", err)
	}
	return nil
}

// options fills in how the spectator opens.
func (v *View) options(rec *record.Record) *spectator {
	return &spectator{
		Options: tui.Options{
			Options: ui.Options{Palette: v.Palette, NoMouse: !v.Mouse, NoSpoilers: v.NoSpoilers},
			Write:   files.WriteMatch, Export: exportShown, Desk: analyst.Local(),
			Branch: func(ctx context.Context, what ui.Branch, progress func(string)) (ui.Played, error) {
				return play.Branch(ctx, what.Record, what.Change, progress)
			},
			Instead: map[ui.Kind]string{ui.CanCopy: "it has no file yet: " + match.Name("write") + " writes one"},
		},
		match: match.NewMatch(rec),
		opens: ui.Opening{Paused: v.Paused, Place: viewpoint.Of(v.Round, v.Unit), Me: v.Me, Players: play.BuiltinNames(rec.Meta().Game.Name()),
			Speed: v.Speed, PauseOnOut: v.PauseOnOut, MostBranches: maxBranches},
	}
}

// spectator is what is shown of a match, and how it opens.
type spectator struct {
	tui.Options
	match *match.Match
	opens ui.Opening
}

// maxBranches bounds the branches of a match, of which each takes a few megabytes.
const maxBranches = 64

// show opens the spectator on a match, or prints it as lines; options are made when
// they are needed.
func (v *View) show(ctx context.Context, rec *record.Record, options func() *spectator) error {
	if v.Plain {
		return tui.Follow(ctx, files.Stdout, rec, v.Round, int8(where.Player(rec.Meta(), v.Me)))
	}
	return open(ctx, options())
}

// printRound prints a round of a match where there is no terminal.
func (v *View) printRound(rec *record.Record) error {
	files.Stdout.Write(text.AppendState(nil, rec, text.Round(rec, v.Round, v.NoSpoilers)))
	why := "standard output is no terminal"
	if term.IsTerminal(os.Stdout.Fd()) {
		why = "TERM=" + files.Dumb + " is a terminal without a screen"
	}
	fmt.Fprintln(os.Stderr, why+": in another one, this command opens the spectator")
	return nil
}

// open runs the spectator.
func open(ctx context.Context, s *spectator) error {
	s.View = s.match.View(s.opens)
	err := tui.Run(ctx, s.Options)
	if errors.Is(err, tui.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// keepBookmarks gives the spectator of a recording its bookmarks, and keeps them. A file
// that cannot be used is named when one is set; the bookmark is there until the end then.
func (s *spectator) keepBookmarks(text []byte) {
	file, err := openBookmarks(fmt.Sprintf("%x", sha256.Sum256(text)))
	if err == nil {
		s.opens.Bookmarks = file.list
	}
	rec := s.match.Record
	s.Keep = func(r *record.Record, list []viewpoint.Bookmark) error {
		if r != rec || err != nil { // a match that was played after it lives in memory
			return err
		}
		return file.save(list)
	}
}
