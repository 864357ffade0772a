package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anmitsu/go-shlex"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/yuin/goldmark/ast"

	"game-tui/cmd/game-tui/internal/manual"
	"game-tui/cmd/game-tui/internal/page"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
)

// repository is the path of the repository's root.
var repository = filepath.Join("..", "..")

// markdown returns the text of all pages of the repository by path.
func markdown(t *testing.T) map[string][]byte {
	t.Helper()
	pages := map[string][]byte{}
	err := filepath.WalkDir(repository, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); d.IsDir() && name != repository &&
			(strings.HasPrefix(base, ".") || base == "testdata" || base == "examples" || base == "bin" || base == "build") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".md") {
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			path, err := filepath.Rel(repository, name)
			pages[filepath.ToSlash(path)] = text
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 10 {
		t.Fatalf("only %d pages found", len(pages))
	}
	return pages
}

// pathInPage matches a file or folder of the repository in backquotes. NAME stands for any name.
var pathInPage = regexp.MustCompile("`((?:ai|cmd|configs|sim|tui)/[A-Za-z0-9_./-]*)`")

// TestPathsInPagesExist checks the files and folders that the pages for developers name.
func TestPathsInPagesExist(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "README.md"} {
		for _, found := range pathInPage.FindAllSubmatch(readFile(t, filepath.Join(repository, page)), -1) {
			path := strings.NewReplacer("NAME", "*", "/...", "").Replace(string(found[1]))
			if list, err := filepath.Glob(filepath.Join(repository, path)); err != nil || len(list) == 0 {
				t.Errorf("%s names %s, which is not there", page, found[1])
			}
		}
	}
}

// TestLinkTargetsExist checks links between pages, and to files of the repository.
func TestLinkTargetsExist(t *testing.T) {
	t.Parallel()
	for path, text := range markdown(t) {
		_ = ast.Walk(page.Parse(text), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			var to string
			switch n := n.(type) {
			case *ast.Link:
				to = string(n.Destination)
			case *ast.Image:
				to = string(n.Destination)
			}
			to, _, _ = strings.Cut(to, "#")
			if entering && to != "" && !strings.Contains(to, "://") {
				if _, err := os.Stat(filepath.Join(repository, filepath.Dir(path), to)); err != nil {
					t.Errorf("%s links to %s, which is not there", path, to)
				}
			}
			return ast.WalkContinue, nil
		})
	}
}

// typedIn returns the lines of code blocks and the code spans of a page.
func typedIn(text []byte) []string {
	var list []string
	_ = ast.Walk(page.Parse(text), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			list = append(list, blockLines(n, text)...)
		case *ast.CodeSpan:
			span := ""
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if part, ok := c.(*ast.Text); ok {
					span += string(part.Segment.Value(text)) + " "
				}
			}
			list = append(list, strings.TrimSpace(span))
		}
		return ast.WalkContinue, nil
	})
	return list
}

// blockLines returns the lines of a code block, with continued lines joined.
func blockLines(n ast.Node, text []byte) (list []string) {
	for line := range strings.Lines(goesOn.ReplaceAllString(string(n.Lines().Value(text)), " ")) {
		list = append(list, strings.TrimSpace(line))
	}
	return list
}

var goesOn = regexp.MustCompile(`\s*\\\n\s*`)

var (
	wide  = regexp.MustCompile(`\s{2,}|\s#\s`)     // before a description
	parts = regexp.MustCompile(` && | \|\| | \| `) // between commands
)

// commandLines returns the command lines of game-tui and make in a line of a page, as words.
func commandLines(t *testing.T, line string) [][]string {
	var list [][]string
	line = wide.Split(line, 2)[0]
	for _, part := range parts.Split(line, -1) {
		part = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(part), "./"), "bin/")
		if !strings.HasPrefix(part, "game-tui ") && !strings.HasPrefix(part, "make ") {
			continue
		}
		words, err := shlex.Split(part, true)
		if err != nil {
			t.Errorf("%s: %v", part, err)
			continue
		}
		if i := slices.IndexFunc(words, func(w string) bool { return w == "<" || w == ">" || w == "…" }); i >= 0 {
			words = words[:i]
		}
		list = append(list, words)
	}
	return list
}

// Command lines on pages can be typed: their commands, flags, arguments, pages, games, make targets
// and players exist. Mine is a player on pages that show how to write one. Words in capitals are
// placeholders.
func TestCommandLinesOfPages(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	makefile := readFile(t, filepath.Join(repository, "Makefile"))
	lines := 0
	for path, text := range markdown(t) {
		for _, code := range typedIn(text) {
			for _, words := range commandLines(t, code) {
				lines++
				var err error
				if words[0] == "make" {
					err = checkMake(string(makefile), words[1:])
				} else {
					err = checkLine(words[1:], own.Match(text))
				}
				if err != nil {
					t.Errorf("%s: %s: %v", path, strings.Join(words, " "), err)
				}
			}
		}
	}
	if lines < 60 {
		t.Errorf("only %d command lines found", lines)
	}
}

func checkMake(makefile string, words []string) error {
	for _, word := range words {
		form := `(?m)^` + regexp.QuoteMeta(word) + `:`
		if name, _, ok := strings.Cut(word, "="); ok {
			form = `\$\(` + name + `\)`
		}
		if !regexp.MustCompile(form).MatchString(makefile) && !strings.HasSuffix(word, ".exe") { // targets of the kits
			return errors.New("there is no such target")
		}
	}
	return nil
}

// parser returns the program's commands with those that cobra adds when it runs.
func completeProgram() *cobra.Command {
	root := commandTree()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// own matches pages on which a player is written.
var own = regexp.MustCompile("[Rr]ename [^.]* to `Mine`")

// checkLine parses the words after game-tui as the program does. If mine is set, there is a player
// named Mine.
func checkLine(words []string, mine bool) error {
	root := completeProgram()
	cmd, rest, err := root.Find(words)
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil && !errors.Is(err, pflag.ErrHelp) {
		return err
	}
	args := cmd.Flags().Args()
	playing := cmd == root || slices.Contains([]string{"run", "tournament", "ladder", "serve"}, cmd.Name())
	for _, name := range args {
		if playing && playerName.MatchString(name) && !builtinSomewhere(name) && !(mine && name == "Mine") {
			return fmt.Errorf("there is no player %s", name)
		}
	}
	if cmd != root {
		if help, _ := cmd.Flags().GetBool("help"); help {
			return nil
		}
		if err := cmd.ValidateArgs(args); err != nil && len(args) > 0 {
			return err
		}
	}
	switch lower := slices.DeleteFunc(args, func(w string) bool { return w != strings.ToLower(w) }); {
	case len(lower) == 0:
	case cmd == root && !strings.ContainsAny(lower[0], "/:"):
		return errors.New("there is no such command")
	case cmd.Name() == "help":
		known := slices.ContainsFunc(manual.Topics(), func(t manual.Topic) bool { return t.Name == lower[0] }) ||
			slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == lower[0] })
		if !known {
			return errors.New("there is no such page")
		}
	case cmd.Name() == "rules":
		_, err := manual.Rules(lower[0])
		return err
	}
	return nil
}

// playerName matches names of players, and no other argument.
var playerName = regexp.MustCompile(`^[A-Z]($|[a-z]+$)`)

// builtinSomewhere reports whether any game has a player of that name.
func builtinSomewhere(name string) bool {
	return slices.ContainsFunc(catalog.Games(), func(g sim.Game) bool { return slices.Contains(play.BuiltinNames(g.Name()), name) })
}

// Every visible command and flag is on a page, and every flag on a page exists.
func TestPagesTellEverything(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	told, commands := map[string]bool{}, map[string]bool{}
	where := map[string]string{}
	flagWord := regexp.MustCompile(`(?:^|\s)(--?[a-z][a-z-]*)`)
	for path, text := range markdown(t) {
		for _, code := range typedIn(text) {
			for _, m := range flagWord.FindAllStringSubmatch(wide.Split(code, 2)[0], -1) {
				if strings.HasPrefix(m[1], "--") || strings.HasPrefix(code, "game-tui") || strings.HasPrefix(code, "-") {
					told[m[1]], where[m[1]] = true, path
				}
			}
			for _, words := range commandLines(t, code) {
				if words[0] == "game-tui" && len(words) > 1 {
					commands[words[1]] = true
				}
			}
		}
	}
	root := completeProgram()
	known := map[string]bool{"--help": true, "-": true}
	for _, cmd := range append(allCommands(root), root) {
		if cmd.Parent() == root && !commands[cmd.Name()] {
			t.Errorf("%s is on no page", cmd.CommandPath())
		}
		if cmd.Short == "" || (cmd.Long == "" && cmd.Example == "") {
			t.Errorf("%s lacks a sentence, and a text or an example", cmd.CommandPath())
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			known["--"+f.Name], known["-"+f.Shorthand] = true, true
			value, usage := pflag.UnquoteUsage(f)
			switch {
			case f.Hidden:
			case usage == "" || f.Value.Type() != "bool" && strings.EqualFold(value, f.Value.Type()):
				t.Errorf("%s --%s lacks a text with the name of its value in back-quotes", cmd.CommandPath(), f.Name)
			case !told["--"+f.Name] && !told["-"+f.Shorthand] && f.Name != "help":
				t.Errorf("%s --%s is on no page", cmd.CommandPath(), f.Name)
			}
		})
	}
	for flag := range told {
		if !known[flag] {
			t.Errorf("%s has %s, which no command knows", where[flag], flag)
		}
	}
}
