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
	"game-tui/sim/catalog"
	"game-tui/sim/res"
)

// needsMemory skips a test that measures memory where it is not the program's alone.
func needsMemory(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the race detector takes memory of its own")
	}
}

// measured runs the program and returns what it says and its peak of memory, in kB.
func measured(t *testing.T, args ...string) (said string, code, peak int) {
	t.Helper()
	cmd := exec.Command("game-tui-measured", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	_ = cmd.Run() // its exit code says how it ended
	if _, err := fmt.Sscanf(string(peakLine.Find(stderr.Bytes())), "VmHWM: %d kB", &peak); err != nil {
		t.Fatalf("no peak in %q", stderr.String())
	}
	return stderr.String(), cmd.ProcessState.ExitCode(), peak
}

// bomb is a recording that costs as much as can be.
type bomb struct {
	game   string
	set    map[string]int                  // values of the configuration
	state  func(first string) string       // changes the first state; nil: as it is
	orders func(k int) (n int, all string) // of round k
	size   int                             // text that is written at least
	blanks int64                           // blanks behind it
}

// write writes the bomb as a file that is packed, or not, by its name.
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

// start returns the header, the first state and the number of rounds.
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

// none gives no orders.
func none(int) (int, string) { return 0, "" }

// same gives one order again and again.
func same(order string, n int) func(int) (int, string) {
	all := strings.Repeat(order, n)
	return func(int) (int, string) { return n, all }
}

// crowded is a state of The Purge on a board of 12×12 in which 40 citizens
// stand in pairs of enemies, for fights that could end in any way.
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

// brawl lets all citizens of a crowd attack, by night.
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

// tooMuch are the words with which a recording is refused.
var tooMuch = regexp.MustCompile(`bomb\.res(\.gz)?:\d+: (round \d+: the recording needs more than 200 MB of memory|larger than the limit of 64 MiB)`)

// TestBombs opens recordings made to cost as much as can be: what is too large
// is refused with the line, and nothing takes more memory than it may.
func TestBombs(t *testing.T) {
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
			file := filepath.Join(t.TempDir(), c.file)
			c.write(t, file)
			said, code, peak := measured(t, "watch", file)
			info, _ := os.Stat(file)
			t.Logf("%.1f MB on the disk, %d MB of memory: %s", float64(info.Size())/1e6, peak/1000, strings.ReplaceAll(said, "\n", "; "))
			if peak > mostMemory {
				t.Errorf("it takes %d kB", peak)
			}
			if c.refused && (code != codeWrong || !tooMuch.MatchString(said)) {
				t.Errorf("not refused (exit code %d): %s", code, said)
			} else if !c.refused && code != codeDone {
				t.Errorf("exit code %d: %s", code, said)
			}
		})
	}
}

// TestManyRounds counts in recordings of as many rounds as are opened: what is printed of
// each round is not kept.
func TestManyRounds(t *testing.T) {
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
		if peak > most || code != codeDone {
			t.Errorf("%s: exit code %d, %d kB: %s", form, code, peak, said)
		}
		return peak
	}
	counts(40_000, "--json", mostMemory)
	counts(7000, "--csv", counts(7000, "--json", mostMemory)+20_000) // all rounds take a quarter of a minute
	if said, code, peak := measured(t, "stats", "--rounds", "--quiet", file); peak > mostMemory || code != codeWrong || !strings.Contains(said, "too many for a table") {
		t.Errorf("a table: exit code %d, %d kB: %s", code, peak, said)
	}
}

// TestNotesBomb opens notes made to cost as much as can be: they are left alone.
func TestNotesBomb(t *testing.T) {
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
	if peak > mostMemory || code != codeDone || !regexp.MustCompile(`notes:\d+: round \d+: recording and notes need more`).MatchString(said) {
		t.Errorf("exit code %d, %d kB: %s", code, peak, said)
	}
}

// TestLargestRecordings opens recordings of long matches: those just below the
// limits, and those above them, of which run has warned.
func TestLargestRecordings(t *testing.T) {
	needsMemory(t)
	for _, c := range []struct {
		game, key  string
		fits, over int
	}{
		{"harrypotter", "NUM_ROUNDS", 10_500, 11_000},
		{"moneyheist", "NUM_ROUNDS", 9_900, 11_000},
		{"thepurge", "NUM_DAYS", 900, 1200},
	} {
		t.Run(c.game, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, value := range []int{c.fits, c.over} {
				config := regexp.MustCompile(`(?m)^`+c.key+`\s.*$`).ReplaceAll(configs.Default(c.game), fmt.Appendf(nil, "%s %d", c.key, value))
				input, file := filepath.Join(dir, "x.cnf"), filepath.Join(dir, "bomb.res")
				writeFile(t, input, config, 0o666)
				said, code, _ := measured(t, "run", "Demo", "Demo", "Demo", "Demo", "-s", "30", "-i", input, "-o", file)
				if warned := strings.Contains(said, "too large to open again"); code != codeDone || warned != (value == c.over) {
					t.Errorf("run %d: exit code %d: %s", value, code, said)
				}
				said, code, peak := measured(t, "watch", file)
				t.Logf("%d: %d MB of memory", value, peak/1000)
				if peak > mostMemory {
					t.Errorf("%d: it takes %d kB", value, peak)
				}
				if refused := tooMuch.MatchString(said); refused != (value == c.over) || refused != (code == codeWrong) {
					t.Errorf("watch %d: exit code %d: %s", value, code, said)
				}
			}
		})
	}
}
