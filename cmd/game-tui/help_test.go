package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/page"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
	"game-tui/tui/tuitest/screentest"
	"game-tui/tui/view/match"
)

// Help is legible at 80 columns: no line is longer, ends in blanks or contains Markdown.
func TestHelpGolden(t *testing.T) {
	t.Parallel()
	root := completeProgram()
	for _, cmd := range append(allCommands(root), root) {
		text := ansi.Strip(manual.Text(cmd, 80))
		name := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		screentest.CompareGoldenFile(t, filepath.Join("testdata", "help", strings.ReplaceAll(name, " ", "-")+".txt"), text)
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if lipgloss.Width(line) > 80 || strings.HasSuffix(line, " ") || strings.ContainsAny(line, "`\t") {
				t.Errorf("%s: %q", cmd.Name(), line)
			}
		}
	}
}

// allCommands returns the visible commands at all levels, without those of cobra.
func allCommands(cmd *cobra.Command) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		if !c.Hidden && c.Name() != "completion" {
			list = append(append(list, c), allCommands(c)...)
		}
	}
	return list
}

// The manual page has the same texts, and nothing in them acts as a macro.
func TestManGolden(t *testing.T) {
	t.Parallel()
	root := completeProgram()
	completion, _, err := root.Find([]string{"completion"})
	if err != nil {
		t.Fatal(err)
	}
	root.RemoveCommand(completion)
	screentest.CompareGoldenFile(t, filepath.Join("testdata", "help", "game-tui.1"), manual.Man(root))
}

func TestManEscapes(t *testing.T) {
	t.Parallel()
	cmd := &cobra.Command{Use: "x", Short: `.so of a \fB`, Long: ".TH nothing\n\n'br \"it\"", Run: func(*cobra.Command, []string) {}}
	for line := range strings.Lines(manual.Man(cmd)) {
		if strings.HasPrefix(line, ".so") || strings.HasPrefix(line, ".TH n") || strings.HasPrefix(line, "'") || strings.Contains(line, `a \fB`) {
			t.Errorf("%q is read as a command", line)
		}
	}
}

func TestTopics(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		root := completeProgram()
		root.SetArgs(args)
		root.SetOut(&out)
		err := root.ExecuteContext(t.Context())
		return out.String(), err
	}
	list, err := run("help")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range manual.Topics() {
		if !strings.Contains(list, topic.Name) || !strings.Contains(list, topic.Title()) {
			t.Errorf("the list lacks %s", topic.Name)
		}
		text, err := run("help", topic.Name)
		if err != nil || !strings.HasPrefix(text, topic.Title()+"\n") {
			t.Errorf("help %s: %v, %.40q", topic.Name, err, text)
		}
		if strings.Contains(text, "…") && !strings.Contains(topic.Text, "…") {
			t.Errorf("help %s: a table is cut", topic.Name)
		}
	}
	if text, err := run("help", "kit"); err != nil || !strings.Contains(text, "game-tui kit DIR") {
		t.Errorf("help kit: %v, %q", err, text)
	}
	for word, want := range map[string]string{"kyes": "did you mean game-tui help keys?", "verfy": "did you mean game-tui help verify?", "nonsense": "for a list, run game-tui help"} {
		if _, err := run("help", word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("help %s: %v", word, err)
		}
	}
}

// Pages and rules fit 80 columns, including code. Only the transcript of the protocol has longer
// lines.
func TestPagesFit(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	pages := map[string]string{"list": manual.TopicList()}
	for _, topic := range manual.Topics() {
		if topic.Name != "protocol" {
			pages[topic.Name] = topic.Text
		}
	}
	for _, g := range catalog.Games() {
		pages[g.Name()] = g.Definition().Rules
	}
	for name, text := range pages {
		for line := range strings.Lines(page.Render([]byte(text), 80)) {
			if n := lipgloss.Width(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s: %d columns: %s", name, n, line)
			}
		}
	}
}

// The page about keys contains the table of keys, which make golden writes into it.
func TestGoldenKeys(t *testing.T) {
	t.Parallel()
	path := filepath.Join("docs", "keys.md")
	page := readFile(t, path)
	const begin, end = "## Keys\n", "\n## What the screen says"
	head, rest, ok := bytes.Cut(page, []byte(begin))
	_, tail, found := bytes.Cut(rest, []byte(end))
	if !ok || !found {
		t.Fatalf("%s has no %q before %q", path, begin, end)
	}
	want := string(head) + begin + tableOfKeys() + end + string(tail)
	screentest.CompareGoldenFile(t, path, want)
}

// keyNames escapes | in the names of keys for a table.
var keyNames = strings.NewReplacer(" ", "` `", "|", `\|`)

// tableOfKeys returns the table in Markdown.
func tableOfKeys() string {
	var b strings.Builder
	b.WriteString("\n| | key | does |\n| --- | --- | --- |\n")
	for _, section := range (match.State{}).Keys().Sections {
		title := section.Title
		for _, k := range section.Keys {
			if k.Help == "" {
				continue // listed with its neighbour
			}
			b.WriteString(strings.TrimRight("| "+title, " ") + " | `" + keyNames.Replace(k.Label) + "` | " + k.Help + " |\n")
			title = ""
		}
	}
	return b.String()
}
