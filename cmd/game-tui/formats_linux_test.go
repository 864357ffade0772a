package main

import (
	"encoding/json"
	"html"
	"image/gif"
	"image/png"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/report"
	"game-tui/tui/export"
)

// hostileRow is a command run in a hostile place.
type hostileRow struct {
	args []string
	has  string // hostile text in its output, as the format escapes it
	code int    // exit code
	file string // file it writes instead of printing
}

// hostileRows returns a row for each format of each command.
func hostileRows(p *hostilePlace) map[string]hostileRow {
	shows := func(args ...string) hostileRow { return hostileRow{args: args, has: "stile"} }
	hides := func(args ...string) hostileRow { return hostileRow{args: args} }
	ends := func(code int, args ...string) hostileRow { return hostileRow{args: args, has: "stile", code: code} }
	with := func(words ...string) []string {
		return slices.Concat(words, []string{"-i", p.config, "--sandbox", "off"})
	}
	play := func(words ...string) []string {
		return slices.Concat(with(words...), []string{p.bot, "Demo", "Demo", "Demo"})
	}
	verify := []string{"tournament", "verify", p.record, p.bot, "--sandbox", "off", "--share", "100%"}
	rows := map[string]hostileRow{
		"game-tui":                   hides(play()...),
		"game-tui --plain":           shows(play("--plain")...),
		"run":                        hides(play("run", "-o", "x.res")...),
		"run --csv":                  shows(play("run", "--seeds", "2", "--csv")...),
		"run --json":                 shows(play("run", "--seeds", "2", "--json")...),
		"watch":                      hides("watch", p.match),
		"watch --plain":              shows("watch", p.match, "--plain"),
		"tournament":                 shows(play("tournament", "--seeds", "2", "-o", "x"+hostile+".jsonl")...),
		"tournament --plain":         shows(play("tournament", "--plain", "--seeds", "2", "-o", "y"+hostile+".jsonl")...),
		"compare":                    shows(with("compare", p.bot, "Demo", "--seeds", "2", "-o", "v"+hostile+".jsonl")...),
		"compare --plain":            shows(with("compare", "--plain", p.bot, "Demo", "--seeds", "2", "-o", "w"+hostile+".jsonl")...),
		"tournament --csv":           ends(exitDiffers, play("tournament", "--trial", "--csv")...),
		"tournament --json":          ends(exitDiffers, play("tournament", "--trial", "--json")...),
		"tournament show":            shows("tournament", "show", p.made),
		"tournament show --csv":      shows("tournament", "show", p.record, "--csv"),
		"tournament show --json":     shows("tournament", "show", p.made, "--json"),
		"tournament show --markdown": shows("tournament", "show", p.made, "--markdown"),
		"tournament show --html":     {args: []string{"tournament", "show", p.made, "--html", "page.html"}, has: "<bdi>אנה</bdi>", file: "page.html"},
		"tournament verify":          shows(verify...),
		"tournament verify --json":   shows(append(verify, "--json")...),
		"playoff":                    shows(slices.Concat(play("playoff", "-o", "x.jsonl"), slices.Repeat([]string{"Demo"}, 16))...),
		"playoff --plain":            shows(slices.Concat(play("playoff", "-o", "y.jsonl", "--plain"), slices.Repeat([]string{"Demo"}, 16))...),
		"playoff show":               shows("playoff", "show", p.playoff),
		"playoff show --csv":         shows("playoff", "show", p.playoff, "--csv"),
		"playoff show --json":        shows("playoff", "show", p.playoff, "--json"),
		"playoff show --markdown":    shows("playoff", "show", p.playoff, "--markdown"),
		"playoff final":              shows("playoff", "final", p.final),
		"playoff final --plain":      shows("playoff", "final", p.final, "--plain"),
		"playoff final --csv":        shows("playoff", "final", p.final, "--csv"),
		"playoff final --json":       shows("playoff", "final", p.final, "--json"),
		"playoff final --markdown":   shows("playoff", "final", p.final, "--markdown"),
		"playoff forecast":           shows("playoff", "forecast", p.made, "--to", "1"),
		"playoff forecast --csv":     hides("playoff", "forecast", p.made, "--to", "1", "--csv"),
		"playoff forecast --json":    shows("playoff", "forecast", p.made, "--to", "1", "--json"),
		"ladder":                     shows(with("ladder", p.bot, "--seeds", "2")...),
		"ladder --plain":             shows(with("ladder", p.bot, "--seeds", "2", "--plain")...),
		"qualify":                    ends(exitDiffers, with("qualify", p.bot)...),
		"qualify --csv":              ends(exitDiffers, with("qualify", p.bot, p.stranger, "--csv")...),
		"qualify --json":             ends(exitDiffers, with("qualify", p.bot, p.stranger, "--json")...),
		"coach":                      shows(with("coach", p.bot, "--for", "1s")...),
		"coach --json":               shows(with("coach", p.bot, "--for", "1s", "--json")...),
		"diff":                       {args: []string{"diff", p.match, p.other}, code: exitDiffers},
		"diff --plain":               {args: []string{"diff", p.match, p.other, "--plain"}, code: exitInvalid}, // a flag of --ui
		"verify":                     ends(exitInvalid, "verify", p.match),
		"analyse":                    shows("analyse", p.match, p.other, "--rollouts", "1"),
		"analyse --csv":              shows("analyse", p.match, p.other, "--csv"),
		"analyse --json":             shows("analyse", p.match, "--rollouts", "1", "--json"),
		"stats":                      shows("stats", p.match, p.other),
		"stats --csv":                shows("stats", p.match, p.other, "--csv"),
		"stats --json":               shows("stats", p.match, p.other, "--json"),
		"players":                    ends(exitInvalid, "players", hostile),
		"players --json":             hides("players", "--json"),
		"kit":                        shows("kit", p.kit),
		"new":                        shows("new", "python", "new"+hostile),
		"doctor":                     hides("doctor"),
		"serve":                      ends(exitInvalid, "serve", "--replays", "nowhere"+hostile),
		"worker":                     ends(exitInvalid, "worker", hostile),
		"rules":                      ends(exitInvalid, "rules", hostile),
		"help":                       ends(exitInvalid, "help", hostile),
		"man":                        {args: []string{"man", hostile}, code: exitInvalid},
	}
	for _, kind := range export.FormatNames() {
		file := "x." + kind
		if kind == "card" {
			file = "card.png"
		}
		row := hostileRow{args: []string{"export", p.match, "--format", kind, "-o", file}, file: file}
		switch kind {
		case "html", "cast":
			row.args, row.has = append(row.args, "--to", "9", "--title", unreadable), "stile"
		case "gif":
			row.args = append(row.args, "--to", "3")
		case "svg":
			row.args, row.has = append(row.args, "--title", unreadable), "stile"
		}
		rows["export "+kind] = row
	}
	return rows
}

// rawRunes lists the non-printing runes of a text, except line ends.
func rawRunes(text string) (list []string) {
	for _, r := range text {
		if r != '\n' && (!unicode.IsPrint(r)) {
			list = append(list, strconv.QuoteRune(r))
		}
	}
	if !utf8.ValidString(text) {
		list = append(list, "bytes that are no UTF-8")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// formatsOf returns the names of the rows that a command needs: one for its usual output and one
// per format.
func formatsOf(cmd *cobra.Command) []string {
	name := strings.TrimPrefix(cmd.CommandPath(), "game-tui ")
	rows := []string{name}
	for _, flag := range []string{report.CSV.String(), report.JSON.String(), report.Markdown.String(), "html", "plain"} {
		if cmd.Flags().Lookup(flag) != nil {
			rows = append(rows, name+" --"+flag)
		}
	}
	if name == "export" {
		rows = nil
		for _, kind := range export.FormatNames() {
			rows = append(rows, name+" "+kind)
		}
	}
	return rows
}

// rowsOf returns the names of the rows needed by all commands.
func rowsOf(root *cobra.Command) []string {
	rows := formatsOf(root)
	for _, cmd := range allCommands(root) {
		rows = append(rows, formatsOf(cmd)...)
	}
	return rows
}

// TestNoFormatShowsHostileTextAsItIs runs every command in every format on files, folders,
// programs, notes and tournament files full of hostile text. A new command or format needs a row.
func TestNoFormatShowsHostileTextAsItIs(t *testing.T) {
	t.Parallel()
	p := newHostilePlace(t)
	rows := hostileRows(p)
	needed := rowsOf(completeProgram())
	for name := range rows {
		if !slices.Contains(needed, name) {
			t.Errorf("no command has the format of the row %q", name)
		}
	}
	for _, name := range needed {
		row, ok := rows[name]
		if !ok {
			t.Errorf("the table lacks a row %q", name)
			continue
		}
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			out, said, code := p.run(t, row.args...)
			if raw := rawRunes(said); raw != nil {
				t.Errorf("standard error has %v: %q", raw, said)
			}
			if row.file != "" {
				out = string(readFile(t, p.path(row.file)))
			}
			checkFormat(t, name, out)
			if code != row.code {
				t.Errorf("got exit code %d, want %d: %s", code, row.code, said)
			}
			if !strings.Contains(out+said, row.has) {
				t.Errorf("got %q and %q, want %q in it", out, said, row.has)
			}
		})
	}
}

// scripts matches the parts of a page without text from outside.
var scripts = regexp.MustCompile(`(?s)<(script|style)[ >].*?</(script|style)>`)

// checkFormat fails if a text has unescaped characters in its format.
func checkFormat(t *testing.T, name, text string) {
	t.Helper()
	format := name[strings.LastIndexAny(name, " -")+1:]
	switch format {
	case "png", "card":
		if _, err := png.Decode(strings.NewReader(text)); err != nil {
			t.Error(err)
		}
		return
	case "gif":
		if _, err := gif.DecodeAll(strings.NewReader(text)); err != nil {
			t.Error(err)
		}
		return
	case "json", "cast":
		d := json.NewDecoder(strings.NewReader(text))
		for d.More() {
			if err := d.Decode(new(any)); err != nil {
				t.Fatalf("%v: %q", err, text)
			}
		}
	case "html", "svg":
		text = html.UnescapeString(scripts.ReplaceAllString(text, ""))
	}
	if raw := rawRunes(text); raw != nil {
		at := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) })
		t.Errorf("it has %v: %q", raw, text[max(at-200, 0):min(at+100, len(text))])
	}
}

// TestServerShowsNoHostileTextAsItIs checks the log, and the commands over SSH that need no screen.
func TestServerShowsNoHostileTextAsItIs(t *testing.T) {
	t.Parallel()
	p := newHostilePlace(t)
	for _, source := range []string{"--replays=" + p.dir, "--tournament=" + p.path(p.made)} {
		t.Run(source[:len("--replays")], func(t *testing.T) {
			t.Parallel()
			s := serveProgram(t, source)
			for _, command := range []string{"list", "help", "watch " + hostile, "fetch " + hostile, "watch t0-0", "watch " + hostile + "@3", hostile} {
				out, _ := sshTry(t, s.addr, command) // some of them fail
				if raw := rawRunes(strings.ReplaceAll(out, "\r\n", "\n")); raw != nil || out == "" {
					t.Errorf("%q: it has %v: %q", command, raw, out)
				}
			}
			s.ends(t)
			said, err := io.ReadAll(s.log)
			if err != nil {
				t.Fatal(err)
			}
			if raw := rawRunes(string(said)); raw != nil {
				t.Errorf("the log has %v: %q", raw, said)
			}
		})
	}
}

// TestNoWrittenFileHasHostileTextAsItIs checks tournament files, notes and sites, since people read
// them too.
func TestNoWrittenFileHasHostileTextAsItIs(t *testing.T) {
	t.Parallel()
	p := newHostilePlace(t)
	writeFile(t, p.path("names.csv"), []byte(hostile+",אנה\n"), 0o644)
	p.succeeds(t, "tournament", "show", p.record, "--names", "names.csv", "-o", "copy.jsonl")
	p.succeeds(t, "tournament", "show", p.made, "--html", "site")
	p.succeeds(t, "tournament", "show", p.made, "--html", "handout", "--private")
	p.succeeds(t, "run", p.bot, "Demo", "Demo", "Demo", "-i", p.config, "--seed", "3", "--sandbox", "off", "--notes", "-o", "new.res")
	files := []string{p.record, p.playoff, p.final, "copy.jsonl", "new.res.notes"}
	for _, folder := range []string{"site", "handout"} {
		err := filepath.WalkDir(p.path(folder), func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !slices.Contains([]string{".js", ".css"}, filepath.Ext(name)) { // our own files
				files = append(files, strings.TrimPrefix(name, p.dir+"/"))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range files {
		t.Run(strconv.Quote(name), func(t *testing.T) {
			format := strings.TrimPrefix(filepath.Ext(name), ".")
			if format == "jsonl" || format == "notes" {
				format = "json"
			}
			checkFormat(t, " "+format, string(readFile(t, p.path(name))))
		})
	}
	if len(files) < 20 {
		t.Errorf("got %d files, want the pages of a site and its hand-outs, too", len(files))
	}
}
