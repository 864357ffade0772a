package cliarg

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"game-tui/sim/res"
	"game-tui/sim/sanitize"
	"game-tui/sim/simtest"
)

func TestParseSize(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"1": 1, "512M": 512 << 20, "2G": 2 << 30, "64K": 64 << 10,
		"": 0, "M": 0, "-1": 0, "0": 0, "1.5G": 0, "9999999999G": 0, "1T": 0,
	} {
		var got Size
		if err := got.Set(text); int64(got) != want || (err == nil) != (want > 0) || err == nil && text != "1" && got.String() != text {
			t.Errorf("%q: %v, %v, want %d", text, got, err, want)
		}
	}
}

func TestShellReadsQuotedWords(t *testing.T) {
	t.Parallel()
	simtest.NeedsProgram(t, "bash")
	words := append([]string{"", "'", "''", "a'\n'b", "\xff", "\n", "a\n"}, simtest.HostileNames...)
	var line strings.Builder
	for _, word := range words {
		fmt.Fprintf(&line, " %s", Quote(word))
		fmt.Fprintf(&line, " --x=%s", Quote(word))
	}
	if sanitize.Line(line.String()) != line.String() {
		t.Errorf("cannot be shown: %q", line.String())
	}
	out, err := exec.Command("bash", "-c", "printf '%s\\0'"+line.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	if len(got) != 2*len(words) {
		t.Fatalf("%d words, want %d", len(got), 2*len(words))
	}
	for i, word := range words {
		if got[2*i] != word || got[2*i+1] != "--x="+word {
			t.Errorf("%q is %q and %q in %s", word, got[2*i], got[2*i+1], Quote(word))
		}
	}
}

// FuzzSeeds checks that accepted seeds round-trip through their text form.
func FuzzSeeds(f *testing.F) {
	for _, text := range []string{"1-12", "12", "0", "5-1", "-", "0-2147483647", "2147483648", "١"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s, again Seeds
		if s.Set(text) != nil {
			return
		}
		if s.Count < 1 || s.First < 0 || s.Last(s.First) > res.MaxInt {
			t.Errorf("%q is %d seeds from %d on", text, s.Count, s.First)
		}
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is written %q, and read as %v, %v", text, &s, again, err)
		}
	})
}

// FuzzPlayerSeeds checks that accepted player seeds round-trip through their text form.
func FuzzPlayerSeeds(f *testing.F) {
	for _, text := range []string{"1,2,3,4", "0,0,0,2147483647", "1,2,3", "1,2,3,-4", "", ",,,", "1,2,3,4,5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var p, again PlayerSeeds
		if p.Set(text) != nil {
			return
		}
		if err := again.Set(p.String()); err != nil || *again.Seeds != *p.Seeds {
			t.Errorf("%q is %v, and read again %v, %v", text, p, again, err)
		}
	})
}

func TestStrictSeedIsReadLikeTheOfficialPrograms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int32{
		"30": 30, "abc": 0, "12abc": 12, "0x10": 0, "": 0, " \t7": 7, "+5": 5, "-5": -5, "--5": 0, "+-5": 0, "-": 0,
		"2147483647": 2147483647, "2147483648": 2147483647, "99999999999999999999": 2147483647, "-99999999999": -2147483648,
	} {
		if got := parseKitSeed(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
