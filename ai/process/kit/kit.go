// Package kit contains the adapter that lets C++ kit players speak the protocol.
package kit

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The C++ files are in a folder so that Go does not compile them.
//
//go:embed files
var files embed.FS

// FileNames lists the adapter's files, except FinderFile.
var FileNames = []string{"SecGame.cc", "SecMain.cc"}

const marker = "// game-tui player adapter"

// IsBundled reports whether a file is a player that comes with the kits, such as AIDemo.cc.
func IsBundled(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	return name == "AINull" || name == "AIDemo" || name == "AIDummy"
}

// FinderFile is an additional adapter file, used only by package finder.
const FinderFile = "SecFinder.cc"

// Adapter returns the contents of an adapter file.
func Adapter(name string) []byte {
	text, _ := files.ReadFile("files/" + name)
	return text
}

// WriteAdapter writes the adapter to a kit's folder. It never overwrites the user's files.
func WriteAdapter(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "Player.hh")); err != nil {
		return fmt.Errorf("%s is not a game kit's folder; it has no Player.hh", dir)
	}
	for _, name := range FileNames {
		path := filepath.Join(dir, name)
		info, err := os.Lstat(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		var old []byte
		if err == nil && info.Mode().IsRegular() {
			if old, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		if !bytes.HasPrefix(old, []byte(marker)) {
			return fmt.Errorf("%s was not written by game-tui; move it first", path)
		}
	}
	for _, name := range FileNames {
		if err := os.WriteFile(filepath.Join(dir, name), Adapter(name), 0o644); err != nil {
			return err
		}
	}
	return nil
}
