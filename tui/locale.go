package tui

import "strings"

// UnicodeLocale reports whether the environment's locale has Unicode. One that
// says nothing is taken to have: nearly all terminals do.
func UnicodeLocale(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set counts
		if v := strings.ToLower(getenv(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}
