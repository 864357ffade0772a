package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/spectate"
	"game-tui/sim"
	"game-tui/sim/match"
	"game-tui/sim/res"
)

// TestAgainCommand checks that a printed command repeats the flags that matter.
func TestAgainCommand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, want string }{
		{"", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--seed 5 -o x.res --notes --round 3", "game-tui Demo './a b' Demo Demo --seed 7"},
		{"--strict --pace 2.5 --game moneyheist --clock on --cpu 2s --wall 3s --match-wall 90s --memory 1G --sandbox off --no-limits",
			"game-tui Demo './a b' Demo Demo --game=moneyheist --seed 7 --strict --clock=on --cpu=2s --wall=3s --match-wall=1m30s --memory=1G --no-limits --sandbox=off --pace=2.5"},
		{"-i it's.cnf --palette soft --paused --speed 64", `game-tui Demo './a b' Demo Demo --input='it'\''s.cnf' --seed 7 --paused --speed=64 --palette=soft`},
		{"--build-retry --build-memory 1G", "game-tui Demo './a b' Demo Demo --seed 7 --build-memory=1G"},
		{"--seed 7 --player-seeds 4,3,2,1", "game-tui Demo './a b' Demo Demo --seed 7 --player-seeds 4,3,2,1"},
	} {
		var f play.Request
		var view spectate.Config
		cmd := &cobra.Command{}
		addMatchFlags(cmd, &f, &infoFlags{})
		cmd.Flags().Var(&f.PlayerSeeds, "player-seeds", cliarg.PlayerSeedsUsage)
		addViewFlags(cmd, &view)
		if err := errors.Join(cmd.ParseFlags(strings.Fields(c.line)), cmd.PreRunE(cmd, nil)); err != nil {
			t.Fatal(err)
		}
		spec := match.Spec{Seed: 7, PlayerSeeds: f.PlayerSeeds.Seeds}
		var line [sim.Seats]match.Entry
		for i := range line {
			line[i].Player.Name = "Demo"
		}
		line[1].Player.Name = "./a b"
		s := play.NewSession(t.Context(), &f, nil, spec, line, nil, nil)
		if got := s.Command(s.Seed()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}

// Errors repeat typed text without its control characters.
func TestErrorsArePrintable(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if code := printError(t.Context(), &out, errors.New("no file \x1b]0;x\x07\u202e\xff\nhere, ünï")); code != exitInvalid {
		t.Errorf("exit code %d", code)
	}
	if want := "error: no file ?]0;x??? here, ünï\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestPreferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text  string
		typed []string
		want  string // palette, speed, mouse and motion, or the error
	}{
		"nothing":                   {"", nil, " 5 true"},
		"all":                       {"# mine\npalette = light # a comment\n\nspeed=12.5\r\n mouse = false", nil, "light 12.5 false"},
		"an editor of Windows":      {"palette = light\r\nspeed = 3\r\n", nil, "light 3 true"},
		"motion":                    {"motion = off", nil, "5 true off"},
		"motion that is typed":      {"motion = off", []string{"--motion", "on"}, "5 true on"},
		"motion that is not":        {"motion = little", nil, `config:1: --motion "little": expected on or off`},
		"what is typed counts":      {"palette = light\nspeed = 3", []string{"--speed", "7"}, "light 7 true"},
		"an unknown name":           {"\npallete = light", nil, `config:2: "pallete" cannot be set here; expected one of palette, speed, mouse`},
		"a flag of another kind":    {"paused = true", nil, `config:1: "paused" cannot be set here`},
		"no value":                  {"palette =", nil, `config:1: "palette =": expected NAME = VALUE`},
		"no equals sign":            {"palette light", nil, "expected NAME = VALUE"},
		"a palette that is not":     {"speed = 2\npalette = pink", nil, "config:2: --palette"},
		"a speed that is not":       {"speed = fast", nil, `config:1: speed = "fast": expected a number`},
		"a speed out of range":      {"speed = -1", nil, "config:1: --speed -1"},
		"a truth that is not":       {"mouse = maybe", nil, "true or false"},
		"bytes that are no text":    {"\x1b[31m\x00 = 1", nil, "cannot be set here"},
		"a line that goes on":       {strings.Repeat("x", 5000) + " = 1", nil, "..."},
		"what was typed is refused": {"speed = 2", []string{"--palette", "pink"}, "--palette"},
	} {
		t.Run(name, func(t *testing.T) {
			var f spectate.Config
			cmd := &cobra.Command{}
			addViewFlags(cmd, &f)
			if err := cmd.ParseFlags(c.typed); err != nil {
				t.Fatal(err)
			}
			err := f.CheckDisplay()
			if err == nil {
				err = setPreferences("config", c.text, cmd.Flags(), f.CheckDisplay)
			}
			got := strings.TrimSpace(strings.Join([]string{f.Palette, cmd.Flags().Lookup("speed").Value.String(), cmd.Flags().Lookup("mouse").Value.String(), f.Motion}, " "))
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
		var view spectate.Config
		cmd := &cobra.Command{}
		addViewFlags(cmd, &view)
		if setPreferences("config", text, cmd.Flags(), view.CheckDisplay) == nil && view.CheckDisplay() != nil {
			t.Errorf("%q sets what is refused", text)
		}
	})
}

// TestSeedsMeanOneThing checks that all commands parse --seeds in the same way.
func TestSeedsMeanOneThing(t *testing.T) {
	t.Parallel()
	have := ""
	root := completeProgram()
	for _, cmd := range append(allCommands(root), root) {
		flag := cmd.Flags().Lookup("seeds")
		if flag == nil {
			continue
		}
		have += " " + cmd.Name()
		if _, ok := flag.Value.(*cliarg.Seeds); !ok || !strings.Contains(flag.Usage, cliarg.SeedsUsage) {
			t.Errorf("%s reads --seeds in a way of its own: %s", cmd.CommandPath(), flag.Usage)
		}
	}
	for _, name := range []string{"run", "tournament", "ladder"} {
		if !strings.Contains(have+" ", " "+name+" ") {
			t.Errorf("%s has no --seeds", name)
		}
	}
	for text, want := range map[string]struct {
		seed, seeds string
		first, last int64
	}{
		"which":             {"", "3-7", 3, 7},
		"one":               {"", "5-5", 5, 5},
		"all":               {"", "0-2147483647", 0, 2147483647},
		"how many":          {"3", "5", 3, 7},
		"how many, to last": {"2147483646", "2", 2147483646, 2147483647},
	} {
		f := seedFlags(t, want.seed, want.seeds)
		first, fresh, err := f.FirstSeed(&f.Seeds)
		if err != nil || fresh || int64(first) != want.first || f.Seeds.Last(first) != want.last {
			t.Errorf("%s: %d to %d, %v, %v", text, first, f.Seeds.Last(first), fresh, err)
		}
		if f.Seeds.String() != want.seeds {
			t.Errorf("%s: shown as %s", text, &f.Seeds)
		}
	}
	for _, text := range []string{"", "0", "-3", "1-", "5-1", "a-b", "1-2-3", "1,2", "+1", "1-+2", "1 - 2", "0x1", "2147483648", "1-2147483648", "99999999999999999999"} {
		if s := new(cliarg.Seeds); s.Set(text) == nil {
			t.Errorf("%q is taken for %v", text, s)
		}
	}
	for seed, seeds := range map[string]string{"5": "1-3", "2147483647": "2"} {
		f := seedFlags(t, seed, seeds)
		if first, _, err := f.FirstSeed(&f.Seeds); err == nil {
			t.Errorf("--seed %s --seeds %s begins with %d", seed, seeds, first)
		}
	}
}

// TestFreshSeeds checks that default seeds differ from run to run and are valid.
func TestFreshSeeds(t *testing.T) {
	t.Parallel()
	for _, seeds := range []string{"1", "12", "2147483646", "2147483647"} {
		drawn := map[int32]bool{}
		for range 100 {
			f := seedFlags(t, "", seeds)
			first, fresh, err := f.FirstSeed(&f.Seeds)
			if err != nil || !fresh || first < 0 || f.Seeds.Last(first) > res.MaxInt {
				t.Fatalf("--seeds %s: %d to %d, %v, %v", seeds, first, f.Seeds.Last(first), fresh, err)
			}
			drawn[first] = true
		}
		if len(drawn) < 2 {
			t.Errorf("--seeds %s: always from %v", seeds, drawn)
		}
	}
}

// seedFlags are flags in typed form.
func seedFlags(t *testing.T, seed, seeds string) *runFlags {
	t.Helper()
	var f runFlags
	cmd := &cobra.Command{}
	addMatchFlags(cmd, &f.Request, &infoFlags{})
	cmd.Flags().Var(&f.Seeds, "seeds", cliarg.SeedsUsage)
	args := []string{"--seeds", seeds}
	if seed != "" {
		args = append(args, "--seed", seed)
	}
	if err := errors.Join(cmd.ParseFlags(args), cmd.PreRunE(cmd, nil)); err != nil {
		t.Fatal(err)
	}
	return &f
}

// TestGivenLimitsOverrideThePreset checks that the time for an answer is twice the processor time
// unless it is given too.
func TestGivenLimitsOverrideThePreset(t *testing.T) {
	t.Parallel()
	changed := sim.JudgeLimits
	changed.CPU, changed.Wall, changed.Memory = 5*time.Second, 10*time.Second, 1<<30
	for line, want := range map[string]sim.Limits{"": sim.DefaultLimits, "--limits judge": sim.JudgeLimits, "--limits judge --cpu 5s --memory 1G": changed} {
		var f play.Request
		cmd := &cobra.Command{}
		addMatchFlags(cmd, &f, &infoFlags{})
		if err := errors.Join(cmd.ParseFlags(strings.Fields(line)), cmd.PreRunE(cmd, nil)); err != nil || f.Limits != want {
			t.Errorf("%q: got %+v, %v, want %+v", line, f.Limits, err, want)
		}
	}
	cmd := &cobra.Command{}
	addMatchFlags(cmd, &play.Request{}, &infoFlags{})
	if err := errors.Join(cmd.ParseFlags([]string{"--limits", "jury"}), cmd.PreRunE(cmd, nil)); err == nil || !strings.Contains(err.Error(), "the only preset is judge") {
		t.Errorf("got %v for --limits jury, want the presets that there are", err)
	}
}
