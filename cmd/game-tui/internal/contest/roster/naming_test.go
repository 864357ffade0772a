package roster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
)

func naming(t *testing.T, text string) (*Naming, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "n.csv")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadNaming(file)
}

// TestReadNaming checks that errors include the line number.
func TestReadNaming(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"anna,Luna\n":                        "",
		"\ufeff# a\n\nanna;\"Luna, la\"\r\n": "",
		"anna\tLuna\tmore\n":                 "",
		"anna\n":                             "n.csv:1: expected a folder and a name",
		"anna,Luna\nben, \n":                 "n.csv:2: expected a folder and a name",
		"anna,Luna\nanna/,Sol\n":             "n.csv:2: anna already has a name",
		"anna,Luna\nben,Luna\n":              "n.csv:2: the name Luna is already used for anna",
		"anna,\"Luna\n":                      "n.csv:1: ",
	} {
		_, err := naming(t, text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestRenameHidesFolders also checks that the renamed plan is valid.
func TestRenameHidesFolders(t *testing.T) {
	t.Parallel()
	n, err := naming(t, "anna,Luna\nAnna Puig,../x\nben,-Sol\npau,Mart\nleo,Io\n")
	if err != nil {
		t.Fatal(err)
	}
	file := func(word int, name string) league.ProgramFile {
		return league.ProgramFile{ArgIndex: word, Name: name, SHA256: strings.Repeat("0", 64)}
	}
	p := &league.Plan{EngineVersion: "1", Game: "thepurge", Format: schedule.Balanced, Seeds: 1, Players: []league.Entry{
		{Name: "anna", OwnName: "me", Program: &league.Program{Argv: []string{"subs/anna"}, Files: []league.ProgramFile{file(0, "anna/main.py"), file(0, "anna/lib/x.py")}}},
		{Name: "Anna Puig", Program: &league.Program{Argv: []string{"subs/Anna Puig/"}, Files: []league.ProgramFile{file(0, "Anna Puig/player")}}},
		{Name: "ben", Program: &league.Program{Argv: []string{"./ben.py"}, Files: []league.ProgramFile{file(0, "ben.py")}}},
		{Name: "main", Program: &league.Program{Argv: []string{"python3", "subs/leo/main.py"}, Files: []league.ProgramFile{file(1, "main.py")}}},
		{Name: "annabel", Program: &league.Program{Argv: []string{"subs/annabel"}, Files: []league.ProgramFile{file(0, "annabel/player")}}},
	}, Rejected: []league.Rejection{{Name: "pau.zip", Reason: "subs/pau.zip is an archive: unzip -d subs/pau subs/pau.zip"}}}
	n.Rename(p)
	if err := p.Seal(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range p.Players {
		got = append(got, e.DisplayName()+": "+strings.Join(e.Program.Argv, " ")+" "+e.Program.Files[0].Name)
	}
	got = append(got, p.Rejected[0].Name+": "+p.Rejected[0].Reason)
	for i, want := range []string{"Luna: subs/Luna Luna/main.py", "../x: subs/_.._x _.._x/player", "./-Sol: ./_._-Sol.py _._-Sol.py",
		"main: python3 subs/Io/main.py main.py", "annabel: subs/annabel annabel/player", "Mart: subs/Mart.zip is an archive: unzip -d subs/Mart subs/Mart.zip"} {
		if got[i] != want {
			t.Errorf("%s, want %s", got[i], want)
		}
	}
}
