package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// eachRecording reads the recordings of a game in a folder, in the order of their names, and numbers
// them. It returns an error if one is not a whole match.
func eachRecording(folder string, g sim.Game, use func(rec *record.Record, number int) error) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	files, number := 0, 0
	for _, e := range entries {
		if name := e.Name(); !strings.HasSuffix(name, ".res") && !strings.HasSuffix(name, ".res.gz") {
			continue
		}
		files++
		file := filepath.Join(folder, e.Name())
		rec, err := readRecording(file)
		if err != nil {
			return err
		}
		if rec.Meta().Game.Name() != g.Name() {
			continue
		}
		if err := use(rec, number); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		number++
	}
	if files == 0 {
		return fmt.Errorf("%s: expected recordings, *.res or *.res.gz; found none", folder)
	}
	return nil
}

func readRecording(file string) (*record.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := res.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
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
