// Package configs embeds the default configuration of each game, as found in the official kits.
package configs

import "embed"

//go:embed *.cnf
var files embed.FS

var added = map[string]string{}

// Add registers the default configuration of a game for tests. Call it before any other function.
func Add(name, text string) { added[name] = text }

// Default returns the configuration with the given name, or nil if it does not exist. The caller
// may modify the result.
func Default(name string) []byte {
	if text, ok := added[name]; ok {
		return []byte(text)
	}
	text, err := files.ReadFile(name + ".cnf")
	if err != nil {
		return nil
	}
	return text
}
