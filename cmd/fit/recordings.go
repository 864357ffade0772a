package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"game-tui/sim"
	"game-tui/sim/catalog"
	"game-tui/sim/chance"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// recordingParts is how many equal parts of a recording samples are taken of.
const recordingParts = 20

// eachRecording reads the recordings of a game in a folder, in the order of their names. All of them
// must be whole matches.
func eachRecording(folder string, g sim.Game, use func(*record.Record) error) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		if name := e.Name(); !strings.HasSuffix(name, ".res") && !strings.HasSuffix(name, ".res.gz") {
			continue
		}
		found = true
		file := filepath.Join(folder, e.Name())
		rec, err := readRecording(file, g)
		if err != nil {
			return err
		}
		if rec == nil {
			continue
		}
		if err := use(rec); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if !found {
		return fmt.Errorf("%s: expected recordings, *.res or *.res.gz; found none", folder)
	}
	return nil
}

// readRecording reads a recording. It returns nil if it is of another game.
func readRecording(file string, g sim.Game) (*record.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := res.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	meta, err := res.ReadHeader(text, catalog.Games())
	if err != nil {
		return nil, res.WithPosition(file, text, err)
	}
	if meta.Game.Name() != g.Name() {
		return nil, nil
	}
	rec, cut, err := res.Read(text, catalog.Games(), file)
	if err != nil {
		return nil, res.WithPosition(file, text, err)
	}
	if cut != nil {
		return nil, fmt.Errorf("%s: expected a whole match: %w", file, cut)
	}
	if gaps := rec.GapText(); gaps != "" {
		return nil, fmt.Errorf("%s: expected a whole match: %s", file, gaps)
	}
	return rec, nil
}

// judgeFolder compares the estimate with the results of the recordings of a game in a folder, and
// writes the judgement.
func judgeFolder(w io.Writer, g sim.Game, folder string) error {
	judged := &judgement{}
	err := eachRecording(folder, g, func(rec *record.Record) error {
		outlook := chance.NewOutlook(rec)
		if outlook == nil {
			return chance.ErrNoTable
		}
		m := chance.Match{Meta: *rec.Meta(), Record: rec}
		for _, s := range samplesOf(&m, judged.matches, recordingParts, nil) {
			judged.add(&s, outlook.Chance(rec.State(s.Round)))
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s:\n%s", g.Title(), judged)
	return err
}
