package sshd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"game-tui/sim/sanitize"
	"game-tui/tui/export"
	"game-tui/tui/plain"
	"game-tui/tui/replay/location"
	"game-tui/tui/terminal"
)

// A command is what a client requests instead of a shell.
type command struct {
	verb  string // "", "watch", "list", "fetch", "export" or "help"
	plain bool   // watch: print lines as the match is played
	me    string // watch: highlighted player
	only  string // watch: kinds of lines
	// watch: on, off or ""
	motion string
	location.Address
	export *export.Request
}

const usage = "type ssh HOST, or ssh HOST watch NAME[@ROUND[:UNIT]] [--plain] [--only KINDS] [--me PLAYER] [--motion off], list, fetch NAME, export NAME > FILE.html, or help"

func help() string {
	return `ssh HOST                         watch, or choose a match
ssh HOST list                    list all matches
ssh -t HOST watch NAME           watch a match; NAME@120 starts in round 120,
                                 NAME@120:67 follows unit 67, --me PLAYER
                                 highlights a player, --motion off highlights
                                 no changes
ssh HOST watch NAME --plain      print the match as lines while it is played;
                                 --me PLAYER only what concerns a player,
                                 --only lead,deaths,mine only these kinds
ssh HOST fetch NAME > FILE.res   download the recording
ssh HOST export NAME > FILE.html download a page; --format FORMAT for other files
                                 (` + strings.Join(export.FormatNames(), ", ") + `);
                                 takes the flags of game-tui export except -o
While you watch, ? shows all keys.
`
}

const maxCommand = 256

// parseCommand parses the command of an exec request. There is no shell: quotes and wildcards have
// no meaning.
func parseCommand(typed string) (command, error) {
	c := command{Address: location.MatchAddress("")}
	if len(typed) > maxCommand {
		return c, fmt.Errorf("command too long; %s", usage)
	}
	words := strings.Fields(typed)
	if len(words) == 0 {
		return c, nil
	}
	if c.verb = words[0]; c.verb == "help" || slices.Contains(words, "--help") || slices.Contains(words, "-h") {
		c.verb = "help"
		return c, nil
	}
	if c.verb == "watch" {
		n := len(words)
		words = slices.DeleteFunc(words, func(w string) bool { return w == "--plain" })
		c.plain = len(words) < n
		take := func(flag string) (value string) {
			if i := slices.Index(words, flag); i > 0 && i+1 < len(words) {
				value = words[i+1]
				words = slices.Delete(words, i, i+2)
			}
			return value
		}
		c.me, c.only, c.motion = take("--me"), take("--only"), take("--motion")
		if _, err := plain.PrintedKinds(c.only, c.plain, c.me); err != nil {
			return c, errors.New("--only " + sanitize.Truncate(err.Error(), maxLine))
		}
		if _, err := terminal.Motion(c.motion, func(string) string { return "" }); err != nil {
			return c, fmt.Errorf("--motion %w", err)
		}
	}
	switch {
	case c.verb == "list" && len(words) == 1:
		return c, nil
	case c.verb == "fetch" && len(words) == 2:
		c.Name = words[1]
	case c.verb == "export" && len(words) == 1:
		return c, errors.New("type ssh HOST export NAME > match.html; the flags are those of game-tui export except -o")
	case c.verb == "export":
		var err error
		if c.Address, err = location.Parse(words[1], func(string) bool { return false }); err != nil {
			return c, err
		}
		if c.export, err = export.Parse(words[2:], c.Address); err != nil {
			return c, errors.New(sanitize.Truncate(err.Error(), maxLine))
		}
	case c.verb == "watch" && len(words) == 1:
		return c, nil
	case c.verb == "watch" && len(words) == 2:
		var err error
		if c.Address, err = location.Parse(words[1], func(string) bool { return false }); err != nil {
			return c, err
		}
		if c.Name == "" {
			return c, nil // the only match
		}
	default:
		return c, fmt.Errorf("unknown command %q; %s", shorten(words[0]), usage)
	}
	if !NameOK(c.Name) {
		return c, fmt.Errorf("invalid match name %q; ssh HOST list shows all matches", shorten(c.Name))
	}
	return c, nil
}

// shorten returns a word from outside, safe for terminals and logs.
func shorten(s string) string { return sanitize.Truncate(s, 40) }

// maxLine bounds errors for viewers.
const maxLine = 400
