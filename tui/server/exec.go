package server

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim/clean"
)

// command is what a client asks for in place of a shell.
type command struct {
	verb  string // "", "watch", "list", "fetch"
	name  string
	round int // -1: not said
}

const usage = "type ssh HOST, or ssh HOST watch NAME[@ROUND], list, or fetch NAME"

// maxCommand is the length of the longest command that is looked at.
const maxCommand = 256

// parseCommand reads the words of an exec request. There is no shell: quotes
// and wildcards mean nothing.
func parseCommand(text string) (command, error) {
	c := command{round: -1}
	if len(text) > maxCommand {
		return c, fmt.Errorf("the command is too long; %s", usage)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return c, nil
	}
	c.verb = words[0]
	switch {
	case c.verb == "list" && len(words) == 1:
		return c, nil
	case c.verb == "fetch" && len(words) == 2:
		c.name = words[1]
	case c.verb == "watch" && len(words) == 1:
		return c, nil
	case c.verb == "watch" && len(words) == 2:
		name, round, found := strings.Cut(words[1], "@")
		c.name = name
		if found {
			n, err := strconv.Atoi(round)
			if err != nil || n < 0 || n > 1<<31-1 {
				return c, fmt.Errorf("%q is no round; type watch NAME@120", short(round))
			}
			c.round = n
		}
		if name == "" {
			return c, nil // the only match
		}
	default:
		return c, fmt.Errorf("no command %q here; %s", short(words[0]), usage)
	}
	if !NameOK(c.name) {
		return c, fmt.Errorf("%q cannot be the name of a match; ssh HOST list shows what there is", short(c.name))
	}
	return c, nil
}

// named is the name of the match that a visitor means, where the .res of a
// recording may be left out.
func (s *Server) named(name string) string {
	found := ""
	for _, it := range s.source.List() {
		switch it.Name {
		case name:
			return name
		case name + ".res":
			found = it.Name
		}
	}
	if found != "" {
		return found
	}
	return name
}

// short makes a word from outside fit for a terminal and a log.
func short(s string) string { return clean.Short(s, 40) }
