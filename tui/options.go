package tui

import (
	"context"

	"game-tui/sim/record"
	"game-tui/tui/chances"
	watch "game-tui/tui/match"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// Options say what is watched, how it opens, and what can be done besides. What
// is nil is not offered: its key says so.
type Options struct {
	watch.Options
	Record *record.Record
	// Match is Record's where it is compared with another one; nil: it is not.
	Match *watch.Match

	// Next plays the same players with the next seed, Again the same match
	// anew; Write writes the match and returns the file's name, and Export does so with
	// a page of it, and tells how far it has come.
	Next, Again func(context.Context) (*record.Record, error)
	Write       func(context.Context, *record.Record) (string, error)
	Export      func(ctx context.Context, what Export, progress func(string)) (string, error)
	// Branch plays the match on from a round with a change; Players are the built-in
	// players who may take over seats.
	Branch  func(ctx context.Context, rec *record.Record, c watch.Change, progress func(string)) (watch.Played, error)
	Players []string
	// Desk is where matches are analysed.
	Desk chances.Desk
	// Keep keeps the bookmarks of a record; nil: they are there until the end.
	Keep func(*record.Record, []watch.Bookmark) error
	// Link is the command that opens what a state shows of the record.
	Link func(*record.Record, *watch.State) string
	// Context ends the watching of the record; nil: never.
	Context context.Context

	left    func() // called when the match is left; nil: that ends the program
	suspend func() // gives the terminal back for a while; nil: that cannot be done
}

// Export is what is to be exported.
type Export struct {
	Record  *record.Record
	Flags   string         // of the export command, but the names of files
	Screen  *screen.Grid   // that is shown: what kinds of one screen get
	Palette *theme.Palette // of the watcher
}

// maxBranches bounds the branches of a match, of which each takes a few megabytes.
const maxBranches = 64

// shell declares what the options do not offer.
func (o *Options) shell() *watch.Shell {
	cannot := map[watch.Kind]string{}
	if o.Next == nil {
		cannot[watch.Next] = ""
	}
	if o.Again == nil {
		cannot[watch.Again] = ""
	}
	if o.Link == nil {
		cannot[watch.CopyCommand] = "it has no file yet: " + watch.Name("write") + " writes one"
	}
	if o.Write == nil {
		cannot[watch.Write] = ""
	}
	if o.Export == nil {
		cannot[watch.Export] = ""
	}
	switch {
	case o.Branch == nil:
		cannot[watch.Branch] = ""
	case o.Match != nil: // a branch takes the place of what its match is compared with
		cannot[watch.Branch] = "open one of the two matches alone"
	}
	if o.Desk == nil {
		cannot[watch.Analyse] = ""
	}
	if o.suspend == nil {
		cannot[watch.Suspend] = ""
	}
	return &watch.Shell{Cannot: cannot, Back: o.left != nil, Players: o.Players, Branches: maxBranches}
}
