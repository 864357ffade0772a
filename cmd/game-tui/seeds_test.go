package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/typed"
	"game-tui/sim/res"
)

// TestSeedsMeanOneThing: --seeds is read in one way by every command that has it.
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
		if _, ok := flag.Value.(*typed.Seeds); !ok || !strings.HasSuffix(flag.Usage, typed.SeedsUsage) {
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
		if s := new(typed.Seeds); s.Set(text) == nil {
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

// TestFreshSeeds: seeds that nobody has named begin elsewhere each time, and all of them are seeds.
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

// seedFlags are flags as they are typed.
func seedFlags(t *testing.T, seed, seeds string) *runFlags {
	t.Helper()
	var f runFlags
	cmd := &cobra.Command{}
	addMatch(cmd, &f.Request, &infoFlags{})
	cmd.Flags().Var(&f.Seeds, "seeds", typed.SeedsUsage)
	if err := cmd.ParseFlags([]string{"--seed", seed, "--seeds", seeds}); err != nil {
		t.Fatal(err)
	}
	return &f
}
