package spectate

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/tui/export"
	"game-tui/tui/ui"
)

// playedFor returns a match with the default configuration after a number of rounds.
func playedFor(t *testing.T, rounds int, over bool) *record.Record {
	t.Helper()
	g := catalog.Default()
	spec := match.Spec{Game: g.Name(), Config: string(configs.Default(g.Name())), Seed: 30}
	var players [sim.Seats]sim.Player
	for i := range players {
		b, _ := ai.Find(g.Name(), "Null")
		spec.Players[i].Name, players[i] = b.Name, b.New()
	}
	_, whole, err := match.Play(context.Background(), g, spec, players, match.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec := record.New(*whole.Meta(), whole.State(0))
	for k := range rounds {
		rec.Append(whole.Turn(k), whole.State(k+1))
	}
	if over {
		rec.End(nil)
	}
	return rec
}

// TestExportShown exports pages of finished and running matches to unused file names. A cancelled
// export must leave no file.
func TestExportShown(t *testing.T) {
	t.Chdir(t.TempDir())
	here := files.AbsolutePath("")
	told := 0
	wanted := ui.ExportOptions{Format: "html", Round: -1, From: -1, To: -1}
	for i, want := range []string{"harrypotter-s30.html", "harrypotter-s30-2.html"} {
		name, err := (&spectator{}).export(t.Context(), ui.Export{ExportOptions: wanted, Record: playedFor(t, 45, i == 0)}, func(string) { told++ })
		if err != nil || name != filepath.Join(here, want) {
			t.Fatalf("%q, %v, want %q", name, err, want)
		}
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "<html") {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	}
	if told < 4 {
		t.Errorf("told %d times of its progress", told)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := (&spectator{}).export(ctx, ui.Export{ExportOptions: wanted, Record: playedFor(t, 45, true)}, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if list, err := os.ReadDir("."); err != nil || len(list) != 2 {
		t.Errorf("files %v, %v", list, err)
	}
}

// TestCardOfWhatIsShownIsAPicture checks that a card is drawn from the match, not from the screen.
func TestCardOfWhatIsShownIsAPicture(t *testing.T) {
	t.Chdir(t.TempDir())
	wanted := ui.ExportOptions{Format: "card", Round: 20, From: -1, To: -1}
	name, err := (&spectator{}).export(t.Context(), ui.Export{ExportOptions: wanted, Record: playedFor(t, 45, false)}, func(string) {})
	if err != nil || filepath.Base(name) != "harrypotter-s30.png" {
		t.Fatalf("%q, %v", name, err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 1200 || c.Height != 630 {
		t.Errorf("%d×%d, %v", c.Width, c.Height, err)
	}
}

// TestCardSaysHowToOpenIt checks that a card shows the command that opens its match. If replaying
// reproduces the match, the command needs no file.
func TestCardSaysHowToOpenIt(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := files.WriteMatch(t.Context(), playedFor(t, 200, true)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("harrypotter-s30.res")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("other.res", bytes.Replace(text, []byte(" Null\n"), []byte(" Eva\n"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"harrypotter-s30": "game-tui Null Null Null Null --seed 30",
		"other.res":       "game-tui watch other.res",
		"other.res@7":     "game-tui watch other.res@7",
	} {
		e := ExportConfig{Output: "x.png"}
		e.AddFlags(pflag.NewFlagSet("", pflag.ContinueOnError))
		e.Format = "card"
		if err := e.Run(t.Context(), word); err != nil || e.OpenCommand != want {
			t.Errorf("%s: %q, %v, want %q", word, e.OpenCommand, err, want)
		}
	}
}

// TestLargeExportSaysHowToMakeItSmaller checks that a warning suggests how to shrink files that are
// too large for e-mail.
func TestLargeExportSaysHowToMakeItSmaller(t *testing.T) {
	var f ExportConfig
	for _, c := range []struct {
		kind string
		size int64
		want string
	}{
		{"gif", 20_000_000, ""},
		{"gif", 26_400_000, "m.gif is 26 MB; for a smaller file, use --from and --to, or --highlights\n"},
		{"png", 26_400_000, ""}, // a single image cannot be shortened
	} {
		f.FileFormat = export.NewRequest(ui.ExportOptions{Format: c.kind}).FileFormat
		if got := f.sizeHint("m.gif", c.size); got != c.want {
			t.Errorf("%s of %d bytes: %q, not %q", c.kind, c.size, got, c.want)
		}
	}
}

// TestWriteMatch writes complete, truncated and running matches. Messages must distinguish them,
// and all files must open.
func TestWriteMatch(t *testing.T) {
	t.Chdir(t.TempDir())
	here := files.AbsolutePath("") + string(filepath.Separator)
	for _, c := range []struct {
		rounds int
		over   bool
		want   string
	}{
		{200, true, "harrypotter-s30.res"},
		{200, false, "harrypotter-s30-2.res"}, // complete, because it contains the final state
		{73, false, "harrypotter-s30-3.res: rounds 0 to 73 of 200"},
		{73, true, "harrypotter-s30-4.res: rounds 0 to 73 of 200"},
		{0, false, "harrypotter-s30-5.res: rounds 0 to 0 of 200"},
	} {
		said, err := files.WriteMatch(t.Context(), playedFor(t, c.rounds, c.over))
		if err != nil || said != here+c.want {
			t.Fatalf("%q, %v, want %q", said, err, c.want)
		}
		name, _, _ := strings.Cut(c.want, ":")
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rec, _, err := res.Read(text, catalog.Games(), name)
		if err != nil || rec.Edge() != c.rounds {
			t.Errorf("%s: read to round %d, %v", name, rec.Edge(), err)
		}
	}
}
