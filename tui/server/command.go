package server

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim/clean"
	"game-tui/tui/film"
	"game-tui/tui/where"
)

// command is what a client asks for in place of a shell, and of which match.
type command struct {
	verb  string // "", "watch", "list", "fetch", "export", "help"
	plain bool   // watch: in lines, as the match is played
	me    string // watch: the player in front
	where.Place
	export *film.Request // what export makes of it
}

const usage = "type ssh HOST, or ssh HOST watch NAME[@ROUND[:UNIT]] [--plain] [--me PLAYER], list, fetch NAME, export NAME > FILE.html, or help"

// help is all that can be typed.
const help = `ssh HOST                         watch, or choose a match
ssh HOST list                    what there is
ssh -t HOST watch NAME           a match; NAME@120 in round 120, NAME@120:67 with
                                 unit 67, --me PLAYER with that player in front
ssh HOST watch NAME --plain      in lines of text, as it is played; with --me
                                 PLAYER what that player does and suffers
ssh HOST fetch NAME > FILE.res   its recording
ssh HOST export NAME > FILE.html a page of it; --format gif, png, svg, cast or txt,
                                 and the other flags of game-tui export, but -o
While you watch, ? shows all keys.
`

// asksForHelp reports whether words are how people ask for help.
func asksForHelp(words []string) bool {
	return words[0] == "help" || slices.ContainsFunc(words, func(w string) bool { return w == "--help" || w == "-h" })
}

// errExport answers a visitor who does not say what to export.
var errExport = errors.New("ssh HOST export NAME > match.html; the flags are those of game-tui export, but -o")

// maxCommand is the length of the longest command that is looked at.
const maxCommand = 256

// parseCommand reads the words of an exec request. There is no shell: quotes
// and wildcards mean nothing.
func parseCommand(text string) (command, error) {
	c := command{Place: where.Whole("")}
	if len(text) > maxCommand {
		return c, fmt.Errorf("the command is too long; %s", usage)
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return c, nil
	}
	if c.verb = words[0]; asksForHelp(words) {
		c.verb = "help"
		return c, nil
	}
	if c.verb == "watch" {
		n := len(words)
		words = slices.DeleteFunc(words, func(w string) bool { return w == "--plain" })
		c.plain = len(words) < n
		if i := slices.Index(words, "--me"); i > 0 && i+1 < len(words) {
			c.me = words[i+1]
			words = slices.Delete(words, i, i+2)
		}
	}
	switch {
	case c.verb == "list" && len(words) == 1:
		return c, nil
	case c.verb == "fetch" && len(words) == 2:
		c.Name = words[1]
	case c.verb == "export" && len(words) == 1:
		return c, errExport
	case c.verb == "export":
		var err error
		if c.Place, err = where.Parse(words[1], func(string) bool { return false }); err != nil {
			return c, err
		}
		if c.export, err = film.Parse(words[2:], c.Place); err != nil {
			return c, errors.New(clean.Short(err.Error(), maxLine))
		}
	case c.verb == "watch" && len(words) == 1:
		return c, nil
	case c.verb == "watch" && len(words) == 2:
		var err error
		if c.Place, err = where.Parse(words[1], func(string) bool { return false }); err != nil {
			return c, err
		}
		if c.Name == "" {
			return c, nil // the only match
		}
	default:
		return c, fmt.Errorf("no command %q here; %s", short(words[0]), usage)
	}
	if !NameOK(c.Name) {
		return c, fmt.Errorf("%q cannot be the name of a match; ssh HOST list shows what there is", short(c.Name))
	}
	return c, nil
}

// short makes a word from outside fit for a terminal and a log.
func short(s string) string { return clean.Short(s, 40) }

// maxLine bounds what a visitor is told of an error, in bytes.
const maxLine = 400
