// Package spectate shows matches in the terminal or prints them as text, as configured by a [Config].
// An [ExportConfig] writes them in other formats.
package spectate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/charmbracelet/x/term"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/analysis"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/coach"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/tui/cells/theme"
	"game-tui/tui/console"
	"game-tui/tui/plain"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/location"
	"game-tui/tui/replay/playback"
	"game-tui/tui/terminal"
	"game-tui/tui/ui"
	view "game-tui/tui/view/match"
)

// Config holds the options for showing a match.
type Config struct {
	Paused, NoSpoilers, PauseOnOut, Plain bool
	Speed                                 float64
	Round                                 int
	Unit                                  int32
	Palette, Me                           string
	Motion                                string // animation: on, off, or empty for the default
	LineKinds                             string // kinds of lines that Plain prints
	CaptureMouse                          bool
	MeGiven                               bool // whether Me was given as a flag, not in the preferences file
}

// check validates the options before anything is played.
func (v *Config) check(rounds int) error {
	if v.Round < -1 || v.Round > rounds {
		return fmt.Errorf("--round %d: the match has rounds 0 to %d", v.Round, rounds)
	}
	if _, err := plain.ParseOnly(v.LineKinds, v.Plain, v.Me); err != nil {
		return fmt.Errorf("--only %w", err)
	}
	return v.CheckDisplay()
}

// lineOptions returns the options for plain-text output.
func (v *Config) lineOptions(rec *record.Record) plain.LineOptions {
	kinds, _ := plain.ParseOnly(v.LineKinds, v.Plain, v.Me)
	return plain.LineOptions{FirstRound: v.Round, Seat: int8(location.FindSeat(rec.Meta(), v.Me)), Kinds: kinds, NoSpoilers: v.NoSpoilers}
}

// open reads a recording and its notes. arg is a file name, optionally with a round and unit.
func (v *Config) open(ctx context.Context, arg string) (rec *record.Record, text []byte, hasNotes bool, err error) {
	p, err := files.ParseAddress(arg)
	if err != nil {
		return nil, nil, false, err
	}
	if p.Round >= 0 && v.Round >= 0 {
		return nil, nil, false, fmt.Errorf("--round %d: %s already names a round; omit one of them", v.Round, arg)
	}
	if rec, text, hasNotes, err = files.OpenRecording(ctx, p.Name); err != nil {
		return nil, nil, false, err
	}
	if err := v.check(rec.Edge()); err != nil {
		return nil, nil, false, err
	}
	unit, err := p.Resolve(rec)
	if err != nil {
		return nil, nil, false, fmt.Errorf("%s: %w", p.Name, err)
	}
	if err := v.checkMe(rec); err != nil {
		return nil, nil, false, err
	}
	if p.Round >= 0 {
		v.Round, v.Unit = p.Round, unit
	}
	return rec, text, hasNotes, nil
}

// checkMe returns an error if the player given with --me is not in the match.
func (v *Config) checkMe(rec *record.Record) error {
	if !v.MeGiven {
		return nil
	}
	return location.CheckPlayer(rec.Meta(), v.Me)
}

// CheckDisplay validates the options that do not depend on the match.
func (v *Config) CheckDisplay() error {
	if err := playback.CheckSpeed(v.Speed); err != nil {
		return fmt.Errorf("--speed %w", err)
	}
	if err := theme.CheckName(v.Palette); err != nil {
		return fmt.Errorf("--palette %w", err)
	}
	if _, err := terminal.ParseMotion(v.Motion, os.Getenv); err != nil {
		return fmt.Errorf("--motion %w", err)
	}
	return nil
}

func (v *Config) newSpectator(rec *record.Record) *spectator {
	motion, _ := terminal.ParseMotion(v.Motion, os.Getenv)
	coachRunner := &coach.Runner{}
	s := &spectator{
		Options: terminal.Options{
			Options: ui.Options{PaletteName: v.Palette, NoMouse: !v.CaptureMouse, ShowMotion: motion, NoSpoilers: v.NoSpoilers},
			Write:   files.WriteMatch, Analyst: analysis.NewLocalRunner(),
			Branch: func(ctx context.Context, what ui.Branch, progress func(string)) (branch.Result, error) {
				return play.Branch(ctx, what.Record, what.Change, progress)
			},
			Coach: coachRunner.Coach,
			Open:  coachRunner.Open,
			Hints: map[ui.Capability]string{ui.CanCopy: "the match is not saved yet; press " + view.KeyLabel("write") + " to save it"},
		},
		coachRunner: coachRunner,
		match:       view.NewMatch(rec),
		opening: ui.OpenOptions{Paused: v.Paused, Place: location.AtUnit(v.Round, v.Unit), HighlightedPlayer: v.Me, BranchPlayers: play.BuiltinNames(rec.Meta().Game.Name()),
			Speed: v.Speed, PauseOnOut: v.PauseOnOut, MaxBranches: maxBranches},
	}
	s.Export = s.export
	return s
}

type spectator struct {
	terminal.Options
	coachRunner *coach.Runner
	match       *view.Match
	opening     ui.OpenOptions
}

// maxBranches is the maximum number of branches per match. Each takes a few megabytes of memory.
const maxBranches = 64

// show opens the match on the screen, or prints it if v.Plain is set. It calls newSpectator only if
// needed.
func (v *Config) show(ctx context.Context, rec *record.Record, newSpectator func() *spectator) error {
	switch {
	case !v.Plain:
		return runSpectator(ctx, newSpectator())
	case files.CanAsk():
		opts := newSpectator()
		return console.Run(ctx, os.Stdin, files.Stdout, rec, opts.opening, v.lineOptions(rec), opts.Analyst)
	}
	return plain.Follow(ctx, files.Stdout, rec, v.lineOptions(rec))
}

// printRound prints a single round instead of opening the screen.
func (v *Config) printRound(rec *record.Record) error {
	files.Stdout.Write(plain.AppendState(nil, rec, plain.RoundToPrint(rec, v.Round, v.NoSpoilers)))
	why := "standard output is not a terminal"
	if term.IsTerminal(os.Stdout.Fd()) {
		why = "a terminal with TERM=" + files.DumbTerminal + " cannot show full-screen programs"
	}
	fmt.Fprintln(os.Stderr, why+"; run this command in a full terminal to open the spectator")
	return nil
}

// runSpectator runs the spectator, then prints the names of files it wrote.
func runSpectator(ctx context.Context, s *spectator) error {
	var saved savedFiles
	write, export := s.Write, s.Export
	s.Write = func(ctx context.Context, rec *record.Record) (string, error) { return saved.add(write(ctx, rec)) }
	s.Export = func(ctx context.Context, what ui.Export, progress func(string)) (string, error) {
		return saved.add(export(ctx, what, progress))
	}
	s.View = s.match.NewState(s.opening)
	err := terminal.Run(ctx, s.Options)
	saved.print(os.Stderr)
	if errors.Is(err, terminal.ErrInterrupted) {
		return play.ErrInterrupted
	}
	return err
}

// enrichWait is how long a recording's replay may delay its display. Most replays finish in that time
// and provide all notes.
const enrichWait = 150 * time.Millisecond

func (v *Config) Watch(ctx context.Context, arg string) error {
	rec, text, hasNotes, err := v.open(ctx, arg)
	if err != nil {
		return err
	}
	switch {
	case hasNotes:
	case v.Plain: // Printed lines cannot be updated later, so wait for the replay.
		match.Enrich(ctx, text, rec, ai.Find)
	default:
		ctx, cancel := context.WithCancel(ctx)
		defer enrich(ctx, text, rec)()
		defer cancel()
	}
	if !files.StdoutIsTerminal() && !v.Plain {
		return v.printRound(rec)
	}
	return v.show(ctx, rec, func() *spectator {
		opts := v.newSpectator(rec)
		bookmarks, err := openBookmarks(fmt.Sprintf("%x", sha256.Sum256(text)))
		if err == nil {
			opts.opening.Bookmarks = bookmarks.list
		}
		opts.SaveBookmarks = func(r *record.Record, list []location.Bookmark) error {
			if r != rec || err != nil { // Only the opened recording has a bookmark file.
				return err
			}
			return bookmarks.save(list)
		}
		if name := rec.Meta().Source; name != files.StdinName {
			opts.Command = copyCommandFunc(func() *record.Record { return rec }, func(c ui.CopyCommand) string {
				return "game-tui watch " + cliarg.Quote(location.Address{Name: name, Round: c.Round, Unit: c.Unit}.String()) + location.MeFlag(c.HighlightedSeat)
			})
		}
		return opts
	})
}

// Compare shows two recordings side by side.
func (v *Config) Compare(ctx context.Context, args []string) error {
	if !files.StdoutIsTerminal() {
		return errors.New("--ui needs a terminal; omit it to print the first difference")
	}
	rec, text, hasNotes, err := v.open(ctx, args[0])
	if err != nil {
		return err
	}
	name, err := files.ParseRecordingName(args[1])
	if err != nil {
		return err
	}
	other, otherText, otherHasNotes, err := files.OpenRecording(ctx, name)
	if err != nil {
		return err
	}
	both, err := view.Compare(rec, other)
	if err != nil {
		return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
	}
	ctx, cancel := context.WithCancel(ctx)
	if !hasNotes {
		defer enrich(ctx, text, rec)()
	}
	if !otherHasNotes {
		defer enrich(ctx, otherText, other)()
	}
	defer cancel()
	o := v.newSpectator(rec)
	o.match, o.Branch = both, nil // A branch would replace the comparison.
	o.Hints[ui.CanBranch] = "open only one of the two matches"
	return runSpectator(ctx, o)
}

// enrich replays a recording in the background to complete its notes. It waits up to enrichWait for
// the replay; wait blocks until the replay ends.
func enrich(ctx context.Context, text []byte, rec *record.Record) (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		match.Enrich(ctx, text, rec, ai.Find)
	}()
	select {
	case <-done:
	case <-time.After(enrichWait):
	}
	return func() { <-done }
}

// ShowMoments opens each moment whose number the user presses, next to the match with the alternative
// orders, until another key is pressed.
func (v *Config) ShowMoments(ctx context.Context, w io.Writer, moments []coach.Moment) error {
	for {
		key := int(files.AskKey(w, fmt.Sprintf("press 1 to %d to see a moment", len(moments)))) - '1'
		if key < 0 || key >= len(moments) {
			return nil
		}
		one := *v
		one.Paused, one.Me = true, strconv.Itoa(moments[key].Seat)
		if err := one.Compare(ctx, []string{moments[key].Original, moments[key].Changed}); err != nil {
			return err
		}
	}
}
