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

// platformObject matches object files for one of several systems, such as AIDummy.o.Linux64.
var platformObject = lazy.Regexp(`(?i)\.o\.(linux|mac|darwin|osx|win)[a-z0-9_-]*$`)

var sourceExtensions = []string{".cc", ".cpp", ".c", ".go", ".o"}

// SourceExt returns the extension of a file that is compiled or linked, ".o" for all object files,
// or an empty string.
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

// WithoutPlatform returns AIDummy.o for AIDummy.o.Linux64.
func WithoutPlatform(name string) string { return platformObject().ReplaceAllString(name, ".o") }

// A fileKind says what a file is that cannot be run.
type fileKind struct {
	name   string // such as "a zip archive"; empty for files that may be run
	advice string
	text   bool // no interpreter can read it either
}

// kindOf needs the first 64 bytes of a file.
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

// CheckSource returns an error if a file cannot be compiled or linked.
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

// checkScript returns an error if no interpreter can read a script. Some of them read archives.
func checkScript(name string, head []byte) error {
	if k := kindOf(head); k.text {
		return fmt.Errorf("%s is %s: %s", name, k.name, k.advice)
	}
	return nil
}
