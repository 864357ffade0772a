package resolve

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/ai/process/kit"
	"game-tui/sim/lazy"
)

// MaxSourceSize is the maximum total size of a player's or a kit's files, in bytes.
const MaxSourceSize = 16 << 20

var ErrLargeSource = fmt.Errorf("its files are larger than %d MiB in total", MaxSourceSize>>20)

// sourceNames are the possible main files of a source folder, in order of preference.
var sourceNames = []string{"main.cc", "main.cpp", "main.c", "main.go", "player.cc"}

// A Source contains the files to compile.
type Source struct {
	Main  string
	Files map[string][]byte // contents of all files by name, including Main
}

// precompiledHeader matches headers that compilers load without validation.
var precompiledHeader = lazy.Regexp(`\.(gch|pch)(/|$)`)

// Source returns the source of a command, or nil if it needs no compilation. If withKit is set, a
// folder with a single kit player is also a source.
func (c Command) Source(withKit bool) (*Source, error) {
	if len(c.argv) != 1 || !c.readable[0] || isBareName(c.argv[0]) || c.copied || c.builtPath != "" {
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
	left := int64(MaxSourceSize)
	w := fileWalk{visit: func(f *File) error {
		name := f.Name
		if _, below, ok := strings.Cut(name, "/"); ok {
			name = below
		}
		if f.Info.IsDir() || strings.HasPrefix(name, ".") || path.Clean(name) != name || precompiledHeader().MatchString(name) {
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
		return nil, fmt.Errorf("%s: the names of source files must not begin with a dot", c.argv[0])
	}
	return src, nil
}

// mainSource returns the main file of a source folder, or an empty string. It is one of sourceNames
// or, if withKit is set, the only kit player.
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
		return "", nil // the folder may hold players
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

// platformObject matches object files for a specific system, such as AIDummy.o.Linux64.
var platformObject = lazy.Regexp(`(?i)\.o\.(linux|mac|darwin|osx|win)[a-z0-9_-]*$`)

var sourceExtensions = []string{".cc", ".cpp", ".c", ".go", ".o"}

// SourceExt returns a source file's extension, or an empty string for other files. For object files
// it is always ".o".
func SourceExt(name string) string {
	ext := filepath.Ext(name)
	switch {
	case platformObject().MatchString(name):
		return ".o"
	case slices.Contains(sourceExtensions, ext):
		return ext
	}
	return ""
}

func IsSource(name string) bool { return SourceExt(name) != "" }

// WithoutPlatform removes the platform from a name such as AIDummy.o.Linux64.
func WithoutPlatform(name string) string { return platformObject().ReplaceAllString(name, ".o") }

// checkText returns an error if a file that starts with head is empty or UTF-16.
func checkText(name string, head []byte) error {
	switch {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < 64:
		return fmt.Errorf("%s is empty", name)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return fmt.Errorf("%s is UTF-16 text; save it as UTF-8", name)
	}
	return nil
}

func isELF(head []byte) bool { return bytes.HasPrefix(head, []byte(elf.ELFMAG)) }

func CheckSource(name string, text []byte) error {
	head := text[:min(len(text), 512)]
	isObject := SourceExt(name) == ".o"
	switch err := checkText(name, head); {
	case err != nil:
		return err
	case isObject && (!isELF(head) || len(head) < 18 || head[16] != byte(elf.ET_REL)):
		return fmt.Errorf("%s is not an object file for this system; use one made on Linux, such as the kit's AIDummy.o.Linux64", name)
	case !isObject && bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("%s is a binary file, not a source file", name)
	}
	return nil
}
