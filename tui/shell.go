package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/chances"
	"game-tui/tui/place"
	"game-tui/tui/ui"
)

// Options say what is shown, how it opens, and what can be done besides. What is nil is not
// offered: its key says so.
type Options struct {
	ui.Options // but for Abilities, which are those of the functions below
	View       ui.View

	// Next plays the same players with the next seed, Again the same match anew, and Open
	// opens what has a name: each says what the program is to take in then.
	Next, Again func(context.Context) (ui.Input, error)
	Open        func(ctx context.Context, name string) (ui.Input, error)
	// Write writes a match and returns the file's name, and Export does so with what is to
	// be exported of one, and tells how far it has come.
	Write  func(context.Context, *record.Record) (string, error)
	Export func(ctx context.Context, what ui.Export, progress func(string)) (string, error)
	// Branch plays a match on with a change.
	Branch func(ctx context.Context, what ui.Branch, progress func(string)) (branch.Played, error)
	// Desk is where matches are analysed.
	Desk chances.Desk
	// Keep keeps the bookmarks of a record; nil: they are there until the end.
	Keep func(*record.Record, []place.Bookmark) error
	// Link is the command that opens what is shown, or says why there is none.
	Link func(ui.Copy) (string, error)
	// Instead tells of what is nil what to do in place of it.
	Instead map[ui.Kind]string

	// Over is closed when what is shown has ended. The program ends then, unless somebody
	// has pressed a key or watches something else; nil: it does not.
	Over <-chan struct{}
	// Context ends all that is under way; nil: it is not ended.
	Context context.Context

	suspend func() // gives the terminal back for a while; nil: that cannot be done
}

// abilities declare what the options do not offer.
func (o *Options) abilities() *ui.Abilities {
	can := &ui.Abilities{Cannot: map[ui.Kind]string{}, Back: true}
	for kind, missing := range map[ui.Kind]bool{
		ui.CanNext: o.Next == nil, ui.CanAgain: o.Again == nil, ui.CanOpen: o.Open == nil, ui.CanWrite: o.Write == nil, ui.CanExport: o.Export == nil,
		ui.CanBranch: o.Branch == nil, ui.CanAnalyse: o.Desk == nil, ui.CanCopy: o.Link == nil, ui.CanSuspend: o.suspend == nil,
	} {
		if missing {
			can.Cannot[kind] = o.Instead[kind]
		}
	}
	return can
}

// shell carries out what the program of a model asks for, while it takes in an input.
type shell struct {
	*Model
	cmd tea.Cmd // what that leaves to be done
}

var _ ui.Shell = (*shell)(nil)

func (s *shell) do(cmd tea.Cmd) { s.cmd = tea.Batch(s.cmd, cmd) }

func (s *shell) say(text string) { s.Program, _ = s.Program.Update(ui.Notice{Text: text}) }

func (s *shell) Quit()    { s.do(tea.Quit) }
func (s *shell) Redraw()  { s.do(tea.ClearScreen) }
func (s *shell) Suspend() { s.opts.suspend() }

// Mouse does nothing: View reads who has it.
func (s *shell) Mouse() {}

// Live does nothing: no match follows another here.
func (s *shell) Live() {}

// Left ends what is under way for the view that has been left.
func (s *shell) Left() {
	for id := range s.requests {
		s.cancel(id)
	}
}

// Copy shows the command that opens what is shown, and puts it into the clipboard.
func (s *shell) Copy(what ui.Copy) {
	line, err := s.opts.Link(what)
	if err != nil {
		s.say(err.Error())
		return
	}
	s.say(line)
	s.do(tea.SetClipboard(line))
}

// Keep keeps bookmarks, where somebody does.
func (s *shell) Keep(k ui.Keep) {
	if s.opts.Keep == nil {
		return
	}
	if err := s.opts.Keep(k.Record, k.Bookmarks); err != nil {
		s.say(err.Error())
	}
}

// Cancel ends a request.
func (s *shell) Cancel(id int) { s.cancel(id) }

// Open opens what has a name.
func (s *shell) Open(id int, name string) {
	s.ask(id, func(ctx context.Context) (ui.Input, error) { return s.opts.Open(ctx, name) })
}

// Next plays the next seed.
func (s *shell) Next(id int) { s.ask(id, s.opts.Next) }

// Again plays the match anew.
func (s *shell) Again(id int) { s.ask(id, s.opts.Again) }

// Write writes a match.
func (s *shell) Write(id int, rec *record.Record) {
	s.do(s.begin(id, func(ctx context.Context, _ func(string)) ui.Input {
		path, err := s.opts.Write(ctx, rec)
		return ui.Done{ID: id, Text: "written to " + path, Err: err}
	}))
}

// Export makes a file of a match.
func (s *shell) Export(id int, what ui.Export) {
	s.do(s.begin(id, func(ctx context.Context, progress func(string)) ui.Input {
		path, err := s.opts.Export(ctx, what, progress)
		return ui.Done{ID: id, Text: "exported to " + path, Err: err}
	}))
}

// Branch plays a match on.
func (s *shell) Branch(id int, what ui.Branch) {
	s.do(s.begin(id, func(ctx context.Context, progress func(string)) ui.Input {
		played, err := s.opts.Branch(ctx, what, progress)
		if err != nil {
			return ui.Done{ID: id, Err: err}
		}
		return ui.Answer{ID: id, In: played}
	}))
}

// ask carries out a request that is answered with an input.
func (s *shell) ask(id int, run func(context.Context) (ui.Input, error)) {
	s.do(s.begin(id, func(ctx context.Context, _ func(string)) ui.Input {
		in, err := run(ctx)
		if err != nil {
			return ui.Done{ID: id, Err: err}
		}
		return ui.Answer{ID: id, In: in}
	}))
}
