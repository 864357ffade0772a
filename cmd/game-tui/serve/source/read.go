package source

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/lobby"
	"game-tui/tui/server"
)

// reader reads the text of a recording, packed or not.
type reader struct {
	io.Reader
	file *os.File
}

// Close closes the file.
func (r *reader) Close() error { return r.file.Close() }

// reader opens a recording. Its first bytes have been read when it returns.
func (f *Folder) reader(path string) (*reader, error) {
	file, err := infile.OpenIn(f.root, path)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReader(file)
	if _, err := b.Peek(1); err != nil && err != io.EOF {
		file.Close()
		return nil, err
	}
	text, err := res.Unpack(b)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &reader{text, file}, nil
}

// load reads the text of a recording whole, as res.Load does. Of a packed one that was cut it
// is what there is.
func (f *Folder) load(path string) ([]byte, error) {
	r, err := f.reader(path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := res.Load(r)
	if err == io.ErrUnexpectedEOF && len(text) > 0 {
		return text, nil
	}
	return text, err
}

// fetch copies the text of a recording; what the lobby calls none is none here too.
// To unpack it costs less than to send it.
func (f *Folder) fetch(ctx context.Context, name string, w io.Writer) error {
	n := f.find(name)
	if n == nil {
		return server.ErrNotFound
	}
	r, err := f.reader(n.path)
	if err != nil {
		return fmt.Errorf("%s: %w", name, infile.Cause(err))
	}
	defer r.Close()
	text := bufio.NewReaderSize(r, maxHeading)
	begin, _ := text.Peek(maxHeading) // an error comes again
	if _, err := res.ReadHeader(begin, f.games); err != nil {
		return fmt.Errorf("%s: %s", name, noRecording)
	}
	buf := make([]byte, 32<<10)
	for left := int64(maxRecording); ctx.Err() == nil; {
		k, err := text.Read(buf)
		if left -= int64(k); left < 0 {
			return fmt.Errorf("%s: larger than %d MiB", name, maxRecording>>20)
		}
		if _, err := w.Write(buf[:k]); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return ctx.Err()
}

// noRecording is what is said of a file that does not begin like one.
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
	setHeading(it, text, f.games)
}

func setHeading(it *lobby.Item, text []byte, games []sim.Game) {
	meta, err := res.ReadHeader(text, games)
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
		names[i] = clean.Short(names[i], sim.MaxName)
	}
	return names
}

// read reads a recording; size is that of its text.
func (f *Folder) read(path, name string) (rec *record.Record, size int64, err error) {
	text, err := f.load(path)
	if err != nil {
		return nil, 0, res.At(name, text, infile.Cause(err))
	}
	if rec, _, err = res.Read(text, f.games, name); err != nil {
		return nil, 0, res.At(name, text, err)
	}
	return rec, int64(len(text)), nil
}
