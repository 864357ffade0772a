package manual

import (
	"fmt"
	"strings"

	"game-tui/sim"
	"game-tui/sim/catalog"
)

// RulesOf returns the rules of a game for people, in Markdown. A game has them
// as RULES.md in its folder.
func RulesOf(g sim.Game) (string, bool) {
	r, ok := g.(interface{ Rules() string })
	if !ok {
		return "", false
	}
	return r.Rules(), true
}

// Rules is the rules of a game, of the default one without a name, and at
// the end whose rules there are besides.
func Rules(name string) (string, error) {
	named := name != ""
	if !named {
		name = catalog.Default().Name()
	}
	g, ok := catalog.Find(name)
	if !ok {
		return "", fmt.Errorf("no game %q: there is %s", name, strings.Join(catalog.Names(), ", "))
	}
	text, ok := RulesOf(g)
	if !ok {
		return "", fmt.Errorf("the rules of %s are not written down", g.Title())
	}
	if named {
		return text, nil
	}
	var others []string
	for _, other := range catalog.Games() {
		if other.Name() != name {
			others = append(others, "`game-tui rules "+other.Name()+"`")
		}
	}
	title, rest, _ := strings.Cut(text, "\n")
	return title + "\n\n*Other games:* " + strings.Join(others, ", ") + "\n" + rest, nil
}
