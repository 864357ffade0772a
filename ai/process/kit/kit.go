// Package kit holds the adapter that makes a player of a C++ game kit speak the
// protocol: two source files, which the kit's own Makefile links with one
// player into a program.
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

// The files lie in a folder of their own: Go would take C++ beside Go files for
// a part of the package.
//
//go:embed files
var files embed.FS

// Names are the files that Write writes.
var Names = []string{"SecGame.cc", "SecMain.cc"}

// marker begins every file of ours; another first line means that the file is
// somebody's own.
const marker = "// game-tui player adapter"

// Comes reports whether a file of a kit's folder is a player that comes with the kit: AINull.cc,
// AIDemo.cc, and AIDummy.o.
func Comes(name string) bool {
	name, _, _ = strings.Cut(name, ".")
	return name == "AINull" || name == "AIDemo" || name == "AIDummy"
}

// Finder is a file of the adapter that Write does not write: the finder of bugs links it in.
const Finder = "SecFinder.cc"

// Adapter is what is in the file of one of Names, or Finder.
func Adapter(name string) ([]byte, error) { return files.ReadFile("files/" + name) }

// Write writes the adapter into the folder of a kit, which is one with a
// Player.hh. Nothing is written when one of the files there is not ours.
func Write(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, "Player.hh")); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%s is not the folder of a game kit: it has no Player.hh", dir)
		}
		return err
	}
	for _, name := range Names {
		if err := replaceable(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	for _, name := range Names {
		text, err := Adapter(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// replaceable refuses a path where something stands that is not ours. A link is
// not: what is written through it may land anywhere.
func replaceable(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.HasPrefix(old, []byte(marker)) {
			return nil
		}
	}
	return fmt.Errorf("%s is not ours, so it stays as it is: move it away first", path)
}
