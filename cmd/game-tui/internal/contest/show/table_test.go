package show

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markup "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
	"game-tui/sim/simtest"
)

func TestCSVNamesAreNotFormulas(t *testing.T) {
	t.Parallel()
	p := &league.Plan{Format: schedule.All, Seed: 1, Seeds: 1}
	for _, name := range []string{"=cmd|calc", "+1", "@SUM(A1)", "Demo"} {
		p.Players = append(p.Players, league.Entry{Name: name, BuiltinName: "Demo"})
	}
	var b strings.Builder
	if err := NewStandings("t.jsonl", league.NewStandings(p)).Write(&b, report.CSV); err != nil {
		t.Fatal(err)
	}
	for _, e := range p.Players {
		want := "," + sanitize.CSVCell(e.Name) + ","
		if text := b.String(); !strings.Contains(text, want) {
			t.Errorf("no cell %q:\n%s", want, text)
		}
	}
}

// TestMarkdownNamesAreNotMarkup includes Markdown renderers that accept HTML.
func TestMarkdownNamesAreNotMarkup(t *testing.T) {
	t.Parallel()
	names := []string{"<script>x()</script>", "[a](http://x.example)", "![i](http://x.example/y.png)", "a|b", "`c`", "<!--", "&lt;b&gt;",
		"*a*", "_b_", "~~c~~", "http://x.example", "www.x.example", "a@x.example", `\`, "#", "1.", "-", "$a$", "<img/src=x>", "``d", "[e]:f"}
	const detail = "<b>late</b> ![i](http://x.example) `|`"
	for _, format := range []schedule.Format{schedule.All, schedule.Against} {
		for first := 0; first+4 <= len(names); first += 4 {
			p := &league.Plan{Format: format, Game: "<i>g</i>", ConfigFile: "`x`.cnf", Seed: 1, Seeds: 1}
			for _, name := range names[first : first+4] {
				p.Players = append(p.Players, league.Entry{Name: name, Program: &league.Program{Argv: []string{"./" + name}}})
			}
			if format == schedule.Against {
				p.Players = append(p.Players, league.Entry{Name: "fifth", BuiltinName: "Demo"})
			}
			b := league.NewStandings(p)
			for n := range b.Schedule.TasksPerSet() {
				b.Add(&league.Result{N: n, Scores: make([][sim.Seats]int, 1), Outs: []league.Out{{Failure: sim.Failure{Reason: sim.FailureReasons[0], Detail: detail}}}})
			}
			r := NewStandings("<u>_t_.jsonl", b)
			var out strings.Builder
			r.Write(&out, report.Markdown)
			text, tags := readMarkdown(t, out.String())
			for _, tag := range tags {
				if !strings.Contains(" h1 h2 p table thead tbody tr th td ul li code ", " "+tag+" ") {
					t.Errorf("%s of %q: <%s> in\n%s", format, names[first:first+4], tag, out.String())
				}
			}
			for _, word := range append(p.Names(), p.Game, r.File, r.Outs[0].FirstMatch.Command, r.Outs[0].Detail) {
				if !strings.Contains(text, word) {
					t.Errorf("%s: %q is not read in\n%s", format, word, out.String())
				}
			}
		}
	}
}

// readMarkdown returns the text and the elements shown by a Markdown renderer that supports HTML
// and automatic links.
func readMarkdown(t *testing.T, source string) (seen string, tags []string) {
	t.Helper()
	var page strings.Builder
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(markup.WithUnsafe()))
	if err := reader.Convert([]byte(source), &page); err != nil {
		t.Fatal(err)
	}
	z := html.NewTokenizer(strings.NewReader(page.String()))
	for z.Next() != html.ErrorToken {
		switch token := z.Token(); token.Type {
		case html.TextToken:
			seen += token.Data
		case html.EndTagToken:
		default:
			tags = append(tags, token.Data)
		}
	}
	return seen, tags
}

func TestHostileTournamentFileIsShownSafely(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	p := &league.Plan{EngineVersion: "\u009b2Jv9", Game: "\u009b2Jgame", Config: "\u202econfig", ConfigFile: "\x1b]0;x\a", Format: schedule.All, Seed: 1, Seeds: 300}
	for i := range 4 {
		p.Players = append(p.Players, league.Entry{Name: fmt.Sprint("p", i), Program: &league.Program{Argv: []string{"/bin/sh", "-c", "\x1b[2J\n"}}})
	}
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "t.jsonl")
	rec, err := league.Create(name, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range p.Schedule().Tasks() {
		r := league.Result{N: n, Worker: "\x1b[31m", Scores: make([][4]int, 1), LeadChanges: []int{1 << 29}}
		for m := range r.Scores {
			r.Scores[m] = [4]int{1 << 39, -1 << 39, n, m}
			for place := range r.Scores[m] {
				reason := sim.FailureReasons[(n+m+place)%len(sim.FailureReasons)]
				out := sim.Failure{Round: 1 << 29, Reason: reason, Detail: fmt.Sprint("\x1b]52;c;AAAA\a\n\u009b2J", n, strings.Repeat("x", 200))}
				r.Outs = append(r.Outs, league.Out{Match: m, Place: place, Failure: out})
			}
		}
		if err := rec.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	for _, f := range []Printer{{}, {Format: report.JSON}, {Format: report.CSV}, {Format: report.Markdown}, {PrintConfig: true}} {
		var b strings.Builder
		if err := f.Print(t.Context(), &b, io.Discard, name); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
		text := strings.ReplaceAll(b.String(), "\n", "")
		if i := strings.IndexFunc(text, unicode.IsControl); i >= 0 || len(text) > 100_000 {
			t.Errorf("%+v: %d bytes, a control byte at %d: %.80q", f, len(text), i, text[max(i, 0):])
		}
	}
}
