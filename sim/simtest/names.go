package simtest

import "strings"

// HostileNames are file names that must not reach a terminal unchanged.
var HostileNames = []string{
	"anna", "a b", " ", "  a  b ", "-x", "--", "a\nb", "a\tb", "a\x1b[2Jb", "a\u202eb", "\u200b", "\u00a0", "\u2028", "\ufeff", "\ufffd", "\x7f", "a\rb",
	strings.Repeat("ñ", 120), strings.Repeat("x", 255), strings.Repeat("-", 100), "'", `"`, `a'b"c`, "`id`", "$(id)", "$x", "\\", "a\\nb", "=x", "~", "^", "!!", "*", "#", "cmd:sh x", "a=b", "Demo",
}
