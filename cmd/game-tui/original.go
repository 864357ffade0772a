package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"game-tui/cmd/game-tui/infile"
	"game-tui/sim/league"
)

// original is a file of this disk that was copied.
type original struct {
	file league.File
	info fs.FileInfo
	path string
	open func(context.Context) (*infile.File, error)
}

// readNamed reads a file of a player that a record names, for the word, and checks that it is the one.
func readNamed(ctx context.Context, record, word string, f league.File, w io.Writer) (*original, error) {
	file, path, err := openNamed(ctx, record, word, f.Name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := readOriginal(file, f, w)
	return &original{f, info, path, func(ctx context.Context) (*infile.File, error) {
		file, _, err := openNamed(ctx, record, word, f.Name)
		return file, err
	}}, err
}

// name is what the plan calls it.
func (o *original) name() string { return o.file.Name }

// look looks at the file, and reads it where it seems to be another one than that which was copied:
// the error says that it is.
func (o *original) look() error {
	info, err := os.Stat(o.path)
	if err == nil && os.SameFile(info, o.info) && info.Size() == o.info.Size() && info.ModTime().Equal(o.info.ModTime()) {
		return nil
	}
	return o.again()
}

// Why a file of this disk is not what the plan says.
var (
	errChanged = errors.New("has changed since the tournament began")
	errGone    = errors.New("is not there any more (looked from this folder)")
)

// readOriginal reads a file of a player. No other file than that of its hash counts.
func readOriginal(file *infile.File, f league.File, w io.Writer) (fs.FileInfo, error) {
	if file.Info().Size() != f.Size {
		return nil, errChanged
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(h, w), io.LimitReader(file, f.Size+1)); err != nil {
		return nil, err
	}
	if hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
		return nil, errChanged
	}
	return file.Info(), nil
}

// again reads a file that was copied, and that seems to be another one.
func (o *original) again() error {
	ctx, cancel := context.WithTimeout(context.Background(), lookTime)
	defer cancel()
	file, err := o.open(ctx)
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

// lookTime is how long reading a file again may take.
const lookTime = 10 * time.Second
