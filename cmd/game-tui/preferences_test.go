package main

import (
	"strings"
	"testing"

	"game-tui/cmd/game-tui/spectate"

	"github.com/spf13/cobra"
)

func TestPreferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		typed []string
		want  string // of palette, speed and mouse, or the error
	}{
		"nothing":                   {"", nil, " 5 true"},
		"all":                       {"# mine\npalette = light # a comment\n\nspeed=12.5\r\n mouse = false", nil, "light 12.5 false"},
		"an editor of Windows":      {"\ufeffpalette = light\r\nspeed = 3\r\n", nil, "light 3 true"},
		"what is typed counts":      {"palette = light\nspeed = 3", []string{"--speed", "7"}, "light 7 true"},
		"an unknown name":           {"\npallete = light", nil, `config:2: "pallete" cannot be set here; there are palette, speed, mouse`},
		"a flag of another kind":    {"paused = true", nil, `config:1: "paused" cannot be set here`},
		"no value":                  {"palette =", nil, `config:1: "palette =": expected a name, = and a value`},
		"no equals sign":            {"palette light", nil, "expected a name, = and a value"},
		"a palette that is not":     {"speed = 2\npalette = pink", nil, "config:2: --palette"},
		"a speed that is not":       {"speed = fast", nil, `config:1: speed = "fast": expected a number`},
		"a speed out of range":      {"speed = -1", nil, "config:1: --speed -1"},
		"a truth that is not":       {"mouse = maybe", nil, "expected true or false"},
		"bytes that are no text":    {"\x1b[31m\x00 = 1", nil, "cannot be set here"},
		"a line that goes on":       {strings.Repeat("x", 5000) + " = 1", nil, "..."},
		"what was typed is refused": {"speed = 2", []string{"--palette", "pink"}, "--palette"},
	} {
		t.Run(name, func(t *testing.T) {
			var f spectate.View
			cmd := &cobra.Command{}
			addView(cmd, &f)
			if err := cmd.ParseFlags(c.typed); err != nil {
				t.Fatal(err)
			}
			err := f.CheckLook()
			if err == nil {
				err = setPreferences("config", c.text, cmd.Flags(), f.CheckLook)
			}
			got := strings.TrimSpace(strings.Join([]string{f.Palette, cmd.Flags().Lookup("speed").Value.String(), cmd.Flags().Lookup("mouse").Value.String()}, " "))
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, strings.TrimSpace(c.want)) || len(got) > 200 || strings.ContainsAny(got, "\x1b\x00") {
				t.Errorf("%q gives %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func FuzzPreferences(f *testing.F) {
	f.Add("palette = light\nspeed = 3 # x")
	f.Fuzz(func(t *testing.T, text string) {
		var view spectate.View
		cmd := &cobra.Command{}
		addView(cmd, &view)
		if setPreferences("config", text, cmd.Flags(), view.CheckLook) == nil && view.CheckLook() != nil {
			t.Errorf("%q sets what is refused", text)
		}
	})
}
