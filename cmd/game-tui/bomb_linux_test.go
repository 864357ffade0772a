package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
)

// needsMemory skips tests of memory use in the race run, and otherwise makes the test parallel.
func needsMemory(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the race detector takes memory of its own")
	}
	t.Parallel()
}

// measured runs the program. It returns its output on standard error, exit code and peak memory in kB.
func measured(t *testing.T, args ...string) (said string, code, peak int) {
	t.Helper()
	cmd := exec.Command("game-tui-measured", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_ = cmd.Run() // callers check the exit code
	if _, err := fmt.Sscanf(string(peakLine.Find(stderr.Bytes())), "VmHWM: %d kB", &peak); err != nil {
		t.Fatalf("no peak in %q", stderr.String())
	}
	return stderr.String(), cmd.ProcessState.ExitCode(), peak
}

// A bomb is a recording that needs as much memory as possible.
type bomb struct {
	game   string
	set    map[string]int                  // of the configuration
	state  func(first string) string       // optional change of the first state
	orders func(k int) (n int, all string) // of round k
	size   int                             // at least, in bytes
	blanks int64                           // at the end
}

// write writes the recording, compressed if the name ends in .gz.
func (b *bomb) write(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	var w io.WriteCloser = f
	if strings.HasSuffix(name, ".gz") {
		w, _ = gzip.NewWriterLevel(f, gzip.BestSpeed)
	}
	out := bufio.NewWriterSize(w, 1<<20)
	header, first, rounds := b.start(t)
	out.Write(header)
	n := len(header)
	at := regexp.MustCompile(`(?m)^round\s+0$`).FindStringIndex(first)
	until, even := first[:at[1]-1], first[at[1]:]
	odd := regexp.MustCompile(`(?m)^day 1$`).ReplaceAllString(even, "day 0")
	for k := 0; k <= rounds && n < b.size; k++ {
		orders, all := b.orders(k)
		written, _ := fmt.Fprintf(out, "%s%d%s\ncommands\n%d\n%s\n", until, k, [2]string{even, odd}[k%2], orders, all)
		n += written
	}
	io.CopyN(out, blanks{}, b.blanks)
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	f.Close()
}

// start returns header, first state and number of rounds.
func (b *bomb) start(t *testing.T) ([]byte, string, int) {
	text := configs.Default(b.game)
	for key, value := range b.set {
		text = regexp.MustCompile(`(?m)^`+key+`\s.*$`).ReplaceAll(text, fmt.Appendf(nil, "%s %d", key, value))
	}
	config, err := catalog.ReadConfig(text)
	if err != nil {
		t.Fatal(err)
	}
	game, _ := catalog.Find(b.game)
	board, err := game.NewBoard(config.Settings, []byte("RANDOM"), 30)
	if err != nil {
		t.Fatal(err)
	}
	header := fmt.Appendf(nil, "Game\n\nSeed 30\n\n%snames A B C D\n", config.Settings.AppendText(nil))
	first := string(board.State().AppendText(nil))
	if b.state != nil {
		first = b.state(first)
	}
	return header, first, config.Settings.Rounds()
}

type blanks struct{}

func (blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// none returns no orders.
func none(int) (int, string) { return 0, "" }

// same returns the same order n times.
func same(order string, n int) func(int) (int, string) {
	all := strings.Repeat(order, n)
	return func(int) (int, string) { return n, all }
}

// crowded returns a state of The Purge on a board of 12×12 with 40 citizens in pairs of enemies.
func crowded(string) string {
	var grid, table strings.Builder
	n := 0
	for i := range 12 {
		fmt.Fprintf(&grid, "%02d ", i)
		for j := range 12 {
			if j > 7 || n == 40 {
				grid.WriteByte('.')
				continue
			}
			grid.WriteByte('W')
			fmt.Fprintf(&table, "w\t%d\t%d\t%d\t%d\th\t50\n", n, j%4, i, j)
			n++
		}
		grid.WriteByte('\n')
	}
	return fmt.Sprintf("\n\n   000000000011\n   012345678901\n%s\ncitizens\n%d\ntype id player row column weapon life\n%s\n"+
		"barricades\n0\nplayer row column resistance\n\nround 0\nday 1\n\nscore 0 0 0 0\n\nstatus 0 0 0 0\n\n", &grid, n, &table)
}

// brawl makes all citizens attack at night.
func brawl(k int) (int, string) {
	if k%2 == 0 {
		return 0, ""
	}
	var all strings.Builder
	for id := range 40 {
		fmt.Fprintf(&all, "%d m %c\n", id, "rl"[id%2])
	}
	return 40, all.String()
}

// tooMuch matches the error about a recording that is too large.
var tooMuch = regexp.MustCompile(`bomb\.res(\.gz)?:\d+: (round \d+: the recording exceeds the memory limit of 200 MB|larger than the limit of 64 MiB)`)

// TestRecordingsNeedNoMoreThanTheMemoryLimit opens recordings that need as much memory as possible.
// Recordings that are too large are refused with the line.
func TestRecordingsNeedNoMoreThanTheMemoryLimit(t *testing.T) {
	needsMemory(t)
	const most = res.MaxTextBytes - 400_000
	small := map[string]int{"NUM_ROUNDS": 1_000_000, "NUM_INI_WIZARDS_PER_CLAN": 1, "NUM_INI_BOOKS": 1}
	purge := map[string]int{"NUM_DAYS": 500_000, "NUM_ROUNDS_PER_DAY": 2, "BOARD_ROWS": 12, "BOARD_COLS": 12,
		"NUM_INI_BUILDERS": 6, "NUM_INI_WARRIORS": 4, "LIFE_LOST_IN_ATTACK": 1}
	for name, c := range map[string]struct {
		bomb
		file    string
		refused bool
	}{
		"orders": {bomb{game: "harrypotter", set: small, orders: same("0md", sim.Seats*sim.MaxOrders), size: most}, "bomb.res.gz", true},
		"a spell": {bomb{game: "harrypotter", set: small, size: 2000, orders: func(int) (int, string) {
			return 1, "0s33000000" + strings.Repeat(" 0", 33_000_000)
		}}, "bomb.res", false},
		"a large text": {bomb{game: "harrypotter", set: small, orders: none, size: res.MaxTextBytes + 1}, "bomb.res", true},
		"blanks":       {bomb{game: "harrypotter", set: small, orders: none, size: 100_000, blanks: 512 << 20}, "bomb.res.gz", true},
		"many wizards": {bomb{game: "harrypotter", set: map[string]int{"NUM_ROUNDS": 1_000_000, "NUM_INI_WIZARDS_PER_CLAN": 50}, orders: none, size: most}, "bomb.res.gz", false},
		"hints":        {bomb{game: "moneyheist", set: map[string]int{"NUM_ROUNDS": 1_000_000, "SIZE_HINTS_PER_BOX": 9_999}, orders: none, size: most}, "bomb.res.gz", true},
		"small states": {bomb{game: "thepurge", set: purge, orders: none, size: most}, "bomb.res.gz", true},
		"fights":       {bomb{game: "thepurge", set: purge, state: crowded, orders: brawl, size: most}, "bomb.res.gz", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), c.file)
			c.write(t, file)
			said, code, peak := measured(t, "watch", file)
			info, _ := os.Stat(file)
			t.Logf("%.1f MB on the disk, %d MB of memory: %s", float64(info.Size())/1e6, peak/1000, strings.ReplaceAll(said, "\n", "; "))
			if peak > mostMemory {
				t.Errorf("got a peak of %d kB, want at most %d", peak, mostMemory)
			}
			if c.refused && (code != exitInvalid || !tooMuch.MatchString(said)) {
				t.Errorf("got exit code %d, %q, want %d and %s", code, said, exitInvalid, tooMuch)
			} else if !c.refused && code != exitOK {
				t.Errorf("got exit code %d, %q, want %d", code, said, exitOK)
			}
		})
	}
}

// TestStatsOfManyRoundsAreNotKeptInMemory prints the figures of all rounds of the longest
// recordings.
func TestStatsOfManyRoundsAreNotKeptInMemory(t *testing.T) {
	needsMemory(t)
	file := filepath.Join(t.TempDir(), "bomb.res.gz")
	b := bomb{game: "thepurge", orders: none, size: res.MaxTextBytes, state: func(string) string {
		return "0 0\n" + strings.Repeat("0 ............\n", 12) + "citizens 0\nt i p r c w l\nbarricades 0\np r c r\nround 0\nday 1\nscore 0 0 0 0\nstatus 0 0 0 0\n"
	}, set: map[string]int{"NUM_DAYS": 40_000, "NUM_ROUNDS_PER_DAY": 2, "BOARD_ROWS": 12, "BOARD_COLS": 12}}
	counts := func(days int, form string, most int) int {
		b.set["NUM_DAYS"] = days
		b.write(t, file)
		said, code, peak := measured(t, "stats", "--rounds", form, "--quiet", file)
		t.Logf("%d days, %s: %d MB of memory: %s", days, form, peak/1000, said)
		if peak > most || code != exitOK {
			t.Errorf("%s: exit code %d, %d kB: %s", form, code, peak, said)
		}
		return peak
	}
	counts(40_000, "--json", mostMemory)
	counts(7000, "--csv", counts(7000, "--json", mostMemory)+20_000)
	if said, code, peak := measured(t, "stats", "--rounds", "--quiet", file); peak > mostMemory || code != exitInvalid || !strings.Contains(said, "too many for a table") {
		t.Errorf("a table: exit code %d, %d kB: %s", code, peak, said)
	}
}

// TestNotesNeedNoMoreThanTheMemoryLimit opens notes that need as much memory as possible; they are
// ignored.
func TestNotesNeedNoMoreThanTheMemoryLimit(t *testing.T) {
	needsMemory(t)
	file := filepath.Join(t.TempDir(), "bomb.res")
	b := bomb{game: "harrypotter", set: map[string]int{"NUM_ROUNDS": 1500}, orders: none, size: res.MaxTextBytes}
	b.write(t, file)
	text := readFile(t, file)
	notes := fmt.Appendf(nil, "{\"notes\":2,\"sha256\":\"%x\"}\n", sha256.Sum256(text))
	for k := range 400 {
		notes = fmt.Appendf(notes, "{\"round\":%d,\"events\":[%s[]]}\n", k, strings.Repeat("[],", 19_000))
	}
	writeFile(t, file+".notes", notes, 0o666)
	said, code, peak := measured(t, "watch", file)
	t.Logf("%d MB of memory: %s", peak/1000, said)
	if peak > mostMemory || code != exitOK || !regexp.MustCompile(`notes:\d+: round \d+: recording and notes exceed the memory limit`).MatchString(said) {
		t.Errorf("exit code %d, %d kB: %s", code, peak, said)
	}
}

// TestLargestRecordingsOpenWithinMemory plays matches whose recordings are too large: run warns,
// and watch refuses them. Recordings just below the limits open.
func TestLargestRecordingsOpenWithinMemory(t *testing.T) {
	needsMemory(t)
	for _, c := range []struct {
		game, key string
		over      int
		fits      float64 // share of the recording
	}{
		{"harrypotter", "NUM_ROUNDS", 11_000, 0.95},
		{"moneyheist", "NUM_ROUNDS", 11_000, 0.9},
		{"thepurge", "NUM_DAYS", 1100, 0.8},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			config := regexp.MustCompile(`(?m)^`+c.key+`\s.*$`).ReplaceAll(configs.Default(c.game), fmt.Appendf(nil, "%s %d", c.key, c.over))
			input, file := filepath.Join(dir, "x.cnf"), filepath.Join(dir, "bomb.res")
			writeFile(t, input, config, 0o666)
			said, code, _ := measured(t, "run", "Demo", "Demo", "Demo", "Demo", "-s", "30", "-i", input, "-o", file)
			if code != exitOK || !strings.Contains(said, "too large to open again") {
				t.Errorf("run: exit code %d, %q, want a warning", code, said)
			}
			said, code, peak := measured(t, "watch", file)
			if code != exitInvalid || !tooMuch.MatchString(said) || peak > mostMemory {
				t.Errorf("watch all: exit code %d, %d kB, %q, want it refused within %d kB", code, peak, said, mostMemory)
			}
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file, int64(float64(info.Size())*c.fits)); err != nil {
				t.Fatal(err)
			}
			said, code, peak = measured(t, "watch", file)
			t.Logf("%d of %d bytes: %d MB of memory", int64(float64(info.Size())*c.fits), info.Size(), peak/1000)
			if code != exitOK || peak > mostMemory {
				t.Errorf("watch a part: exit code %d, %d kB, %q, want it opened within %d kB", code, peak, said, mostMemory)
			}
		})
	}
}
