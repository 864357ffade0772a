package ai_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/record"
	"game-tui/sim/simtest"
)

// moment matches references to a unit in a recording, in the form FILE@ROUND:UNIT.
var moment = regexp.MustCompile("`([^`@ ]+\\.res(?:\\.gz)?)@(\\d+):(\\d+)`")

func TestMomentsOfReadmesExist(t *testing.T) {
	t.Parallel()
	pages, _ := filepath.Glob("*/README.md")
	for _, page := range pages {
		t.Run(filepath.Dir(page), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			moments := moment.FindAllSubmatch(text, -1)
			if len(moments) == 0 {
				t.Error("got no moments, want some")
			}
			records := map[string]*record.Record{}
			for _, m := range moments {
				name := string(m[1])
				if records[name] == nil {
					records[name] = simtest.OpenRecording(t, filepath.Join(filepath.Dir(page), name), catalog.Games()...)
				}
				round, _ := strconv.Atoi(string(m[2]))
				unit, _ := strconv.Atoi(string(m[3]))
				if edge := records[name].Edge(); round > edge {
					t.Errorf("%s: got a round after the last one, %d", m[0], edge)
					continue
				}
				var f sim.Frame
				records[name].State(round).FillFrame(&f)
				if !slices.ContainsFunc(f.Units, func(u sim.Unit) bool { return u.ID == int32(unit) }) {
					t.Errorf("%s: no such unit", m[0])
				}
			}
		})
	}
}
