package play

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/match"
	"game-tui/sim/record"
)

// recordingFolder writes the recordings of a batch into a folder.
type recordingFolder struct {
	folder string
	batch  *match.Batch
	notes  bool
}

// newRecordingFolder creates the folder if necessary.
func newRecordingFolder(folder string, b *match.Batch, notes bool) (*recordingFolder, error) {
	if folder == "-" {
		return nil, errors.New("-o -: a batch writes several recordings: name a folder")
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s: is a file, but a batch writes several recordings: name a folder", folder)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, files.Unwritten(folder, err)
	}
	return &recordingFolder{folder, b, notes}, nil
}

// name returns the file of match n, such as thepurge-s30.res, or thepurge-s30-r1.res if players
// rotate.
func (m *recordingFolder) name(n int) string {
	seed, _ := m.batch.Match(n)
	name := fmt.Sprintf("%s-s%d", m.batch.Game.Name(), seed)
	if m.batch.Rotate {
		name += fmt.Sprintf("-r%d", m.batch.Rotation(n))
	}
	return filepath.Join(m.folder, name+".res")
}

// write writes the recording of a match. It is safe for concurrent use.
func (m *recordingFolder) write(row *match.PlayedMatch, rec *record.Record) error {
	out, err := files.CreateRecording(m.name(row.N), m.notes)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.WriteAll(rec, row.Result)
}
