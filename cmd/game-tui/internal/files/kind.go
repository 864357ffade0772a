package files

import (
	"bytes"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// A Kind is the kind of text that a command expects.
type Kind string

const (
	RecordingText Kind = "recording"
	ConfigText    Kind = "configuration"
)

func (k Kind) extension() string {
	if k == RecordingText {
		return ".res"
	}
	return ".cnf"
}

// Explain returns the error for a text that is not of the wanted kind: what the text is, or else the line
// at which reading failed.
func Explain(name string, text []byte, wanted Kind, err error) error {
	if err == nil {
		return nil
	}
	words, line := describe(text, wanted)
	switch {
	case words == "":
		return res.WithPosition(name, text, err)
	case line > 0:
		return fmt.Errorf("%s:%d: %s", name, line, words)
	}
	return fmt.Errorf("%s: %s", name, words)
}

// IsRecording reports whether a text starts like a recording.
func IsRecording(text []byte) bool { return isGame(string(res.NewScanner(text).Word())) }

func isGame(word string) bool { return word == "Game" || word == "SecGame" }

var signatures = []struct{ bytes, what string }{
	{"PK", "a zip archive"},
	{"7z\xbc\xaf", "a 7z archive"},
	{"Rar!", "a rar archive"},
	{"\xfd7zXZ\x00", "packed with xz"},
	{"BZh", "packed with bzip2"},
	{"\x28\xb5\x2f\xfd", "packed with zstd"},
	{"\x7fELF", "a program or an object file"},
	{"\xcf\xfa\xed\xfe", "a program or an object file of a Mac"},
	{"MZ", "a program of Windows"},
	{"%PDF", "a PDF document"},
	{"<", "a web page"},
	{"{", "JSON, as notes and tournament files are"},
	{"#include", "source code"},
}

// describe returns what a text is that is not of the wanted kind, or "", and the line that shows
// it, or 0.
func describe(text []byte, wanted Kind) (words string, line int) {
	if len(bytes.TrimSpace(text)) == 0 {
		return "is empty: the program that was to write it stopped early", 0
	}
	for _, s := range signatures {
		if bytes.HasPrefix(text, []byte(s.bytes)) {
			return "is " + s.what + ": name a " + wanted.extension() + " file here", 0
		}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return "is no text: name a " + wanted.extension() + " file here", 0
	}
	s := res.NewScanner(text)
	kind, word := ConfigText, string(s.Word())
	if isGame(word) {
		kind = RecordingText
		s.Expect("Seed")
		s.Int("Seed", res.MinInt, res.MaxInt)
		word = string(s.Word())
	}
	line = sim.LineNumber(text, s.Offset())
	version := word + " " + string(s.Word())
	if third := string(s.Word()); s.Err() != nil || third != "NUM_PLAYERS" {
		return "", 0
	}
	game, known := catalog.ByVersion(word)
	switch {
	case !known || game.Version() != version:
		return fmt.Sprintf("is a %s of %s, and this program has %s", kind, sanitize.Truncate(version, 40), strings.Join(versions(), ", ")), line
	case kind == ConfigText && wanted == RecordingText:
		return fmt.Sprintf("is a configuration of %s: play it with game-tui run -i", game.Title()), 0
	}
	return "", 0
}

func versions() (list []string) {
	for _, g := range catalog.Games() {
		list = append(list, g.Version())
	}
	return list
}
