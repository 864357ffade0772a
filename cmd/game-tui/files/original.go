package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

	"game-tui/sim/league"
)

// Original is a file of this disk that was copied.
type Original struct {
	file league.File
	info fs.FileInfo
	path string
	open func() (*os.File, error)
}

// ReadNamed reads a file of a player that a record names, for the word, and checks that it is the one.
func ReadNamed(record, word string, f league.File, w io.Writer) (*Original, error) {
	file, path, err := openNamed(record, word, f.Name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := readOriginal(file, f, w)
	return &Original{f, info, path, func() (*os.File, error) {
		file, _, err := openNamed(record, word, f.Name)
		return file, err
	}}, err
}

// Name is what the plan calls it.
func (o *Original) Name() string { return o.file.Name }

// Look looks at the file, and reads it where it seems to be another one than that which was copied:
// the error says that it is.
func (o *Original) Look() error {
	info, err := os.Stat(o.path)
	if err == nil && os.SameFile(info, o.info) && info.Size() == o.info.Size() && info.ModTime().Equal(o.info.ModTime()) {
		return nil
	}
	return o.again()
}

// errChanged says that a file of this disk is not what the plan says.
var errChanged = errors.New("has changed since the tournament began")

// readOriginal reads a file of a player. No other file than that of its hash counts.
func readOriginal(file *os.File, f league.File, w io.Writer) (fs.FileInfo, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() != f.Size {
		return nil, errChanged
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(h, w), io.LimitReader(file, f.Size+1)); err != nil {
		return nil, err
	}
	if hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
		return nil, errChanged
	}
	return info, nil
}

// again reads a file that was copied, and that seems to be another one.
func (o *Original) again() error {
	file, err := o.open()
	if errors.Is(err, fs.ErrNotExist) {
		return errGone
	}
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := readOriginal(file, o.file, io.Discard)
	if err == nil {
		o.info = info
	}
	return err
}
