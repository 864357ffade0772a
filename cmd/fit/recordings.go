package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/res"
)

// eachRecording reads the recordings of a game in a folder, in the order of their names, and numbers
// them. It returns an error if one is not a whole match.
func eachRecording(folder string, g sim.Game, use func(rec *record.Record, number int) error) error {
	names, err := fs.Glob(os.DirFS(folder), "*.res*")
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s: expected recordings, *.res or *.res.gz; found none", folder)
	}
	number := 0
	for _, name := range names {
		file := filepath.Join(folder, name)
		text, err := loadText(file)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		rec, _, err := res.Read(text, catalog.Games(), file)
		switch {
		case err != nil:
			return res.WithPosition(file, text, err)
		case rec.IsCut() || rec.Incomplete():
			return fmt.Errorf("%s: expected a whole match: %s", file, rec.Meta().Note)
		case rec.Meta().Game.Name() != g.Name():
			continue
		}
		if err := use(rec, number); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		number++
	}
	return nil
}
