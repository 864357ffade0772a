package model

import _ "embed"

//go:embed RULES.md
var rules string

// Rules returns the rules of the game for people, in Markdown.
func (Game) Rules() string { return rules }
