package server

import (
	"strings"

	"github.com/charmbracelet/colorprofile"

	"game-tui/tui"
	"game-tui/tui/theme"
)

// maxEnv is the length of the longest value that is taken from a client.
const maxEnv = 64

// environ is what a client says about its terminal: nothing else is taken over.
type environ struct {
	term, colorTerm, noColor string
	all, ctype, lang         string // of the locale: LC_ALL, LC_CTYPE, LANG
}

// set takes over a variable, or reports that it is not wanted.
func (e *environ) set(name, value string) bool {
	if len(value) > maxEnv || !plainWord(value) {
		return false
	}
	switch name {
	case "TERM":
		e.term = value
	case "COLORTERM":
		e.colorTerm = value
	case "LC_ALL":
		e.all = value
	case "LC_CTYPE":
		e.ctype = value
	case "LANG":
		e.lang = value
	case "NO_COLOR":
		e.noColor = value
	default:
		return false
	}
	return true
}

// plainWord reports whether a text has only bytes that names of terminals and
// locales are made of.
func plainWord(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') && !strings.ContainsRune("-+._@", rune(s[i])) {
			return false
		}
	}
	return true
}

// profile is what the terminal can show. An unknown one gets the 16 colours
// that nearly all have.
func (e *environ) profile() theme.Profile {
	if e.noColor != "" && e.noColor != "0" {
		return theme.NoColor
	}
	env := []string{"TERM=" + e.term}
	if e.colorTerm != "" {
		env = append(env, "COLORTERM="+e.colorTerm)
	}
	return theme.Detected(colorprofile.Env(env))
}

// ascii reports whether the client's locale has no Unicode. Most clients do not
// say, and nearly all terminals have it.
func (e *environ) ascii() bool {
	locale := map[string]string{"LC_ALL": e.all, "LC_CTYPE": e.ctype, "LANG": e.lang}
	return !tui.UnicodeLocale(func(name string) string { return locale[name] })
}
