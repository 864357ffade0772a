package roster

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/simtest"
)

// TestFolderIsPlayerOrContainsPlayers checks that files of other players cannot silently change how
// a folder is interpreted.
func TestFolderIsPlayerOrContainsPlayers(t *testing.T) {
	t.Parallel()
	game, _ := catalog.Find("thepurge")
	const both = "@/ is a player that contains another player, ben"
	for _, c := range []struct {
		name  string
		files []string // a trailing / marks a folder; a->b is a link
		want  string   // players, or the error; @ stands for the folder
		left  string   // names of skipped players
	}{
		{"a player", []string{"main.sh", "lib.sh"}, "@", ""},
		{"a player with folders", []string{"main.sh", "lib/x.sh", "lib/deep/main.sh"}, "@", ""},
		{"players in folders", []string{"anna/main.sh", "ben/main.sh"}, "anna ben", ""},
		{"players beside documents", []string{"anna/main.sh", "ben.sh", "README.txt", "names.csv", "old.txt/main.sh"}, "anna ben old.txt", ""},
		{"players in files", []string{"anna.sh", "ben.sh"}, "anna ben", ""},
		{"files, and one of them main.sh", []string{"main.sh", "anna.sh", "ben.sh"}, "@", ""},
		{"players with folders", []string{"anna/main.sh", "anna/old/main.sh", "ben/main.sh"}, "anna ben", ""},
		{"a folder called main.sh", []string{"anna/main.sh", "ben/main.sh", "main.sh/main.sh"}, "anna ben main", ""},
		{"an empty folder called player", []string{"anna/main.sh", "ben/main.sh", "player/"}, "anna ben", "player"},
		{"a link out called main.sh", []string{"anna/main.sh", "ben/main.sh", "main.sh->../there"}, "anna ben", "main.sh"},
		{"a link to nothing called main.py", []string{"anna.sh", "ben.sh", "main.py->nowhere"}, "anna ben", "main.py"},
		{"a player beside players", []string{"anna/main.sh", "ben/main.sh", "main.sh"}, strings.Replace(both, "ben", "anna", 1), ""},
		{"a folder in a player", []string{"main.sh", "ben/main.sh"}, both, ""},
		{"a folder that is run by another name", []string{"main.sh", "ben/bot.py"}, both, ""},
		{"a hidden folder in a player", []string{"main.sh", ".git/main.sh"}, "@", ""},
		{"nothing", []string{"anna/"}, "the folder @/ is not a player and contains none", "anna"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			above := t.TempDir()
			dir := filepath.ToSlash(filepath.Join(above, "them"))
			if err := os.WriteFile(filepath.Join(above, "there"), []byte("#!/bin/sh\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			for _, name := range c.files {
				link, to, isLink := strings.Cut(name, "->")
				path := filepath.Join(dir, link)
				err := os.MkdirAll(filepath.Dir(path), 0o755)
				switch {
				case err != nil:
				case isLink:
					simtest.Symlink(t, to, path)
				case strings.HasSuffix(name, "/"):
					err = os.Mkdir(path, 0o755)
				default:
					err = os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			var out bytes.Buffer
			f := &Loader{Request: withoutSandbox, Stderr: &out, Copies: NewCopies(MaxCopiesBytes)}
			defer f.Copies.Close()
			list, err := f.LoadContenders(t.Context(), game, []resolve.Typed{resolve.NewTyped(dir + "/")})
			var names []string
			for _, one := range list {
				names = append(names, one.Name)
			}
			got := strings.Join(names, " ")
			if err != nil {
				got = err.Error()
			}
			want := strings.ReplaceAll(c.want, "@", dir)
			if want == dir {
				want = "them"
			}
			if got != want && (err == nil || !strings.HasPrefix(got, want)) {
				t.Errorf("%s, want %s\n%s", got, want, out.String())
			}
			if n := strings.Count(out.String(), "left out: "); n != len(strings.Fields(c.left)) || c.left != "" && !strings.Contains(out.String(), dir+"/"+c.left) {
				t.Errorf("left out, want %s:\n%s", c.left, out.String())
			}
		})
	}
}

func TestNamesAreUniqueAndPrintable(t *testing.T) {
	t.Parallel()
	p := &league.Plan{EngineVersion: buildinfo.Name(), Game: "thepurge", Config: string(configs.Default("thepurge")), Format: schedule.Balanced, Seeds: 1}
	var list []Contender
	for _, name := range simtest.HostileNames {
		for _, argv := range [][]string{{"players/" + name}, {"others/" + name + "/"}, {"sh", name + ".sh"}, {name + "/x", name}} {
			list = append(list, Contender{Entry: league.Entry{Program: &league.Program{Argv: argv}}})
		}
	}
	list = append(list, Contender{Entry: league.Entry{BuiltinName: "Demo"}})
	AssignNames(list, nil)
	for _, one := range list {
		p.Players = append(p.Players, one.Entry)
		if one.Name != strings.TrimSpace(one.Name) || strings.Contains(one.Name, "  ") {
			t.Errorf("a name is %q", one.Name)
		}
	}
	if err := p.Seal(); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"", "-x", "a\x1b[2J", "a\nb", "a\u2028b", "a\u202eb", "\xff", strings.Repeat("x", 65)} {
		p.Players[0].Name = name
		if p.Seal() == nil {
			t.Errorf("%q can be the name of a player", name)
		}
	}
}

func TestNamesKeepAccentsAndLoseExtensions(t *testing.T) {
	t.Parallel()
	var list []Contender
	for _, word := range []string{"subs/Anna Puig", "subs/Jose\u0301 Nu\u0301n\u0303ez", "J. Ortega/", "./AIHarry.exe", "a/bot.py", "b/bot.py"} {
		list = append(list, Contender{Entry: league.Entry{Program: &league.Program{Argv: []string{word}}}})
	}
	AssignNames(list, nil)
	for i, want := range []string{"Anna Puig", "José Núñez", "J. Ortega", "Harry", "a/bot.py", "b/bot.py"} {
		if list[i].Name != want {
			t.Errorf("%q, want %q", list[i].Name, want)
		}
	}
}

func TestCapLimitsLiftsNoLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ is, want sim.Limits }{
		{sim.DefaultLimits, sim.DefaultLimits},
		{UntrustedLimits, UntrustedLimits},
		{sim.Limits{Unlimited: true}, UntrustedLimits},
		{sim.Limits{}, UntrustedLimits},
		{sim.Limits{CPU: 1000 * time.Hour, Wall: 1000 * time.Hour, MatchWall: 1000 * time.Hour, Memory: 1 << 60}, UntrustedLimits},
		{sim.Limits{CPU: time.Second, Memory: 1 << 20}, sim.Limits{CPU: time.Second, Wall: UntrustedLimits.Wall, MatchWall: UntrustedLimits.MatchWall, Memory: 1 << 20}},
	} {
		if got := CapLimits(c.is); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.is, got, c.want)
		}
	}
}

// withoutSandbox is a request that runs all programs without a sandbox.
var withoutSandbox = &play.Request{Sandbox: sandbox.Off, FolderSandbox: sandbox.Off}
