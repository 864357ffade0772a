package main

import (
	"regexp"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/game/catalog"
)

// settingRow matches a row of the table of settings: | `KEY` | VALUE | …
var settingRow = regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| (-?[0-9]+) \\|")

// settingText matches a setting in a sentence: `KEY` (VALUE)
var settingText = regexp.MustCompile("`([A-Z_]+)` \\((-?[0-9]+)\\)")

// TestRulesHaveTheDefaults compares the values of settings in the rules of a game with its default
// configuration, and checks that all settings are listed.
func TestRulesHaveTheDefaults(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.Games() {
		t.Run(g.Name(), func(t *testing.T) {
			t.Parallel()
			rules := g.Definition().Rules
			if want := "# " + g.Title() + "\n"; !strings.HasPrefix(rules, want) {
				t.Errorf("sim/%s/RULES.md does not begin with %q", g.Name(), want)
			}
			defaults := map[string]string{}
			words := strings.Fields(string(configs.Default(g.Name())))[2:] // after game and version
			for i := 0; i+1 < len(words); i += 2 {
				defaults[words[i]] = words[i+1]
			}
			told := map[string]bool{}
			for _, m := range settingRow.FindAllStringSubmatch(rules, -1) {
				told[m[1]] = true
			}
			for key := range defaults {
				if !told[key] {
					t.Errorf("the table of settings lacks %s", key)
				}
			}
			for _, re := range []*regexp.Regexp{settingRow, settingText} {
				for _, m := range re.FindAllStringSubmatch(rules, -1) {
					if want, ok := defaults[m[1]]; !ok || want != m[2] {
						t.Errorf("%s is %s in the rules, %q in the default configuration", m[1], m[2], want)
					}
				}
			}
		})
	}
}
