package thepurge

import (
	"bytes"

	"game-tui/sim"
	"game-tui/sim/lazy"
	"game-tui/sim/res"
)

// edition2020 is the edition of the kits of 2020, which have the same version line as later kits.
var edition2020 = sim.Edition{
	Config: "\n" + editionKey + " 2020\n",
	Note:   "the kit has the rules of 2020, which are played: builders demolish like a hammer, and build by night too",
}

// unknownEdition is played like the present one.
var unknownEdition = sim.Edition{
	Note: "the kit's Settings.hh does not show which edition of The Purge it is: the present rules are played; " +
		"if the kit is of 2020, its own program gives other results",
}

// editionKey begins the line behind the generator of a configuration that selects an edition. The official
// programs ignore what stands there.
const editionKey = "EDITION"

// selects2020 reports whether what follows the settings in a configuration selects the edition of 2020.
func selects2020(generator []byte) bool {
	s := res.NewScanner(generator)
	if word := s.Word(); string(word) != "RANDOM" && string(word) != "FIXED" {
		return false // the text of a recording
	}
	rest := bytes.TrimSpace(generator)
	last := bytes.Fields(rest[bytes.LastIndexByte(rest, '\n')+1:])
	return len(last) == 2 && string(last[0]) == editionKey && string(last[1]) == "2020"
}

// Edition returns the edition that the configuration selected.
func (s *Settings) Edition() sim.Edition {
	if s.old {
		return edition2020
	}
	return sim.Edition{}
}

var (
	// notCode matches comments; strings, in which comments do not begin, are its group.
	notCode = lazy.Regexp(`(?s)("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/|/\*.*$`)
	// demolition matches the functions that return what builders demolish with; the body is its group.
	demolition = lazy.Regexp(`(?i)\bbuilder_?strength_?demolish\s*\(\s*(?:void)?\s*\)[\w\s()]*\{([^{}]*)\}`)
	ofHammer   = lazy.Regexp(`(?i)hammer`)
	ofBuilder  = lazy.Regexp(`(?i)builder`)
)

// kitEdition recognises the edition of a kit by what its builder_strength_demolish returns: in 2020 the
// hammer's value.
func kitEdition(settings []byte) sim.Edition {
	text := bytes.ReplaceAll(settings, []byte("\\\n"), nil)
	text = notCode().ReplaceAll(text, []byte("$1 "))
	hammer, builder := false, false
	for _, m := range demolition().FindAllSubmatch(text, -1) {
		hammer = hammer || ofHammer().Match(m[1])
		builder = builder || ofBuilder().Match(m[1])
	}
	switch {
	case hammer && !builder:
		return edition2020
	case builder && !hammer:
		return sim.Edition{}
	}
	return unknownEdition
}
