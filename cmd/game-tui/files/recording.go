package files

import (
	"context"
	"errors"
	"io"

	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
)

// Recording is where the text of a match goes.
type Recording struct {
	res     *Output // nil: nowhere
	notes   *Output
	Written bool
}

// ErrNotes says what notes need.
var ErrNotes = errors.New("--notes are written beside the recording: type -o FILE as well")

// CreateRecording begins the files of a match, so that what cannot be written is found before
// it is played.
func CreateRecording(ctx context.Context, path string, notes bool) (*Recording, error) {
	if notes && path == "-" {
		return nil, ErrNotes
	}
	out, err := Create(ctx, path)
	if err != nil {
		return nil, err
	}
	r := &Recording{res: out}
	if notes {
		if r.notes, err = Create(ctx, path+".notes"); err != nil {
			out.Discard()
			return nil, err
		}
	}
	return r, nil
}

// Somewhere reports whether the text of the match is written at all.
func (r *Recording) Somewhere() bool { return r.res != nil }

// Noted reports whether notes are written beside it.
func (r *Recording) Noted() bool { return r.notes != nil }

// Writer takes the text of the match; nil: nobody wants it.
func (r *Recording) Writer() io.Writer {
	if r.res == nil {
		return nil
	}
	return r.res
}

// Commit makes the files of a match appear.
func (r *Recording) Commit(rec *record.Record, result *match.Result) error {
	if r.res == nil {
		return nil
	}
	if err := r.res.Commit(); err != nil {
		return err
	}
	r.Written = true
	if r.notes == nil {
		return nil
	}
	if err := notes.Write(r.notes, rec, result.SHA256, result); err != nil {
		return err
	}
	return r.notes.Commit()
}

// Discard leaves nothing behind; after commit it does nothing.
func (r *Recording) Discard() {
	for _, o := range []*Output{r.res, r.notes} {
		if o != nil {
			o.Discard()
		}
	}
}
