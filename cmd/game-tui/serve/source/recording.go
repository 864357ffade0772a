package source

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"game-tui/cmd/game-tui/files"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

// reader opens the text of a recording, packed or not.
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

// load reads the text of a recording whole.
func (f *Folder) load(path string) ([]byte, error) {
	file, err := files.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return res.Load(file)
}

// read reads a recording.
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

// fetch copies the text of a recording; what the lobby calls none is none here too.
// To unpack it costs less than to send it.
func (f *Folder) fetch(name string, w io.Writer) error {
	n := f.find(name)
	if n == nil {
		return server.ErrNotFound
	}
	r, err := f.reader(n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, files.Cause(err))
	}
	defer r.Close()
	text := bufio.NewReaderSize(r, maxHeading)
	begin, _ := text.Peek(maxHeading) // an error comes again
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

// noRecording describes a file that does not begin like a recording.
const noRecording = "no recording"

// maxHeading is where the names of the players must have come.
const maxHeading = 16 << 10

// readHeading reads the beginning of a recording into what the lobby says of it; of what is
// no recording it says so.
func (f *Folder) readHeading(path string, it *lobby.Item) {
	r, err := f.reader(path)
	if err != nil {
		it.Detail = "cannot be read"
		return
	}
	defer r.Close()
	text, _ := io.ReadAll(io.LimitReader(r, maxHeading)) // of what was cut there is the beginning
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

// shortNames are names as the lobby has room for them.
func shortNames(names [sim.Seats]string) [sim.Seats]string {
	for i := range names {
		names[i] = clean.Truncate(names[i], sim.MaxNameLen)
	}
	return names
}

// learnTime is how long results are read before they are put into the list, which every
// watcher in the lobby draws anew then.
const learnTime = time.Second

// look notes that the list has been asked for. It does not wait.
func (f *Folder) look() {
	select {
	case f.looked <- struct{}{}:
	default:
	}
}

// learn reads how recordings ended, the newest first, as long as the list is asked for:
// each time it is shown asks for more. Each file is read once, as a job.
func (f *Folder) learn(ctx context.Context, job server.Job) {
	for {
		select {
		case <-f.looked:
		case <-ctx.Done():
			return
		}
		changed := false
		for began := time.Now(); time.Since(began) < learnTime; changed = true {
			n := f.unknown()
			if n == nil {
				break
			}
			err := f.learnResult(ctx, n, job)
			if ctx.Err() != nil {
				return
			}
			if err != nil { // others have more urgent wishes
				f.look()
				pause(ctx, learnTime)
				break
			}
		}
		if changed {
			f.publish()
		}
	}
}

// unknown is the newest recording whose result has not been read, nil where there is
// none.
func (f *Folder) unknown() *file {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.list {
		n := f.files[f.list[i].Name]
		if n != nil && !n.finished && n.headed && n.item.Title != "" {
			return n
		}
	}
	return nil
}

// learnResult reads how a recording ended. Where that cannot be read nothing is known of it;
// the error says why it is not the turn of the job.
func (f *Folder) learnResult(ctx context.Context, n *file, job server.Job) error {
	var result lobby.Result
	err := job(ctx, func(context.Context) error {
		defer func() {
			if v := recover(); v != nil { // files are hostile
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
