package catalog_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
	_ "game-tui/sim/simtest/fourth"
)

func TestGamesAreFoundAndHaveConfigurations(t *testing.T) {
	t.Parallel()
	names := catalog.Names()
	for i, g := range catalog.Games() {
		if got, ok := catalog.Find(g.Name()); !ok || got != g || names[i] != g.Name() {
			t.Errorf("%s is not found", g.Name())
		}
		word, _, _ := strings.Cut(g.Version(), " ")
		if got, ok := catalog.FindByVersion(word); !ok || got != g {
			t.Errorf("%s is not found", word)
		}
		text := configs.Default(g.Name())
		if text == nil {
			t.Errorf("%s has no default configuration: add configs/%s.cnf", g.Name(), g.Name())
			continue
		}
		c, err := catalog.ReadConfig(text)
		if err != nil {
			t.Fatal(res.WithPosition(g.Name()+".cnf", text, err))
		}
		if c.Game != g || c.Text != string(text) || !strings.Contains(c.Generator, "RANDOM") || c.Settings.Rounds() < 1 {
			t.Errorf("%s: got %+v, want the game, the whole text and RANDOM", g.Name(), c)
		}
	}
	if _, ok := catalog.Find("chess"); ok {
		t.Error("Find(chess) finds a game")
	}
	if _, ok := catalog.FindByVersion(""); ok {
		t.Error("FindByVersion of no word finds a game")
	}
}

func TestWrongConfigurationsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", "f:1: expected a configuration starting with \"HarryPotter 1.0\""},
		{"\n\nChess 1.0", "f:3: expected a configuration"},
		{"HarryPotter 1.0\nNUM_PLAYERS 3", "f:2: "},
	} {
		_, err := catalog.ReadConfig([]byte(c.text))
		if err == nil || !strings.HasPrefix(res.WithPosition("f", []byte(c.text), err).Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func FuzzReadConfig(f *testing.F) {
	for _, g := range catalog.Games() {
		f.Add(configs.Default(g.Name()))
	}
	f.Add(configs.Default("thepurge-fixed"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := catalog.ReadConfig(text)
		if err == nil && !strings.HasSuffix(string(text), c.Generator) {
			t.Error("the generator is not the end of the text")
		}
	})
}
