package resolve

import (
	"bytes"
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"game-tui/sim/lazy"
)

// platformObject matches names of object files that kits have for several systems, such as AIDummy.o.Linux64.
var platformObject = lazy.Regexp(`(?i)\.o\.(linux|mac|darwin|osx|win)[a-z0-9_-]*$`)

// compiledExtensions are the endings of sources, object files last.
var compiledExtensions = []string{".cc", ".cpp", ".c", ".go", ".o"}

// SourceExt returns the ending that says how a source is compiled or linked, ".o" for any object file, or "" for
// other files.
func SourceExt(name string) string {
	ext := filepath.Ext(name)
	switch {
	case platformObject().MatchString(name):
		return ".o"
	case slices.Contains(compiledExtensions, ext):
		return ext
	}
	return ""
}

// IsSource reports whether a file of that name has to be compiled or linked.
func IsSource(name string) bool { return SourceExt(name) != "" }

// WithoutPlatform returns the name of an object file without the system that it is for.
func WithoutPlatform(name string) string { return platformObject().ReplaceAllString(name, ".o") }

// A fileKind describes a file that cannot play by its first bytes.
type fileKind struct {
	name   string // as in "X is NAME", or empty if the file may play
	advice string
	text   bool // it is text that nothing can read
}

// kindOf returns the kind of a file by its first bytes, at least 64 if there are that many.
func kindOf(head []byte) fileKind {
	starts := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < 64:
		return fileKind{"empty", "save, copy or build it again", true}
	case starts("PK\x03\x04"):
		return fileKind{"a zip archive", "unzip it", false}
	case starts("\x1f\x8b"):
		return fileKind{"a gzip archive", "unpack it", false}
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return fileKind{"UTF-16 text", "save it as UTF-8", true}
	}
	switch words := strings.Fields(string(head)); {
	case len(words) > 1 && (words[0] == "Game" || words[0] == "SecGame") && words[1] == "Seed":
		return fileKind{"a recording of a match", "watch it with game-tui watch", true}
	case len(words) > 2 && words[2] == "NUM_PLAYERS":
		return fileKind{"a configuration of a game", "play it with --input", true}
	}
	return fileKind{}
}

func isELF(head []byte) bool { return bytes.HasPrefix(head, []byte(elf.ELFMAG)) }

// CheckSource returns an error if a source or an object file holds something else.
func CheckSource(name string, text []byte) error {
	head := text[:min(len(text), 512)]
	isObject := SourceExt(name) == ".o"
	switch k := kindOf(head); {
	case k.name != "":
		return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
	case isObject && (!isELF(head) || len(head) < 18 || head[16] != byte(elf.ET_REL)):
		return fmt.Errorf("%s is not an object file for this system: use one made on Linux, such as the kit's AIDummy.o.Linux64", name)
	case !isObject && bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("%s is a binary file, not a source", name)
	}
	return nil
}

// checkScript returns an error if no interpreter can read a script. Some interpreters read archives.
func checkScript(name string, head []byte) error {
	if k := kindOf(head); k.text {
		return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
	}
	return nil
}
