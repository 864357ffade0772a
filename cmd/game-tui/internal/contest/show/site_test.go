package show

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"game-tui/cmd/game-tui/internal/contest/contesttest"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

// ourNames matches the file names that a site may contain.
var ourNames = regexp.MustCompile(`^(index\.html|(player|match)-\d{3}\.html|player\.(css|js)|player-\d{3}|(worst|best)\.(html|txt)|who\.csv)$`)

// TestSiteIsSafeFromNames checks that player names remain readable but create no files, elements or
// links.
func TestSiteIsSafeFromNames(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	names := []string{"<script>x()</script>", `"><img src=x onerror=y>`, "../../etc/passwd", "José Núñez"}
	p := contesttest.Plan(t, 1)
	for i, name := range names {
		p.Players[i].Name = name
	}
	p.Rejected = []league.Rejection{{Name: "</table><a href=//x>", Reason: "<b>it</b> has Main.py"}}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	record := contesttest.WriteFile(t, p, func(*league.Result) {})
	dir := t.TempDir()
	for _, f := range []Printer{{HTMLPath: filepath.Join(dir, "site")}, {HTMLPath: filepath.Join(dir, "out"), SplitByPlayer: true}, {HTMLPath: filepath.Join(dir, "index.html")}} {
		if err := f.Print(t.Context(), io.Discard, io.Discard, record); err != nil {
			t.Fatal(err)
		}
		if err := f.Print(t.Context(), io.Discard, io.Discard, record); (err == nil) != strings.HasSuffix(f.HTMLPath, ".html") {
			t.Errorf("again: %v", err)
		}
	}
	size := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == dir || d.Name() == "site" || d.Name() == "out" {
			return err
		}
		if !ourNames.MatchString(d.Name()) {
			t.Errorf("a file is called %s", path)
		}
		if info, err := d.Info(); err == nil {
			size[d.Name()] = info.Size()
		}
		if filepath.Ext(path) == ".html" {
			seen := checkPage(t, path)
			for _, name := range append(names, p.Rejected[0].Name, p.Rejected[0].Reason) {
				if d.Name() == "index.html" && !strings.Contains(path, "out") && !strings.Contains(seen, name) {
					t.Errorf("%s: %q is not read in it", path, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := size["match-001.html"], size["best.html"]; a == 0 || b < a+200<<10 {
		t.Errorf("a page of the site has %d bytes, one to hand out %d: they share no script", a, b)
	}
}

func TestHandoutsLeaveOutRivals(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	p := contesttest.Plan(t, 1)
	p.Format, p.Players = schedule.Against, append(p.Players, league.Entry{Name: "Greedy-2", BuiltinName: "Greedy"})
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	f := Printer{HTMLPath: filepath.Join(t.TempDir(), "out"), SplitByPlayer: true}
	if err := f.Print(t.Context(), io.Discard, io.Discard, contesttest.WriteFile(t, p, func(*league.Result) {})); err != nil {
		t.Fatal(err)
	}
	if who, _ := os.ReadFile(filepath.Join(f.HTMLPath, "who.csv")); string(who) != "folder,player\nplayer-001,Null\nplayer-002,Demo\n" {
		t.Errorf("who.csv says\n%s", who)
	}
}

// checkPage checks the elements and links of a page and returns its text.
func checkPage(t *testing.T, path string) (seen string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	root, err := html.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	film := strings.HasPrefix(filepath.Base(path), "match") || strings.HasSuffix(path, "st.html")
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode:
			seen += n.Data
		case n.Type != html.ElementNode:
		case n.Data == "img" || n.Data == "script" && !film:
			t.Errorf("%s: <%s>", path, n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s: %s=%q", path, a.Key, a.Val)
			}
			if slices.Contains([]string{"href", "src"}, a.Key) && !strings.HasPrefix(a.Val, "#") {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), a.Val)); err != nil || !ourNames.MatchString(a.Val) {
					t.Errorf("%s leads to %q", path, a.Val)
				}
			}
		}
	}
	return seen
}
