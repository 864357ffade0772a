package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestPackagedCommandsAreTaken passes the command lines of service, defaults and container to the
// program's own parser.
func TestPackagedCommandsAreTaken(t *testing.T) {
	read := func(name string) string {
		text := readFile(t, "dist/"+name)
		return string(text)
	}
	check := func(from string, args []string) {
		t.Helper()
		cmd, rest, err := commandTree().Find(args)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err == nil && cmd.Name() != "serve" {
			t.Errorf("%s runs %s, no server", from, cmd.Name())
		}
		if err != nil {
			t.Errorf("%s: game-tui %s: %v", from, strings.Join(args, " "), err)
		}
	}
	start := regexp.MustCompile(`(?m)^ExecStart=/usr/bin/game-tui (.*) \$GAME_TUI_ARGS$`).FindStringSubmatch(read("game-tui.service"))
	if start == nil {
		t.Fatal("the service starts no game-tui with $GAME_TUI_ARGS")
	}
	choices := regexp.MustCompile(`(?m)^#?GAME_TUI_ARGS="(.*)"$`).FindAllStringSubmatch(read("game-tui.default"), -1)
	if len(choices) == 0 {
		t.Fatal("no arguments to choose from")
	}
	for _, c := range choices {
		check("game-tui.default", strings.Fields(start[1]+" "+c[1]))
	}
	words := regexp.MustCompile(`(?m)^CMD \["(.*)"\]$`).FindStringSubmatch(read("Containerfile"))
	if words == nil {
		t.Fatal("the container runs nothing")
	}
	check("Containerfile", strings.Split(words[1], `", "`))
}
