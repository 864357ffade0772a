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

// MaxSource is the maximum total size of a player's or a kit's files, in bytes.
const MaxSource = 16 << 20

var ErrLargeSource = fmt.Errorf("its files have more than %d MiB together", MaxSource>>20)

// sourceNames are the possible main files of a folder to compile. The first existing file is used.
var sourceNames = []string{"main.cc", "main.cpp", "main.c", "main.go", "player.cc"}

// A Source is the input of a compilation.
type Source struct {
	Main  string            // name of the file to compile
	Files map[string][]byte // contents by name, including Main
}

// precompiled matches headers that compilers load without validation.
var precompiled = lazy.Regexp(`\.(gch|pch)(/|$)`)

// Source returns the source of a command, or nil if it needs no compilation. withKit allows a
// folder with one kit player.
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
		return nil, nil
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
		return nil, fmt.Errorf("%s: the name of a source must not begin with a dot", c.argv[0])
	}
	return src, nil
}

// mainSource returns the main file of a folder to compile: one of sourceNames, or with a kit the
// only AI….cc or AI….o. For other folders it returns an empty string.
func mainSource(folder string, withKit bool) (string, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if hasFile(root, ".", systemEntryNames()...) {
		return "", nil
	}
	names, err := readNames(root.Open("."))
	if err != nil {
		return "", nil // may be a folder of players
	}
	for _, name := range sourceNames {
		if hasFile(root, ".", name) {
			return name, nil
		}
	}
	main := ""
	for _, name := range names { // names are sorted, so AIX.cc precedes its AIX.o
		info, err := root.Stat(name)
		switch {
		case err != nil || strings.HasPrefix(name, ".") || kit.IsBundled(name):
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
