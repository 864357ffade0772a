package files

import (
	"bytes"
	"fmt"
	"strings"

	"game-tui/cmd/game-tui/typed"
	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/clean"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
)

// A Kind is the kind of text that a command expects.
type Kind string

// The kinds of text that matches come in.
const (
	RecordingText Kind = "recording"
	ConfigText    Kind = "configuration"
)

// extension is how files of the kind are named.
func (k Kind) extension() string {
	return map[Kind]string{RecordingText: ".res", ConfigText: ".cnf"}[k]
}

// Explain returns the error for a text that could not be read as what was wanted: what it is instead and
// what to do, or the line where reading failed if the kind is unknown.
func Explain(name string, text []byte, wanted Kind, err error) error {
	if err == nil {
		return nil
	}
	words, line := describe(text, wanted)
	if words == "" {
		return res.At(name, text, err)
	}
	again := typed.Quoted(name)
	if name == StdinName {
		again = "-"
	}
	if words = strings.ReplaceAll(words, "FILE", again); line > 0 {
		return fmt.Errorf("%s:%d: %s", name, line, words)
	}
	return fmt.Errorf("%s: %s", name, words)
}

// IsRecording reports whether a text begins like a recording.
func IsRecording(text []byte) bool {
	word := string(res.NewScanner(text).Word())
	return word == "Game" || word == "SecGame"
}

// signatures are the bytes with which files begin that are no text of a match. %s stands for the ending of
// the file that is wanted.
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

// shown is how much of a text tells what it is.
const shown = 64 << 10

// describe says what a text is that is not what was wanted, and what to do. It is empty if the text is of
// the kind that was wanted, or nobody knows. FILE stands for its name. line is where it says so, or 0.
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
	gameName  = lazy.Regexp(`^[A-Za-z]\w{0,30}$`)   // of whatever game
	roundLine = lazy.Regexp(`(?m)^round\s+\d+\s*$`) // of a state
)

// describeText describes recordings and configurations that are not what was wanted.
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
		line = sim.Line(text, s.Offset())
	}
	edition, third := string(s.Word()), string(s.Word())
	game, known := catalog.ByVersion(word)
	switch {
	case line == 0 || third != "NUM_PLAYERS" || !gameName().MatchString(word):
		if bytes.Contains(text, []byte("\ncommands")) || roundLine().Match(text) {
			return headless(wanted), 0
		}
	case !known || game.Version() != word+" "+edition:
		return fmt.Sprintf("is a %s of %s, and this program has %s", kind, clean.Short(word+" "+edition, 40), strings.Join(versions(), ", ")), line
	case kind == ConfigText && bytes.Contains(text, []byte("\nnames ")):
		return headless(wanted), 0
	case kind == ConfigText && wanted == RecordingText:
		return fmt.Sprintf("is a configuration of %s: play it with game-tui run -i FILE", game.Title()), 0
	}
	return "", 0
}

// headless describes a recording whose first lines are lost.
func headless(wanted Kind) string {
	words := "is a recording that has lost its first lines: it must begin with Game, the seed, the settings and the names"
	if wanted == RecordingText {
		words += "; copy them from another recording of the same players and settings"
	}
	return words
}

// versions are the games of this program as files name them.
func versions() (list []string) {
	for _, g := range catalog.Games() {
		list = append(list, g.Version())
	}
	return list
}
