package thepurge_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
	"game-tui/sim/res"
)

// load reads a configuration and creates its board. Offsets in errors count from the start of the
// text.
func load(text []byte, seed int32) (sim.Board, *tp.Settings, error) {
	s, n, err := game.ReadSettings(text)
	if err != nil {
		return nil, nil, err
	}
	b, err := game.NewBoard(s, text[n:], seed)
	var in *sim.InputError
	if errors.As(err, &in) {
		in.Offset += n
	}
	return b, s.(*tp.Settings), err
}

func TestWrongConfigurationsAreRefused(t *testing.T) {
	t.Parallel()
	fixed := string(configs.Default("thepurge-fixed"))
	random := string(configs.Default("thepurge"))
	for _, c := range []struct {
		name, text, old, new string
		at                   string // start of the line with the fault, after the change
		want                 string
	}{
		{"other game", random, "ThePurge 1.0", "HarryPotter 1.0", "HarryPotter", "ThePurge"},
		{"other version", random, "ThePurge 1.0", "ThePurge 2.0", "ThePurge", "1.0"},
		{"missing key", random, "NUM_DAYS                    5\n", "", "NUM_ROUNDS_PER_DAY", "NUM_DAYS"},
		{"five players", random, "NUM_PLAYERS                 4", "NUM_PLAYERS 5", "NUM_PLAYERS", "must be 4"},
		{"odd rounds", random, "NUM_ROUNDS_PER_DAY          50", "NUM_ROUNDS_PER_DAY 7", "NUM_ROUNDS_PER_DAY", "even"},
		{"many rounds", random, "NUM_DAYS                    5", "NUM_DAYS 900000000", "NUM_ROUNDS_PER_DAY", "NUM_DAYS"},
		{"out of range", random, "BOARD_COLS                  30", "BOARD_COLS 51", "BOARD_COLS", "between 12 and 50"},
		{"no number", random, "MONEY_POINTS                5", "MONEY_POINTS five", "MONEY_POINTS", "whole number"},
		{"fraction", random, "MONEY_POINTS                5", "MONEY_POINTS 5.5", "MONEY_POINTS", "whole number"},
		{"weapons", random, "GUN_STRENGTH_ATTACK         100", "GUN_STRENGTH_ATTACK 9", "BAZOOKA_STRENGTH_ATTACK", "ATTACK"},
		{"builder", random, "BUILDER_STRENGTH_DEMOLISH   3", "BUILDER_STRENGTH_DEMOLISH 11", "BAZOOKA_STRENGTH_DEMOLISH", "DEMOLISH"},
		{"resistance", random, "BARRICADE_MAX_RESISTANCE    320", "BARRICADE_MAX_RESISTANCE 39", "BARRICADE_MAX_RESISTANCE", "STEP"},
		{"no generator", random, "RANDOM\n", "", "", "RANDOM or FIXED"},
		{"wrong generator", random, "RANDOM\n", "random\n", "random", "RANDOM or FIXED"},
		{"character", fixed, "05 ..BB...", "05 ..BB..?", "05 ", "cell (5,6) is '?': must be one of"},
		{"short row", fixed, "05 ..BB...", "05 ..BB..", "05 ", "expected 32"},
		{"one row more", fixed, "\n\ncitizens", "\n16 ................................\n\ncitizens", "16 ", "more rows than BOARD_ROWS (16)"},
		{"one row less", fixed, "15 ................................\n", "", "citizens", "BOARD_ROWS is 16"},
		{"another money", fixed, "05 ..BB...", "05 M.BB...", "15 ", "the board has 9 money, but NUM_INI_MONEY is 8"},
		{"a gun less", fixed, "G..BB", "...BB", "15 ", "the board has 3 guns, but NUM_INI_GUNS is 4"},
		{"a citizen more", fixed, "\n24\n", "\n25\n", "barricades", "citizen 25 of 25"},
		{"a citizen less", fixed, "\n24\n", "\n23\n", "w 23", "expected \"barricades\""},
		{"too many citizens", fixed, "\n24\n", "\n41\n", "41", "between 0 and 40"},
		{"negative number", fixed, "\n24\n", "\n-1\n", "-1", "between 0 and 40"},
		{"unbalanced", fixed, "w 23 3 14 25 h 100", "b 23 3 14 25 n 60", "b 23", "builders"},
		{"citizen in a building", fixed, "w 23 3 14 25", "w 23 3 14 23", "w 23", "\"B\""},
		{"citizen outside", fixed, "w 23 3 14 25", "w 23 3 16 25", "w 23", "row is 16"},
		{"citizen of nobody", fixed, "w 23 3 14 25", "w 23 4 14 25", "w 23", "the citizen's player"},
		{"same id", fixed, "w 23 3 14 25", "w 22 3 14 25", "w 22", "two citizens have the id 22"},
		{"id of nobody", fixed, "w 23 3 14 25", "w -1 3 14 25", "w -1", "-1"},
		{"same cell", fixed, "b 1 0 4 3", "b 1 0 2 3", "b 1 ", "are both at (2,3)"},
		{"builder with a hammer", fixed, "b 1 0 4 3 n", "b 1 0 4 3 h", "b 1 ", "weapon n for a builder"},
		{"warrior without", fixed, "w 23 3 14 25 h", "w 23 3 14 25 n", "w 23", "h, g or b for a warrior"},
		{"hurt", fixed, "w 23 3 14 25 h 100", "w 23 3 14 25 h 99", "w 23", "starts with 100"},
		{"no barricades", fixed, "\nbarricades\n0\n", "\n", "player", "barricades"},
		{"barricade on money", fixed, "0\nplayer row column resistance\n", "1\nplayer row column resistance\n0 6 5 40\n", "0 6", "is on an occupied cell"},
		{"barricade of another", fixed, "0\nplayer row column resistance\n", "1\nplayer row column resistance\n1 2 3 40\n", "1 2", "is on an occupied cell"},
		{"two barricades", fixed, "0\nplayer row column resistance\n", "2\nplayer row column resistance\n1 0 0 40\n1 0 0 40\n", "1 0", "is on an occupied cell"},
		{"too strong", fixed, "0\nplayer row column resistance\n", "1\nplayer row column resistance\n1 0 0 321\n", "1 0", "between 0 and 320"},
		{"too many", fixed, "0\nplayer row column resistance\n", "4\nplayer row column resistance\n1 0 0 1 1 0 1 1 1 0 2 1 1 0 3 1\n", "1 0", "MAX_NUM_BARRICADES"},
		{"cut", fixed, "0\nplayer row column resistance\n", "1\nplayer row column resistance\n1 0 0", "1 0", "unexpected end of text: expected the barricade's resistance"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(c.text, c.old, c.new, 1)
			if text == c.text {
				t.Fatalf("the configuration does not contain %q", c.old)
			}
			_, _, err := load([]byte(text), 1)
			var in *sim.InputError
			if !errors.As(err, &in) {
				t.Fatalf("error %v", err)
			}
			lines := strings.Split(text, "\n")
			line := lines[sim.LineNumber([]byte(text), in.Offset)-1]
			if !strings.HasPrefix(line, c.at) || !strings.Contains(in.Msg, c.want) || strings.Contains(in.Msg, "\n") {
				t.Errorf("%q in line %q, want %q in %q…", in.Msg, line, c.want, c.at)
			}
		})
	}
}

// TestFixedBoardsAreAccepted covers boards that the official program also accepts.
func TestFixedBoardsAreAccepted(t *testing.T) {
	t.Parallel()
	text := string(configs.Default("thepurge-fixed"))
	for name, change := range map[string]func(string) string{
		"as it is":  func(s string) string { return s },
		"CRLF":      func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
		"one line":  func(s string) string { return strings.Join(strings.Fields(s), "\v") },
		"more text": func(s string) string { return s + "anything" },
		"barricades": func(s string) string {
			return strings.Replace(s, "0\nplayer row column resistance\n", "3\np r c r\n0 2 3 40\n0 2 3 50\n1 0 0 0\n", 1)
		},
		"unbalanced players": func(s string) string { return strings.Replace(s, "w 23 3", "w 23 0", 1) },
		"free ids":           func(s string) string { return strings.Replace(s, "b 0 0", "b -7 0", 1) },
		"armed":              func(s string) string { return strings.Replace(s, "w 23 3 14 25 h", "w 23 3 14 25 b", 1) },
	} {
		b, s, err := load([]byte(change(text)), 9)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if b.RandState() != 9 || b.Round() != 0 {
			t.Errorf("%s: generator at %d, round %d", name, b.RandState(), b.Round())
		}
		checkRoundTrip(t, s, b.State().AppendText(nil))
	}
}

func checkRoundTrip(t testing.TB, s sim.Settings, text []byte) {
	t.Helper()
	state, n, err := game.ReadState(s, text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if got := state.AppendText(nil); !bytes.Equal(got, text) || len(bytes.TrimSpace(text[n:])) > 0 {
		t.Fatalf("read and written again:\n%s\nwant\n%s", got, text)
	}
}

// reread reads a recording and writes it again.
func reread(t *testing.T, text []byte) {
	t.Helper()
	rec, cut, err := res.Read(text, []sim.Game{game}, "")
	if err != nil || cut != nil {
		t.Fatal(err, cut)
	}
	var out bytes.Buffer
	if _, err := res.Write(&out, rec); err != nil || !bytes.Equal(out.Bytes(), text) {
		t.Errorf("%v; written again: %v", err, res.Diff(text, out.Bytes()))
	}
}

func TestRecordingsOfOtherSourcesAreReadBack(t *testing.T) {
	t.Parallel()
	reread(t, mustPlay(t, config(map[string]int{"BUILDER_STRENGTH_DEMOLISH": 10}), 30, four("Demo")...).Recording)
	m, err := newMatch(violent(), 5, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	m.Start()
	for k := range m.set.Rounds() {
		m.Board.SetStatus(k%4, float64(k%300)/300)
		if k > 70 {
			m.Board.SetStatus(2, -1)
		}
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
	reread(t, append([]byte("Sec"), m.Recording...))
}

func TestWrongStatesAreRefused(t *testing.T) {
	t.Parallel()
	b, s, err := load(configs.Default("thepurge-fixed"), 1)
	if err != nil {
		t.Fatal(err)
	}
	good := string(b.State().AppendText(nil))
	for _, c := range []struct{ old, new, want string }{
		{"02 ..BC", "02 ..B.", "tables"},
		{"02 ..BC", "02 ..Bc", "tables"},
		{"02 ..BC", "02 ..BX", "must be one of"},
		{"b\t0\t0\t2\t3\tn\t60", "b\t0\t0\t2\t3\tn\t61", "builder's life"},
		{"b\t0\t0\t2\t3\tn\t60", "b\t1\t0\t2\t3\tn\t60", "two citizens"},
		{"round 0", "round 251", "between 0 and 250"},
		{"round 0", "round 25", "day is 1"},
		{"day 1", "day 0", "day is 0"},
		{"score\t0", "score\t-1", "score is -1"},
		{"status\t0", "status\t1.5", "a status"},
		{"status\t0", "status\tnan", "status: expected"},
		{"status\t0\t0\t0\t0", "status\t0\t0", "end of the text"},
		{"barricades\n0", "barricades\n1", "the barricade's player"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("no %q in the state", c.old)
		}
		if _, _, err := game.ReadState(s, []byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.new, err, c.want)
		}
	}
}
