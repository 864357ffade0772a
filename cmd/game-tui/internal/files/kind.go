package files

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/sanitize"
)

// A Kind is a type of input that a command expects.
type Kind struct{ name, extension string }

var (
	RecordingText = Kind{"recording", ".res"}
	ConfigText    = Kind{"configuration", ".cnf"}
)

// Explain returns a clearer version of a parse error. It names what text actually is, if that is
// known, and otherwise the line of the error.
func Explain(name string, text []byte, wanted Kind, err error) error {
	if err == nil {
		return nil
	}
	return cmp.Or(describe(name, text, wanted), res.WithPosition(name, text, err))
}

// IsRecording reports whether text starts like a recording.
func IsRecording(text []byte) bool { return isGame(string(res.NewScanner(text).Word())) }

func isGame(word string) bool { return word == "Game" || word == "SecGame" }

var signatures = []struct{ bytes, what string }{
	{"PK", "a zip archive"},
	{"\x7fELF", "a program or an object file"},
	{"<", "a web page"},
	{"{", "JSON, such as notes or a tournament file"},
	{"#include", "source code"},
}

// describe returns an error that names what text actually is, or nil if that is unknown.
func describe(name string, text []byte, wanted Kind) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return fmt.Errorf("%s: is empty; the program that should have written it stopped early", name)
	}
	for _, s := range signatures {
		if bytes.HasPrefix(text, []byte(s.bytes)) {
			return fmt.Errorf("%s: is %s; expected a %s file", name, s.what, wanted.extension)
		}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("%s: is not text; expected a %s file", name, wanted.extension)
	}
	s := res.NewScanner(text)
	kind, word := ConfigText, string(s.Word())
	if isGame(word) {
		kind = RecordingText
		s.Expect("Seed")
		s.Int("Seed", res.MinInt, res.MaxInt)
		word = string(s.Word())
	}
	line := sim.LineNumber(text, s.Offset())
	version := word + " " + string(s.Word())
	if third := string(s.Word()); s.Err() != nil || third != "NUM_PLAYERS" {
		return nil
	}
	game, known := catalog.FindByVersion(word)
	switch {
	case !known || game.Version() != version:
		var versions []string
		for _, g := range catalog.Games() {
			versions = append(versions, g.Version())
		}
		return fmt.Errorf("%s:%d: is a %s for %s; this program supports %s", name, line, kind.name,
			sanitize.Truncate(version, 40), strings.Join(versions, ", "))
	case kind == ConfigText && wanted == RecordingText:
		return fmt.Errorf("%s: is a configuration for %s; play it with game-tui run -i", name, game.Title())
	}
	return nil
}
