package thepurge_test

import (
	"strings"
	"testing"

	"game-tui/sim"
)

// TestEditionOfTheKit checks that the edition is recognised for any formatting of the function in
// Settings.hh, and is never guessed.
func TestEditionOfTheKit(t *testing.T) {
	t.Parallel()
	const present, old, unknown = "present", "2020", "unknown"
	for text, want := range map[string]string{
		"int builder_strength_demolish() const { return BUILDER_STRENGTH_DEMOLISH; }":                                    present,
		"int builder_strength_demolish() const { return HAMMER_STRENGTH_DEMOLISH; }":                                     old,
		"inline int  builder_strength_demolish ( void )\n  const\n{\n\treturn hammer_strength_demolish();\r\n}":          old,
		"int Settings::builder_strength_demolish() const noexcept { return this->hammer_strength_demolish_; }":           old,
		`int builder_strength_demolish() const { return get("HAMMER_STRENGTH_DEMOLISH"); }`:                              old,
		`int builder_strength_demolish() const { return get("BUILDER_STRENGTH_DEMOLISH"); }`:                             present,
		"int builder_strength_demolish() { // of the hammer\n return /* hammer */ builder_; }":                           present,
		"// int builder_strength_demolish() { return builder; }\nint builder_strength_demolish() { return\\\n hammer; }": old,
		"int weapon_strength_demolish(WeaponType w) { return HAMMER_STRENGTH_DEMOLISH; }":                                unknown,
		"int builder_strength_demolish() const;":                                                                         unknown,
		"int builder_strength_demolish() const { return 10; }":                                                           unknown,
		"int builder_strength_demolish() { return hammer; } int builder_strength_demolish() { return builder; }":         unknown,
		"/* int builder_strength_demolish() { return hammer; }":                                                          unknown,
		"":                          unknown,
		"\x00\xff{{{{\"\\\n/*//\"'": unknown,
		strings.Repeat("int builder_strength_demolish() {", 10000): unknown,
	} {
		e, got := game.Definition().DetectEdition([]byte(text)), present
		switch {
		case strings.Contains(e.ConfigLine, "2020"):
			got = old
		case strings.Contains(e.Note, "does not identify"):
			got = unknown
		}
		if got != want {
			t.Errorf("%.120q: got %s, want %s", text, got, want)
		}
	}
}

// TestEditionIsSelectedByTheLastLine checks that only the last line of a configuration selects the
// edition. Official programs ignore this line.
func TestEditionIsSelectedByTheLastLine(t *testing.T) {
	t.Parallel()
	settings := string(config(nil)[:strings.Index(string(config(nil)), "RANDOM")])
	for rest, want := range map[string]bool{
		"RANDOM\nEDITION 2020\n":          true,
		"RANDOM\r\n\r\n EDITION\t2020":    true,
		"RANDOM":                          false,
		"RANDOM\nEDITION 2021\n":          false,
		"RANDOM\nEDITION 2020\nmore text": false,
		"names\nEDITION 2020\n":           false,
	} {
		s, _, err := game.ReadSettings([]byte(settings + rest))
		if err != nil {
			t.Fatal(err)
		}
		e := s.(sim.EditionSettings).Edition()
		if got := e.ConfigLine != ""; got != want {
			t.Errorf("%q: edition of 2020: got %v, want %v", rest, got, want)
		}
	}
}
