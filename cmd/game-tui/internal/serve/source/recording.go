package source

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/tui/sshd"
	"game-tui/tui/view/lobby"
)

// reader opens a recording, compressed or not.
func (f *Folder) reader(path string) (io.ReadCloser, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	text, err := res.Decompress(bufio.NewReader(file))
	if err != nil {
		file.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{text, file}, nil
}

func (f *Folder) load(path string) ([]byte, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return res.Load(file)
}

func (f *Folder) read(path, name string) (rec *record.Record, err error) {
	text, err := f.load(path)
	if err != nil {
		return nil, res.WithPosition(name, text, files.Cause(err))
	}
	if rec, _, err = res.Read(text, catalog.Games(), name); err != nil {
		return nil, files.Explain(name, text, files.RecordingText, err)
	}
	return rec, nil
}

// fetch copies the text of a recording, decompressed. It refuses files that the lobby does not
// accept as recordings.
func (f *Folder) fetch(name string, w io.Writer) error {
	n := f.find(name)
	if n == nil {
		return sshd.ErrNotFound
	}
	r, err := f.reader(n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	defer r.Close()
	text := bufio.NewReaderSize(r, maxHeading)
	begin, _ := text.Peek(maxHeading) // the copy returns the error again
	if _, err := res.ReadHeader(res.ToUTF8(begin), catalog.Games()); err != nil {
		return fmt.Errorf("%s: %s", name, noRecording)
	}
	switch n, err := io.Copy(w, io.LimitReader(text, res.MaxTextBytes+1)); {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case n > res.MaxTextBytes:
		return fmt.Errorf("%s: larger than %d MiB", name, res.MaxTextBytes>>20)
	}
	return nil
}

const noRecording = "no recording"

// maxHeading is how many bytes may precede the names of the players.
const maxHeading = 16 << 10

// readHeading fills the row of the lobby from the beginning of a recording.
func (f *Folder) readHeading(path string, it *lobby.Item) {
	r, err := f.reader(path)
	if err != nil {
		it.Detail = "cannot be read"
		return
	}
	defer r.Close()
	text, _ := io.ReadAll(io.LimitReader(r, maxHeading)) // a truncated file still has its beginning
	setHeading(it, text)
}

func setHeading(it *lobby.Item, text []byte) {
	meta, err := res.ReadHeader(res.ToUTF8(text), catalog.Games())
	if err != nil {
		it.Detail = noRecording
		return
	}
	names := shortNames(meta.Names)
	it.Title, it.Origin, it.Detail = meta.Game.Title(), "seed "+strconv.Itoa(int(meta.Seed)), strings.Join(names[:], " ")
}

func shortNames(names [sim.Seats]string) [sim.Seats]string {
	for i := range names {
		names[i] = sanitize.Truncate(names[i], sim.MaxNameLen)
	}
	return names
}

// learnTime is how long results are read before the list is updated, since an update redraws the
// lobby of every viewer.
const learnTime = time.Second

// learn reads the results of recordings, newest first. Each file is read once, as a job.
func (f *Folder) learn(ctx context.Context, job sshd.Job) {
	for ctx.Err() == nil {
		changed := false
		for began := time.Now(); time.Since(began) < learnTime; changed = true {
			n := f.unknown()
			if n == nil || f.learnResult(ctx, n, job) != nil { // more urgent jobs are waiting
				break
			}
		}
		if changed {
			f.publish()
		} else {
			pause(ctx, learnTime)
		}
	}
}

// unknown returns the newest recording whose result has not been read, or nil.
func (f *Folder) unknown() *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.list {
		n := f.files[f.list[i].Name]
		if n != nil && !n.finished && n.item.Title != "" {
			return n
		}
	}
	return nil
}

// learnResult reads the result of a recording; the row stays without one if that fails. It returns
// the error of the job queue.
func (f *Folder) learnResult(ctx context.Context, n *file, job sshd.Job) error {
	var result lobby.Result
	err := job(ctx, func(context.Context) error {
		defer func() {
			if v := recover(); v != nil { // files are untrusted
				f.log.Error("reading a result broke", "file", n.path, "panic", fmt.Sprint(v))
			}
		}()
		if rec, err := f.read(n.path, n.path); err == nil {
			var last sim.Frame
			rec.State(rec.Edge()).FillFrame(&last)
			result = lobby.NewResult(record.UniqueNames(shortNames(rec.Meta().Names)), last.Scores(), rec.Edge(), rec.Rounds())
		}
		return nil
	})
	if err == nil {
		f.mu.Lock()
		n.item.Result, n.finished = result, true
		f.mu.Unlock()
	}
	return err
}
