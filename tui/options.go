package tui

import (
	"context"

	"game-tui/sim/record"
	"game-tui/tui/branch"
	"game-tui/tui/chances"
	"game-tui/tui/ui"
	"game-tui/tui/viewpoint"
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
	Keep func(*record.Record, []viewpoint.Bookmark) error
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
