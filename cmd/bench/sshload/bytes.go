package sshload

import (
	"os"
	"slices"

	"game-tui/sim/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/match"
	"game-tui/tui/server"
	"game-tui/tui/theme"
	"game-tui/tui/ui"
)

// officialMatch is the recording whose rounds are measured. The program runs at
// the top of the project.
const officialMatch = "sim/simtest/testdata/recordings/harrypotter/dummy-s30.res.gz"

// bytes measures what a round costs on the wire, before encryption.
func (l *Load) bytes() error {
	rec, err := officialRecord()
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name    string
		profile theme.Profile
	}{{"truecolor", theme.TrueColor}, {"256 colours", theme.Color256}} {
		show := func(rec *record.Record) ui.Source { return match.NewMatch(rec) }
		sizes := server.FrameSizes(show, rec, 100, 40, p.profile)
		slices.Sort(sizes)
		l.Report("median a round, "+p.name, "KB", float64(sizes[len(sizes)/2])/1000)
		l.Report("largest round, "+p.name, "KB", float64(sizes[len(sizes)-1])/1000)
	}
	return nil
}

func officialRecord() (*record.Record, error) {
	f, err := os.Open(officialMatch)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := res.Load(f)
	if err != nil {
		return nil, err
	}
	r, _, err := res.Read(text, catalog.Games(), "")
	return r, err
}
