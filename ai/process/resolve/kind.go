package resolve

import (
	"bytes"
	"debug/elf"
	"fmt"
	"path/filepath"
	"slices"

	"game-tui/sim/lazy"
)

// platformObject matches object files for a specific system, such as AIDummy.o.Linux64.
var platformObject = lazy.Regexp(`(?i)\.o\.(linux|mac|darwin|osx|win)[a-z0-9_-]*$`)

var sourceExtensions = []string{".cc", ".cpp", ".c", ".go", ".o"}

// SourceExt returns the extension of a file that must be compiled or linked, or an empty string.
// For any object file it returns ".o".
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

// WithoutPlatform removes the system from a name, such as AIDummy.o.Linux64.
func WithoutPlatform(name string) string { return platformObject().ReplaceAllString(name, ".o") }

// checkText returns an error if a file that starts with head is not source code.
func checkText(name string, head []byte) error {
	switch {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < 64:
		return fmt.Errorf("%s is empty", name)
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return fmt.Errorf("%s is UTF-16 text: save it as UTF-8", name)
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
		return fmt.Errorf("%s is not an object file for this system: use one made on Linux, such as the kit's AIDummy.o.Linux64", name)
	case !isObject && bytes.IndexByte(head, 0) >= 0:
		return fmt.Errorf("%s is a binary file, not a source", name)
	}
	return nil
}
