package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"game-tui/sim/match"
	"game-tui/sim/notes"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// WriteMatch writes a match under a new name into the present folder, as far as
// it is there, and beside a branch the notes that say where it came from. It returns the
// name, and where that is not all says so.
func WriteMatch(_ context.Context, rec *record.Record) (string, error) {
	out, err := CreateFor(rec.Meta(), "res")
	if err != nil {
		return "", err
	}
	defer out.Discard()
	over, _ := rec.Over() // asked first: what is over does not grow any more
	sum := sha256.New()
	last, err := res.Write(io.MultiWriter(out, sum), rec)
	if err != nil {
		return "", err
	}
	if err := out.Commit(); err != nil {
		return "", err
	}
	if meta := rec.Meta(); meta.Note != "" && meta.Source == "" { // a branch: where it came from
		beside, err := Create(out.Name + ".notes")
		if err != nil {
			return "", err
		}
		defer beside.Discard()
		if err := notes.Write(beside, rec, fmt.Sprintf("%x", sum.Sum(nil)), nil); err != nil {
			return "", err
		}
		if err := beside.Commit(); err != nil {
			return "", err
		}
	}
	if last == rec.Rounds() {
		return Located(out.Name), nil
	}
	text := fmt.Sprintf("%s: rounds 0 to %d of %d", Located(out.Name), last, rec.Rounds())
	if !over {
		text += " so far"
	}
	return text, nil
}

// Located is the name of a file with its folder, so that people who are told of it find it.
func Located(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		return name // the folder that we are in has gone
	}
	return path
}

// CreateFor opens a file for a match under a name that is not taken, with that ending.
func CreateFor(meta *record.Meta, ending string) (*Output, error) {
	for i := 1; i < 100; i++ {
		name := fmt.Sprintf("%s-s%d.%s", meta.Game.Name(), meta.Seed, ending)
		if i > 1 {
			name = fmt.Sprintf("%s-s%d-%d.%s", meta.Game.Name(), meta.Seed, i, ending)
		}
		if _, err := os.Lstat(name); err != nil {
			return Create(name)
		}
	}
	return nil, errors.New("too many files of this match in this folder")
}

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
