package spectate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"unicode/utf8"

	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim"
	"game-tui/sim/decode"
	"game-tui/sim/sanitize"
	"game-tui/tui/draw/board"
	"game-tui/tui/replay/location"
)

// bookmarkFile represents the bookmark file of a recording. Its first line is a bookmarkHeader, each
// other line a bookmarkLine.
type bookmarkFile struct {
	path   string
	sha256 string              // hash of the recording
	list   []location.Bookmark // bookmarks when the file was opened
}

const maxBookmarkFile = 64 << 10

type bookmarkHeader struct {
	Version int    `json:"bookmarks"`
	SHA256  string `json:"sha256"`
}

type bookmarkLine struct {
	Name  string     `json:"name"`
	Round int        `json:"round"`
	Event *int       `json:"event,omitempty"`
	Unit  *int       `json:"unit,omitempty"` // ID of the followed unit
	Cell  *[2]int    `json:"cell,omitempty"` // position of the inspected cell
	View  *[2]int    `json:"view,omitempty"` // position of the first visible cell
	Zoom  board.Zoom `json:"zoom,omitempty"`
}

// openBookmarks reads the bookmarks, if any, of the recording with the given hash.
func openBookmarks(sha256 string) (*bookmarkFile, error) {
	dir, err := files.StateDir()
	if err != nil {
		return nil, fmt.Errorf("bookmarks: %w", err)
	}
	f := &bookmarkFile{path: filepath.Join(dir, "bookmarks", sha256+".jsonl"), sha256: sha256}
	if f.list, err = f.read(); err != nil {
		return f, f.wrapSaveError(err)
	}
	return f, nil
}

// wrapSaveError wraps an error that keeps bookmarks from being saved. The path comes last, because
// narrow screens cut off the end.
func (f *bookmarkFile) wrapSaveError(err error) error {
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		err = no
	}
	return fmt.Errorf("cannot save bookmarks: %w: %s", files.Cause(err), f.path)
}

// save writes list to the file. It refuses to overwrite a file that this program did not write.
func (f *bookmarkFile) save(list []location.Bookmark) (err error) {
	defer func() {
		if err != nil {
			err = f.wrapSaveError(err)
		}
	}()
	if _, err := f.read(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	out, err := files.Create(f.path)
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := sanitize.WriteJSON(out, bookmarkHeader{1, f.sha256}, ""); err != nil {
		return err
	}
	for i := range list {
		if err := sanitize.WriteJSON(out, newBookmarkLine(&list[i]), ""); err != nil {
			return err
		}
	}
	return out.Commit()
}

// read returns the bookmarks in the file, if it exists. It returns an error if this program did not
// write the file.
func (f *bookmarkFile) read() ([]location.Bookmark, error) {
	text, err := files.ReadBounded(f.path, maxBookmarkFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := parseBookmarks(text, f.sha256)
	if err != nil {
		return nil, fmt.Errorf("%w; move the file", err)
	}
	return list, nil
}

func parseBookmarks(text []byte, sha256 string) ([]location.Bookmark, error) {
	first, rest, _ := bytes.Cut(text, []byte{'\n'})
	head, err := decode.JSON[bookmarkHeader](first, maxBookmarkFile)
	if err != nil || head.Version != 1 || head.SHA256 != sha256 {
		return nil, errors.New("line 1: expected the bookmarks of this recording")
	}
	var list []location.Bookmark
	n := 1
	for text := range bytes.Lines(rest) {
		n++
		line, err := decode.JSON[bookmarkLine](text, maxBookmarkFile)
		if err != nil {
			return nil, fmt.Errorf("line %d: expected a bookmark", n)
		}
		b, ok := line.toBookmark()
		if ok {
			list, ok = location.AddBookmark(list, b)
		}
		if !ok {
			return nil, fmt.Errorf("line %d: expected at most %d bookmarks, each with a name and a place", n, location.MaxBookmarks)
		}
	}
	return list, nil
}

// convertZoom converts a zoom to its number in the file, where FourColumns is 5 and Tiles is 6, and
// back.
func convertZoom(z board.Zoom) board.Zoom {
	if z >= board.Tiles {
		z = board.Tiles + board.FourColumns - z
	}
	return z
}

func newBookmarkLine(b *location.Bookmark) bookmarkLine {
	p := &b.Place
	line := bookmarkLine{Name: b.Name, Round: p.Round, Zoom: convertZoom(p.Zoom)}
	if !p.Event.IsZero() {
		line.Event = new(p.Event.Index())
	}
	if !p.FollowedUnit.IsZero() {
		line.Unit = new(p.FollowedUnit.Index())
	}
	if p.IsInspecting {
		line.Cell = &[2]int{p.Cursor.Row, p.Cursor.Col}
	}
	if p.IsPanned {
		line.View = &[2]int{p.Top, p.Left}
	}
	return line
}

// maxNumber bounds all numbers in a bookmark. The view clamps positions to the match.
const maxNumber = 1 << 24

// toBookmark converts a line to a bookmark; ok is false if the line is invalid.
func (l *bookmarkLine) toBookmark() (b location.Bookmark, ok bool) {
	fits := func(numbers ...int) bool {
		return !slices.ContainsFunc(numbers, func(n int) bool { return n < -maxNumber || n > maxNumber })
	}
	b.Name = sanitize.Line(l.Name)
	if b.Name == "" || utf8.RuneCountInString(b.Name) > location.MaxBookmarkName || l.Round < 0 || !fits(l.Round) || l.Zoom > board.FourColumns {
		return b, false
	}
	p := location.AtRound(l.Round)
	p.Zoom = convertZoom(l.Zoom)
	if l.Event != nil && fits(*l.Event) {
		p.Event = location.RefTo(*l.Event)
	}
	if l.Unit != nil && fits(*l.Unit) {
		p.FollowedUnit = location.RefTo(*l.Unit)
	}
	if l.Cell != nil && fits(l.Cell[:]...) {
		p.IsInspecting, p.Cursor = true, sim.Pos{Row: l.Cell[0], Col: l.Cell[1]}
	}
	if l.View != nil && fits(l.View[:]...) {
		p.IsPanned, p.Top, p.Left = true, l.View[0], l.View[1]
	}
	b.Place = p
	return b, true
}
