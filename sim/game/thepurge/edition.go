package thepurge

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
)

// edition2020 is the edition of the kits of 2020, which have the version line of later kits.
var edition2020 = sim.Edition{
	Config: "\n" + editionKey + " 2020\n",
	Note:   "the kit has the rules of 2020, which are played: builders demolish like a hammer, and build by night too",
}

// unknownEdition is played like the current one.
var unknownEdition = sim.Edition{
	Note: "the kit's Settings.hh does not show which edition of The Purge it is: the present rules are played; " +
		"if the kit is of 2020, its own program gives other results",
}

// editionKey starts a line after the generator that selects an edition. The official programs ignore that line.
const editionKey = "EDITION"

// selects2020 reports whether the text after the settings selects the edition of 2020.
func selects2020(generator []byte) bool {
	s := res.NewScanner(generator)
	if word := s.Word(); string(word) != "RANDOM" && string(word) != "FIXED" {
		return false // text of a recording
	}
	rest := bytes.TrimSpace(generator)
	last := bytes.Fields(rest[bytes.LastIndexByte(rest, '\n')+1:])
	return len(last) == 2 && string(last[0]) == editionKey && string(last[1]) == "2020"
}

func (s *Settings) Edition() sim.Edition {
	if s.rules2020 {
		return edition2020
	}
	return sim.Edition{}
}

var (
	// notCode matches comments, and strings as its group.
	notCode = lazy.Regexp(`(?s)("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|/\*.*$`)
	// demolition matches functions for the builders' demolition strength, with the body as its group.
	demolition = lazy.Regexp(`(?i)\bbuilder_?strength_?demolish\s*\(\s*(?:void)?\s*\)[\w\s()]*\{([^{}]*)\}`)
)

// kitEdition recognizes a kit's edition by its builder_strength_demolish, which in 2020 returned the hammer's value.
func kitEdition(settings []byte) sim.Edition {
	text := bytes.ReplaceAll(settings, []byte("\\\n"), nil)
	text = notCode().ReplaceAll(text, []byte("$1 "))
	hammer, builder := false, false
	for _, m := range demolition().FindAllSubmatch(text, -1) {
		body := bytes.ToLower(m[1])
		hammer = hammer || bytes.Contains(body, []byte("hammer"))
		builder = builder || bytes.Contains(body, []byte("builder"))
	}
	switch {
	case hammer && !builder:
		return edition2020
	case builder && !hammer:
		return sim.Edition{}
	}
	return unknownEdition
}
