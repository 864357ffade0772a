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

// MaxSource bounds the bytes of all files of a player or a kit.
const MaxSource = 16 << 20

// ErrLargeSource means that files exceed MaxSource.
var ErrLargeSource = fmt.Errorf("its files have more than %d MiB together", MaxSource>>20)

// sourceNames are the files that a folder is compiled by. The first one that exists counts.
var sourceNames = []string{"main.cc", "main.cpp", "main.c", "main.go", "player.cc"}

// A Source is what compilers get.
type Source struct {
	Main  string            // the file to compile
	Files map[string][]byte // by name, with Main
}

// precompiled matches headers that compilers load without checks.
var precompiled = lazy.Regexp(`\.(gch|pch)(/|$)`)

// Source returns the source of a command, or nil if nothing is to be compiled. With a kit, a folder
// may hold a player of it.
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
		return nil, nil // Resolve returns the error
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

// mainSource returns the file that a folder is compiled by: one of sourceNames, or with a kit the
// only AI….cc or AI….o. Other folders are run, or may hold several players; then it is empty.
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
		return "", nil // it may be a folder of players
	}
	for _, name := range sourceNames {
		if hasFile(root, ".", name) {
			return name, nil
		}
	}
	main := ""
	for _, name := range names { // sorted, so a .cc comes before the .o that was made of it
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
