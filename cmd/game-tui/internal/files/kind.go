package files

import (
	"bytes"
	"fmt"
	"strings"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// A Kind is the kind of text that a command expects.
type Kind string

// The kinds of text that matches come in.
const (
	RecordingText Kind = "recording"
	ConfigText    Kind = "configuration"
)

func (k Kind) extension() string {
	return map[Kind]string{RecordingText: ".res", ConfigText: ".cnf"}[k]
}

// Explain returns the error for a text that is not of the wanted kind. It names what the text is
// and what to do, or else the line at which reading failed.
func Explain(name string, text []byte, wanted Kind, err error) error {
	if err == nil {
		return nil
	}
	words, line := describe(text, wanted)
	if words == "" {
		return res.WithPosition(name, text, err)
	}
	again := cliarg.Quoted(name)
	if name == StdinName {
		again = "-"
	}
	if words = strings.ReplaceAll(words, "FILE", again); line > 0 {
		return fmt.Errorf("%s:%d: %s", name, line, words)
	}
	return fmt.Errorf("%s: %s", name, words)
}

// IsRecording reports whether a text starts like a recording.
func IsRecording(text []byte) bool {
	word := string(res.NewScanner(text).Word())
	return word == "Game" || word == "SecGame"
}

// signatures lists the first bytes of other kinds of files. %s stands for the wanted extension.
var signatures = []struct{ bytes, words string }{
	{"PK\x03\x04", "is a zip archive: unpack it and name the %s file in it"},
	{"PK\x05\x06", "is an empty zip archive"},
	{"7z\xbc\xaf\x27\x1c", "is a 7z archive: unpack it and name the %s file in it"},
	{"Rar!", "is a rar archive: unpack it and name the %s file in it"},
	{"\xfd7zXZ\x00", "is packed with xz: unpack it first (xz -d); gzip opens as it is"},
	{"BZh", "is packed with bzip2: unpack it first (bunzip2); gzip opens as it is"},
	{"\x28\xb5\x2f\xfd", "is packed with zstd: unpack it first (unzstd); gzip opens as it is"},
	{"\x7fELF", "is a program or an object file: it plays as a player, game-tui run FILE; name a %s file here"},
	{"\xcf\xfa\xed\xfe", "is a program or an object file of a Mac: name a %s file here"},
	{"\xca\xfe\xba\xbe", "is a program of a Mac or of Java: name a %s file here"},
	{"MZ", "is a program of Windows: name a %s file here"},
	{"\x89PNG", "is a picture: name a %s file here"},
	{"GIF8", "is a picture: name a %s file here"},
	{"%PDF", "is a PDF document: name a %s file here"},
	{"<!DOCTYPE", "is a web page: save the %s file that it leads to"},
	{"<html", "is a web page: save the %s file that it leads to"},
	{"{\"", "is JSON, as notes and tournament files are: name a %s file here; game-tui tournament show opens a tournament"},
	{"#include", "is source code: name a %s file here"},
}

// shown is the length of the prefix that is examined.
const shown = 64 << 10

// describe describes a text that is not of the wanted kind, and what to do; FILE stands for its
// name. It returns "" if the text is of that kind or unknown. Line is the line that shows the
// problem, or 0.
func describe(text []byte, wanted Kind) (words string, line int) {
	begin := text[:min(len(text), shown)]
	if len(bytes.TrimSpace(begin)) == 0 && len(begin) == len(text) {
		return "is empty: the program that was to write it stopped early", 0
	}
	for _, s := range signatures {
		if bytes.HasPrefix(begin, []byte(s.bytes)) {
			return strings.ReplaceAll(s.words, "%s", wanted.extension()), 0
		}
	}
	if words, line = describeText(begin, wanted); words != "" {
		return words, line
	}
	if bytes.IndexByte(begin, 0) >= 0 {
		return "is no text: name a " + wanted.extension() + " file here", 0
	}
	return "", 0
}

var (
	gameName  = lazy.Regexp(`^[A-Za-z]\w{0,30}$`)   // name of any game
	roundLine = lazy.Regexp(`(?m)^round\s+\d+\s*$`) // start of a state
)

// describeText describes recordings and configurations of the wrong kind.
func describeText(text []byte, wanted Kind) (words string, line int) {
	s := res.NewScanner(text)
	kind, word := ConfigText, string(s.Word())
	if word == "Game" || word == "SecGame" {
		kind = RecordingText
		s.Expect("Seed")
		s.Int("Seed", res.MinInt, res.MaxInt)
		word = string(s.Word())
	}
	if s.Err() == nil {
		line = sim.LineNumber(text, s.Offset())
	}
	edition, third := string(s.Word()), string(s.Word())
	game, known := catalog.ByVersion(word)
	switch {
	case line == 0 || third != "NUM_PLAYERS" || !gameName().MatchString(word):
		if bytes.Contains(text, []byte("\ncommands")) || roundLine().Match(text) {
			return headless(wanted), 0
		}
	case !known || game.Version() != word+" "+edition:
		return fmt.Sprintf("is a %s of %s, and this program has %s", kind, sanitize.Truncate(word+" "+edition, 40), strings.Join(versions(), ", ")), line
	case kind == ConfigText && bytes.Contains(text, []byte("\nnames ")):
		return headless(wanted), 0
	case kind == ConfigText && wanted == RecordingText:
		return fmt.Sprintf("is a configuration of %s: play it with game-tui run -i FILE", game.Title()), 0
	}
	return "", 0
}

// headless describes a recording without its first lines.
func headless(wanted Kind) string {
	words := "is a recording that has lost its first lines: it must begin with Game, the seed, the settings and the names"
	if wanted == RecordingText {
		words += "; copy them from another recording of the same players and settings"
	}
	return words
}

// versions returns the names and versions of the supported games as files have them.
func versions() (list []string) {
	for _, g := range catalog.Games() {
		list = append(list, g.Version())
	}
	return list
}
