package players

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/sim/league"
)

// errGone says that a file which a record names is not there.
var errGone = errors.New("is not there any more (looked from this folder)")

// errOutside says that a record names a file which it may not open.
var errOutside = errors.New("lies neither below this folder nor below that of the record, and is opened only where you type the player")

// errChanged says that a file of this disk is not what the plan says.
var errChanged = errors.New("has changed since the tournament began")

// readNamed reads a file of a player that a record names, for the word. No other file than that
// of its hash counts.
func readNamed(record, word string, f league.File, w io.Writer) error {
	file, err := openNamed(record, word, f.Name)
	if err != nil {
		return err
	}
	defer file.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(h, w), io.LimitReader(file, f.Size+1))
	if err == nil && (n != f.Size || hex.EncodeToString(h.Sum(nil)) != f.SHA256) {
		err = errChanged
	}
	return err
}

// openNamed opens a file of a player that a record names, below the current folder or else below
// that of the record: whoever made the record chose the word. No link leads out.
func openNamed(record, word, name string) (*os.File, error) {
	base, rel, err := placeNamed(record, word, name)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return files.OpenIn(root, rel)
}

// outside reports whether a record may not open a file of a player.
func outside(record, word, name string) bool {
	_, _, err := placeNamed(record, word, name)
	return errors.Is(err, errOutside)
}

// compiled reports whether a file of a player was made of what its word leads to.
func compiled(word, name string) bool {
	return path.Ext(name) == process.BuiltEnding && path.Base(name) == name && filepath.Ext(word) != process.BuiltEnding
}

// placeNamed finds the folder in which a record may name a file, and the file in it. The name of
// the file begins with the last part of the word that leads to it.
func placeNamed(record, word, name string) (base, rel string, err error) {
	err = errOutside
	for _, base := range []string{".", filepath.Dir(record)} {
		base, wrong := filepath.Abs(base)
		if wrong != nil {
			return "", "", wrong
		}
		at := word
		if !filepath.IsAbs(at) {
			at = filepath.Join(base, at)
		}
		path := filepath.Join(filepath.Dir(filepath.Clean(at)), filepath.FromSlash(name))
		if _, ok := below(base, path); !ok {
			continue // nothing is looked up there
		}
		path, wrong = filepath.EvalSymlinks(path)
		if errors.Is(wrong, fs.ErrNotExist) {
			err = errGone
			continue
		}
		if wrong == nil {
			base, wrong = filepath.EvalSymlinks(base)
		}
		if wrong != nil {
			return "", "", wrong
		}
		rel, ok := below(base, path)
		if !ok { // a link leads out
			return "", "", errOutside
		}
		return base, rel, nil
	}
	return "", "", err
}

// below is a path from a folder that it is below.
func below(base, path string) (rel string, ok bool) {
	rel, err := filepath.Rel(base, path)
	return rel, err == nil && filepath.IsLocal(rel)
}
