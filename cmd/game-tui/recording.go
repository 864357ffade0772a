package main

import (
	"context"
	"errors"
	"io"

	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
)

// recording is where the text of a match goes.
type recording struct {
	res     *output // nil: nowhere
	notes   *output
	Written bool
}

// errNotes says what notes need.
var errNotes = errors.New("--notes are written beside the recording: type -o FILE as well")

// openRecording begins the files of a match, so that what cannot be written is found before
// it is played.
func openRecording(ctx context.Context, path string, notes bool) (*recording, error) {
	if notes && path == "-" {
		return nil, errNotes
	}
	out, err := createOutput(ctx, path)
	if err != nil {
		return nil, err
	}
	r := &recording{res: out}
	if notes {
		if r.notes, err = createOutput(ctx, path+".notes"); err != nil {
			out.discard()
			return nil, err
		}
	}
	return r, nil
}

// Somewhere reports whether the text of the match is written at all.
func (r *recording) Somewhere() bool { return r.res != nil }

// Noted reports whether notes are written beside it.
func (r *recording) Noted() bool { return r.notes != nil }

// writer takes the text of the match; nil: nobody wants it.
func (r *recording) writer() io.Writer {
	if r.res == nil {
		return nil
	}
	return r.res
}

// commit makes the files of a match appear.
func (r *recording) commit(rec *record.Record, result *match.Result) error {
	if r.res == nil {
		return nil
	}
	if err := r.res.commit(); err != nil {
		return err
	}
	r.Written = true
	if r.notes == nil {
		return nil
	}
	if err := notes.Write(r.notes, rec, result.SHA256, result); err != nil {
		return err
	}
	return r.notes.commit()
}

// discard leaves nothing behind; after commit it does nothing.
func (r *recording) discard() {
	for _, o := range []*output{r.res, r.notes} {
		if o != nil {
			o.discard()
		}
	}
}
