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
	RecordingKind = Kind{"recording", ".res"}
	ConfigKind    = Kind{"configuration", ".cnf"}
)

// ExplainParseError returns a clearer version of a parse error. It names what text actually is, if
// that is known, and otherwise the line of the error.
func ExplainParseError(name string, text []byte, wanted Kind, err error) error {
	if err == nil {
		return nil
	}
	return cmp.Or(wrongKindError(name, text, wanted), res.WithPosition(name, text, err))
}

// IsRecording reports whether text starts like a recording.
func IsRecording(text []byte) bool { return isGameKeyword(string(res.NewScanner(text).Word())) }

func isGameKeyword(word string) bool { return word == "Game" || word == "SecGame" }

var signatures = []struct{ prefix, description string }{
	{"PK", "a zip archive"},
	{"\x7fELF", "a program or an object file"},
	{"<", "a web page"},
	{"{", "JSON, such as notes or a tournament file"},
	{"#include", "source code"},
}

// wrongKindError returns an error that names what text actually is, or nil if that is unknown.
func wrongKindError(name string, text []byte, wanted Kind) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return fmt.Errorf("%s is empty; the program that should have written it may have stopped early", name)
	}
	for _, s := range signatures {
		if bytes.HasPrefix(text, []byte(s.prefix)) {
			return fmt.Errorf("%s is %s; expected a %s file", name, s.description, wanted.extension)
		}
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return fmt.Errorf("%s is not text; expected a %s file", name, wanted.extension)
	}
	s := res.NewScanner(text)
	kind, word := ConfigKind, string(s.Word())
	if isGameKeyword(word) {
		kind = RecordingKind
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
		return fmt.Errorf("%s:%d: this is a %s for %s; game-tui supports %s", name, line, kind.name,
			sanitize.Truncate(version, 40), strings.Join(versions, ", "))
	case kind == ConfigKind && wanted == RecordingKind:
		return fmt.Errorf("%s is a configuration for %s; play it with game-tui run -i FILE", name, game.Title())
	}
	return nil
}
