package files

import (
	"errors"
	"io"

	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
)

// Recording is where the text of a match goes; nil: nowhere.
type Recording struct {
	res     *Output
	notes   *Output // nil: there are none
	Written bool
}

// CreateRecording begins the files of a match, so that what cannot be written is found before
// it is played. Without a path it is nil.
func CreateRecording(path string, notes bool) (*Recording, error) {
	switch {
	case notes && (path == "-" || path == ""):
		return nil, errors.New("--notes are written beside the recording: type -o FILE as well")
	case path == "":
		return nil, nil
	}
	out, err := Create(path)
	if err != nil {
		return nil, err
	}
	r := &Recording{res: out}
	if notes {
		if r.notes, err = Create(path + ".notes"); err != nil {
			out.Discard()
			return nil, err
		}
	}
	return r, nil
}

// Noted reports whether notes are written beside it.
func (r *Recording) Noted() bool { return r != nil && r.notes != nil }

// Writer takes the text of the match; nil: nobody wants it.
func (r *Recording) Writer() io.Writer {
	if r == nil {
		return nil
	}
	return r.res
}

// Commit makes the files of a match appear.
func (r *Recording) Commit(rec *record.Record, result *match.Result) error {
	if r == nil {
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
	if r == nil {
		return
	}
	r.res.Discard()
	if r.notes != nil {
		r.notes.Discard()
	}
}
