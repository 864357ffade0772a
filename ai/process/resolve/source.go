package resolve

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"game-tui/ai/process/kit"
	"game-tui/sim/lazy"
)

// MaxSource is the size in bytes of all files that a compiler gets.
const MaxSource = 16 << 20

var ErrLargeSource = fmt.Errorf("its files have more than %d MiB together", MaxSource>>20)

// sourceNames are the names of the file by which a folder is compiled. The first one that exists counts.
var sourceNames = []string{"main.cc", "main.cpp", "main.c", "main.go", "player.cc"}

// source is what is to be compiled: all files of the player, and the one that is named.
type Source struct {
	Main  string
	Files map[string][]byte
}

// precompiled matches the names of precompiled headers, which compilers load without checks.
var precompiled = lazy.Regexp(`\.(gch|pch)(/|$)`)

// source finds what is to be compiled for a command; nil where nothing is. Arguments are for programs
// alone. withKit says that a folder may hold the player of a kit.
func (c Command) Source(withKit bool) (*Source, error) {
	if len(c.argv) != 1 || !c.readable[0] || isBareName(c.argv[0]) || c.copied || c.built != "" {
		return nil, nil
	}
	word, err := filepath.Abs(c.argv[0])
	if err != nil {
		return nil, err
	}
	f, err := Pin(word)
	if err != nil {
		return nil, nil // that is said where it is run
	}
	defer f.Close()
	src := &Source{Main: filepath.Base(word), Files: map[string][]byte{}}
	switch {
	case !f.Info.IsDir():
		if !IsSource(word) {
			return nil, nil
		}
	case isSharedFolder(f.Info):
		return nil, nil
	default:
		if src.Main, err = mainSource(word, withKit); src.Main == "" || err != nil {
			return nil, err
		}
	}
	if err := checkLink(word, f); err != nil {
		return nil, err
	}
	left := int64(MaxSource)
	w := fileWalk{visit: func(f *File) error {
		name := f.Name
		if _, below, ok := strings.Cut(name, "/"); ok {
			name = below
		}
		if f.Info.IsDir() || strings.HasPrefix(name, ".") || path.Clean(name) != name || precompiled().MatchString(name) {
			return nil
		}
		var text bytes.Buffer
		n, err := f.Copy(&text, left)
		if left -= n; left < 0 {
			return ErrLargeSource
		}
		src.Files[name] = text.Bytes()
		return err
	}}
	if err := w.visitWord(0, word, f); err != nil {
		return nil, err
	}
	if _, ok := src.Files[src.Main]; !ok {
		return nil, fmt.Errorf("%s: a name that begins with a dot is none of a source", c.argv[0])
	}
	return src, nil
}

// mainSource finds the file by which a folder is compiled: by its name, or with a kit the only source, AI….cc
// or AI….o. It is "" where a folder is run otherwise, or holds several players perhaps.
func mainSource(folder string, withKit bool) (string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if hasEntry(root, ".", entriesHere()) {
		return "", nil
	}
	names, err := readNames(root.Open("."))
	if err != nil {
		return "", nil // a folder of players, perhaps
	}
	for _, name := range sourceNames {
		if hasEntry(root, ".", []string{name}) {
			return name, nil
		}
	}
	main := ""
	for _, name := range names { // in their order: a .cc comes before the .o that is made of it
		info, err := root.Stat(name)
		switch {
		case err != nil || strings.HasPrefix(name, ".") || kit.Comes(name):
		case info.IsDir() || isScript(name):
			return "", nil
		case !IsSource(name) || main != "" && name == strings.TrimSuffix(main, path.Ext(main))+".o":
		case !withKit || main != "" || !strings.HasPrefix(name, "AI"):
			return "", nil
		default:
			main = name
		}
	}
	return main, nil
}
