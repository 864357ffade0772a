package files

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
)

// utf16Text returns text in the encoding that PowerShell uses for redirected output.
func utf16Text(text string, order binary.AppendByteOrder) []byte {
	out := order.AppendUint16(nil, 0xfeff)
	for _, c := range utf16.Encode([]rune(strings.ReplaceAll(text, "\n", "\r\n"))) {
		out = order.AppendUint16(out, c)
	}
	return out
}

// TestErrorsSayWhatAFileIs checks that each message states the kind of file and a remedy, whichever
// kind was expected.
func TestErrorsSayWhatAFileIs(t *testing.T) {
	t.Parallel()
	recording := string(simtest.Recordings(t, "thepurge")["demo-s30"])
	config := string(configs.Default("thepurge"))
	for name, c := range map[string]struct{ text, recording, config string }{
		"empty":             {"", "x is empty; the program that should have written it may have stopped early", "x is empty; the program that should have written it may have stopped early"},
		"blank":             {" \r\n\t", "x is empty; ", "x is empty; "},
		"zip":               {"PK\x03\x04\x14\x00", "x is a zip archive; expected a .res file", "x is a zip archive; expected a .cnf file"},
		"xz":                {"\xfd7zXZ\x00\x00", "x is not text; ", "x is not text; "},
		"object":            {"\x7fELF\x02\x01", "x is a program or an object file; ", "x is a program or an object file; "},
		"web page":          {"<!DOCTYPE html>", "x is a web page; ", "x is a web page; "},
		"notes":             {`{"version":1}`, "x is JSON, ", "x is JSON, "},
		"binary":            {"abc\x00def", "x is not text; expected a .res file", "x is not text; expected a .cnf file"},
		"configuration":     {config, "x is a configuration for The Purge; play it with game-tui run -i FILE", ""},
		"another game":      {strings.Replace(recording, "ThePurge 1.0", "Pacman 1.0", 1), "x:5: this is a recording for Pacman 1.0; game-tui supports HarryPotter 1.0, ", "x:5: this is a recording for Pacman 1.0; "},
		"another edition":   {strings.Replace(recording, "ThePurge 1.0", "ThePurge 2.0", 1), "x:5: this is a recording for ThePurge 2.0; game-tui", "x:5: this is a recording for ThePurge 2.0; game-tui"},
		"of another game":   {strings.Replace(config, "ThePurge 1.0", "Pacman 1.0", 1), "x:1: this is a configuration for Pacman 1.0; game-tui", "x:1: this is a configuration for Pacman 1.0; game-tui"},
		"something else":    {"hello\n", `x:1: not a recording: expected "Game"`, `x:1: not a recording: expected "Game"`},
		"a damaged setting": {strings.Replace(recording, "NUM_PLAYERS\t4", "NUM_PLAYERS\t5", 1), "x:7: NUM_PLAYERS is 5", "x:7: NUM_PLAYERS is 5"},
	} {
		text := []byte(c.text)
		_, _, err := res.Read(text, catalog.Games(), "x")
		if err == nil {
			t.Errorf("%s can be read", name)
			continue
		}
		if got := ExplainParseError("x", text, RecordingKind, err).Error(); !strings.HasPrefix(got, c.recording) {
			t.Errorf("%s for a recording: %q, want %q", name, got, c.recording)
		}
		if got := ExplainParseError("x", text, ConfigKind, err).Error(); !strings.HasPrefix(got, c.config) {
			t.Errorf("%s for a configuration: %q, want %q", name, got, c.config)
		}
	}
}

// TestUTF16Opens checks that a recording redirected to a file by PowerShell opens like the
// original.
func TestUTF16Opens(t *testing.T) {
	t.Parallel()
	want := string(simtest.Recordings(t, "thepurge")["demo-s30"])
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		name := filepath.Join(t.TempDir(), "x.res")
		if err := os.WriteFile(name, utf16Text(want, order), 0o600); err != nil {
			t.Fatal(err)
		}
		_, text, err := readRecording(t.Context(), name)
		if got := string(res.ToUnixLines(text)); err != nil || got != want {
			t.Errorf("%v: %d bytes, %v; want %d", order, len(got), err, len(want))
		}
	}
	// Unpaired surrogates and odd trailing bytes must not cause an error.
	if got := string(res.ToUTF8([]byte{0xff, 0xfe, 'a', 0, 0x3d, 0xd8, 'b', 0, 'c'})); got != "a\ufffdb" {
		t.Errorf("of a broken text %q", got)
	}
	if long := slices.Repeat([]byte{0xff, 0xfe}, res.MaxTextBytes/2); len(res.ToUTF8(long)) > res.MaxTextBytes {
		t.Error("a text grows beyond the bound")
	}
}

// FuzzExplain checks that every file is described in one line, whatever its first bytes are.
func FuzzExplain(f *testing.F) {
	for _, s := range signatures {
		f.Add([]byte(s.prefix))
	}
	f.Add([]byte("Game\n\nSeed 1\n\nPacman 1.0\n\nNUM_PLAYERS 4\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, _, err := res.Read(res.ToUTF8(text), catalog.Games(), ""); err != nil {
			for _, kind := range []Kind{RecordingKind, ConfigKind} {
				if got := ExplainParseError("x", text, kind, err).Error(); strings.ContainsAny(got, "\n\r\x1b\x00") {
					t.Errorf("%q", got)
				}
			}
		}
	})
}
