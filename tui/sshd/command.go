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

// A command is a parsed command line, which a client sends instead of opening a shell.
type command struct {
	verb  string // "watch", "list", "fetch", "export", "help" or ""
	plain bool
	me    string
	kinds string
	// motion is the value of the "watch" flag --motion: on, off or "".
	motion string
	location.Address
	export *export.Request
}

const usage = "run ssh HOST, or ssh HOST watch NAME[@ROUND[:UNIT]] [--plain] [--only KINDS] [--me PLAYER] [--motion off], list, fetch NAME, export NAME > FILE.html, or help"

func help() string {
	return `ssh HOST                         watch, or choose a match
ssh HOST list                    list all matches
ssh -t HOST watch NAME           watch a match; NAME@120 starts at round 120,
                                 NAME@120:67 follows unit 67, --me PLAYER
                                 highlights a player, --motion off stops
                                 highlighting changes
ssh HOST watch NAME --plain      print the match as lines while it is played;
                                 --me PLAYER selects lines about a player,
                                 --only lead,deaths,mine lines of these kinds
ssh HOST fetch NAME > FILE.res   download the recording
ssh HOST export NAME > FILE.html download a page; --format FORMAT for other files
                                 (` + strings.Join(export.FormatNames(), ", ") + `);
                                 add any flags of game-tui export except -o
While you watch, ? shows all keys.
`
}

const maxCommandLen = 256

// parseCommand parses the command of an exec request. It splits the command at spaces; quotes have
// no meaning.
func parseCommand(line string) (command, error) {
	c := command{Address: location.MatchAddress("")}
	if len(line) > maxCommandLen {
		return c, fmt.Errorf("command too long; %s", usage)
	}
	args := strings.Fields(line)
	if len(args) == 0 {
		return c, nil
	}
	if c.verb = args[0]; c.verb == "help" || slices.Contains(args, "--help") || slices.Contains(args, "-h") {
		c.verb = "help"
		return c, nil
	}
	var err error
	address := func(word string) {
		c.Address, err = location.ParseAddress(word, func(string) bool { return false })
	}
	if c.verb == "watch" {
		args, err = c.takeFlags(args)
	}
	switch n := len(args); {
	case err != nil:
		return c, err
	case (c.verb == "list" || c.verb == "watch") && n == 1:
		return c, nil
	case c.verb == "fetch" && n == 2:
		c.Name = args[1]
	case c.verb == "export" && n > 1:
		if address(args[1]); err == nil {
			c.export, err = export.Parse(args[2:], c.Address)
		}
	case c.verb == "watch" && n == 2:
		if address(args[1]); err == nil && c.Name == "" {
			return c, nil // An address without a name means the server's only match.
		}
	default:
		return c, fmt.Errorf("invalid command %q; %s", shorten(args[0]), usage)
	}
	if err != nil {
		return c, errors.New(sanitize.Truncate(err.Error(), maxMessageLen))
	}
	if !IsValidName(c.Name) {
		return c, fmt.Errorf("invalid match name %q; ssh HOST list shows all matches", shorten(c.Name))
	}
	return c, nil
}

func (c *command) takeFlags(args []string) ([]string, error) {
	n := len(args)
	args = slices.DeleteFunc(args, func(w string) bool { return w == "--plain" })
	c.plain = len(args) < n
	for k, value := range []*string{&c.me, &c.kinds, &c.motion} {
		if i := slices.Index(args, []string{"--me", "--only", "--motion"}[k]); i > 0 && i+1 < len(args) {
			*value = args[i+1]
			args = slices.Delete(args, i, i+2)
		}
	}
	if _, err := plain.ParseOnly(c.kinds, c.plain, c.me); err != nil {
		return args, errors.New("--only " + sanitize.Truncate(err.Error(), maxMessageLen))
	}
	if _, err := terminal.ParseMotion(c.motion, func(string) string { return "" }); err != nil {
		return args, fmt.Errorf("--motion %w", err)
	}
	return args, nil
}

// shorten truncates a client's word and makes it safe for terminals and logs.
func shorten(s string) string { return sanitize.Truncate(s, 40) }

const maxMessageLen = 400
