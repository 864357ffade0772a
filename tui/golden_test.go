package tui_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/tui"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// make golden sets it: the files are written anew, and git diff shows what changed.
var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden holds whole screens without colour, where letters carry
// everything, so that a change of any screen is seen and meant.
func TestGolden(t *testing.T) {
	t.Parallel()
	const round = 30
	for _, g := range games {
		l := played(t, g, configs.Default(g.Name()), round+1)
		for _, size := range [][2]int{{80, 24}, {100, 40}, {160, 70}} {
			w, h := size[0], size[1]
			t.Run(fmt.Sprintf("%s-%dx%d", g.Name(), w, h), func(t *testing.T) {
				v := viewOf(w, h, theme.For("none", theme.NoColor), round, l)
				d := tui.NewDrawer(l, nil)
				var grid screen.Grid
				d.Settle(&v)
				d.Draw(&grid, &v)
				golden(t, show(t, &grid).String())
			})
		}
	}
}

func golden(t *testing.T, got string) {
	t.Helper()
	rows := strings.Split(got, "\n")
	for i, r := range rows {
		rows[i] = strings.TrimRight(r, " ")
	}
	got = strings.Join(rows, "\n") + "\n"
	name := filepath.Join("testdata", filepath.FromSlash(t.Name())+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatalf("%v: make golden writes it; look at it", err)
	}
	if got != string(want) {
		t.Errorf("the screen differs from %s (make golden writes it anew):\n%s", name, got)
	}
}
