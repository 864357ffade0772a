package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"game-tui/cmd/game-tui/infile"
)

// errGone says that a file which a record names is not there.
var errGone = errors.New("is not there any more (looked from this folder)")

// errOutside says that a record names a file which it may not open.
var errOutside = errors.New("lies neither below this folder nor below that of the record, and is opened only where you type the player")

// pathOf is where a file of a player lies on this disk, whose name begins with the last part of
// the word that leads to it.
func pathOf(word, name string) string {
	if abs, err := filepath.Abs(word); err == nil {
		word = abs
	}
	return filepath.Join(filepath.Dir(word), filepath.FromSlash(name))
}

// openNamed opens a file of a player that a record names, below the current folder or else below
// that of the record: whoever made the record chose the word. No link leads out.
func openNamed(record, word, name string) (file *os.File, path string, err error) {
	base, rel, err := placeNamed(record, word, name)
	if err != nil {
		return nil, "", err
	}
	root, err := os.OpenRoot(base)
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	file, err = infile.OpenIn(root, rel)
	return file, filepath.Join(base, rel), err
}

// Outside reports whether a record may not open a file of a player.
func Outside(record, word, name string) bool {
	_, _, err := placeNamed(record, word, name)
	return errors.Is(err, errOutside)
}

// placeNamed finds the folder in which a record may name a file, and the file in it.
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
		path := pathOf(at, name)
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
