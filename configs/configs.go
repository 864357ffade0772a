// Package configs holds the default configuration of each game. The files are
// those of the official kits: a match without --config is played with them.
package configs

import "embed"

//go:embed *.cnf
var files embed.FS

// added are the configurations of games that tests add.
var added = map[string]string{}

// Add gives a game a default configuration. It is called before anything else is,
// by tests that have a game of their own.
func Add(name, text string) { added[name] = text }

// Default returns the configuration with a name, a game's or one of
// the files beside this one, or nil when there is none. The caller may change the bytes.
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
