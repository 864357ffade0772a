package manual

import (
	"fmt"
	"strings"

	"game-tui/sim/catalog"
)

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
	text := g.Rules()
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
