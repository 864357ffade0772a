package harrypotter_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
)

func settings(t testing.TB, text []byte) *hp.Settings {
	t.Helper()
	s, _, err := hp.Game.ReadSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*hp.Settings)
}

// The generator's state behind each stage of making a board, as the official
// engine has it, and where Voldemort starts.
func TestGeneration(t *testing.T) {
	t.Parallel()
	set := settings(t, configs.Default("harrypotter"))
	for _, c := range []struct {
		seed      int32
		walls     int
		states    [6]int64
		voldemort sim.Pos
	}{
		{0, 782, [6]int64{1227008312, 490328304, 2122955088, 350363500, 920916472, 21161534}, sim.Pos{Row: 1, Col: 17}},
		{1, 788, [6]int64{673139809, 597436985, 1841583385, 250586437, 1753012433, 675893695}, sim.Pos{Row: 17, Col: 42}},
		{2, 642, [6]int64{62801726, 462595510, 563315990, 1416581266, 1651203582, 539015092}, sim.Pos{Row: 17, Col: 58}},
		{30, 653, [6]int64{1313262822, 1991886942, 1815751614, 986078650, 1677164318, 1836637652}, sim.Pos{Row: 52, Col: 30}},
		{12345, 741, [6]int64{856579567, 262515591, 1660518759, 1179323251, 1612089159, 390839077}, sim.Pos{Row: 10, Col: 25}},
		{2147483647, 673, [6]int64{462970785, 2113725817, 1925722201, 1767511173, 1251814201, 975557223}, sim.Pos{Row: 29, Col: 3}},
	} {
		b, walls, states, err := hp.Stages(set, c.seed)
		if err != nil {
			t.Fatalf("seed %d: %v", c.seed, err)
		}
		if walls != c.walls || states != c.states {
			t.Errorf("seed %d: %d walls, states %v\nwant %d, %v", c.seed, walls, states, c.walls, c.states)
		}
		if v := b.State().(*hp.State).Voldemort(); v != c.voldemort {
			t.Errorf("seed %d: Voldemort at %v, want %v", c.seed, v, c.voldemort)
		}
	}
}

func initial(t testing.TB, seed int32) *hp.State {
	t.Helper()
	m, err := newMatch(configs.Default("harrypotter"), seed)
	if err != nil {
		t.Fatal(err)
	}
	return m.Board.State().(*hp.State)
}

func TestInitialStates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		seed        int32
		ghosts      [sim.Seats]sim.Pos
		ingredients [hp.NumIngredients]int
		size        int
		hash        string
	}{
		{0, [sim.Seats]sim.Pos{}, [hp.NumIngredients]int{}, 5965, "044f56b09d5b4449af7c922fdb71f3c05517160076b54cffdc750350d902597b"},
		{1, [sim.Seats]sim.Pos{{Row: 43, Col: 15}, {Row: 5, Col: 54}, {Row: 17, Col: 35}, {Row: 17, Col: 46}},
			[...]int{5, 8, 6, 7, 6, 7, 8, 5, 5, 9, 5, 9, 7, 8, 5}, 5958, "6fd1dfa649b4c931af02a47f0054407ca2a8e7804d8aee71238c00f147338141"},
		{2, [sim.Seats]sim.Pos{{Row: 21, Col: 48}, {Row: 19, Col: 25}, {Row: 4, Col: 49}, {Row: 13, Col: 22}},
			[...]int{7, 7, 6, 7, 9, 7, 8, 9, 7, 5, 6, 11, 10, 7, 9}, 5962, "5dc339e37bdbfc106ecb9b017cee6b5e73dc039b3d94b7138ea34fce803442ce"},
		{30, [sim.Seats]sim.Pos{{Row: 44, Col: 39}, {Row: 31, Col: 44}, {Row: 55, Col: 30}, {Row: 55, Col: 16}},
			[...]int{7, 6, 5, 7, 10, 5, 6, 9, 5, 5, 8, 9, 5, 6, 7}, 5958, "9cf3164e8208610631282ae1a60d11a737d846e02c7c7db3a9494b0cea322442"},
		{12345, [sim.Seats]sim.Pos{{Row: 51, Col: 57}, {Row: 40, Col: 46}, {Row: 33, Col: 5}, {Row: 6, Col: 51}},
			[...]int{5, 7, 7, 7, 9, 10, 10, 9, 8, 7, 10, 8, 5, 5, 8}, 5962, "ccde8f692858c18494ba17779f25a6c3f397d02a91caf0f22ab2dddca36c297d"},
		{2147483647, [sim.Seats]sim.Pos{}, [hp.NumIngredients]int{}, 5958, "8460b767736d4038dc9178f97f57c61b5c0ded949eabda5b3bbb282def44e86a"},
	} {
		s := initial(t, c.seed)
		if text := s.AppendText(nil); sum(text) != c.hash || len(text) != c.size {
			t.Errorf("seed %d: %d bytes with hash %s, want %d, %s", c.seed, len(text), sum(text), c.size, c.hash)
		}
		if c.ingredients[0] == 0 {
			continue
		}
		for pl, want := range c.ghosts {
			if got := s.Unit(int32(pl)).Pos; got != want {
				t.Errorf("seed %d: ghost %d at %v, want %v", c.seed, pl, got, want)
			}
		}
		if got := s.Ingredients(); got != c.ingredients {
			t.Errorf("seed %d: ingredients %v, want %v", c.seed, got, c.ingredients)
		}
	}
}

func TestInitialStateOfSeed30(t *testing.T) {
	t.Parallel()
	s := initial(t, 30)
	for id, want := range map[int32]sim.Pos{4: {Row: 45, Col: 24}, 5: {Row: 15, Col: 53}} {
		if got := s.Unit(id).Pos; got != want {
			t.Errorf("wizard %d at %v, want %v", id, got, want)
		}
	}
	for i, want := range []sim.Pos{{Row: 0, Col: 8}, {Row: 0, Col: 19}, {Row: 0, Col: 53}, {Row: 5, Col: 44}, {Row: 7, Col: 50}} {
		if s.BookRow(want.Row)>>want.Col&1 == 0 {
			t.Errorf("book %d is not at %v", i, want)
		}
	}
	if got := string(s.GroundRow(1)); got != ".WW..1..........WWWWWWWWWWWWWWWWWWWWW......................." {
		t.Errorf("row 1 is %s", got)
	}
	for seed, want := range map[int32]string{
		30: "240a765e9a666db1e43a2d9f6a45488da56cea132504e6ae63e26f4ed6296be6",
		1:  "2b17f958d808520f95eeed43eac2f01639c4b8cbd50e40b5fe9566c20ac01637",
	} {
		lines := bytes.SplitAfter(initial(t, seed).AppendText(nil), []byte("\n"))
		if got := sum(bytes.Join(lines[4:64], nil)); got != want {
			t.Errorf("seed %d: hash of the grid %s, want %s", seed, got, want)
		}
	}
	if s.Scores() != [sim.Seats]int{} || s.Owned[0] != 21 {
		t.Errorf("scores %v, cells of clan 0 %d: want none yet, and 21", s.Scores(), s.Owned[0])
	}
}

// TestHeader compares settings and names as the official program prints them.
func TestHeader(t *testing.T) {
	t.Parallel()
	m, err := newMatch(configs.Default("harrypotter"), 30, "Demo", "Demo", "Demo", "Demo")
	if err != nil {
		t.Fatal(err)
	}
	m.Start()
	header := m.Out[:bytes.Index(m.Out, []byte("\n\n\n"))+1]
	if sum(header) != "1b5a6d56404878629f367f3f9d10b849754abd41adaa0e51309f215eed002d7a" || len(header) != 403 {
		t.Errorf("%d bytes:\n%s", len(header), header)
	}
}

// TestWhiteSpace reads the configuration in the shapes that the official
// program accepts.
func TestWhiteSpace(t *testing.T) {
	t.Parallel()
	text := string(configs.Default("harrypotter"))
	want := initial(t, 30).AppendText(nil)
	for name, odd := range map[string]string{
		"blanks":  strings.Join(strings.Fields(text), " "),
		"CRLF":    strings.ReplaceAll(text, "\n", "\r\n"),
		"garbage": text + "and so on 1 2 3",
		"no end":  strings.TrimSpace(text),
	} {
		m, err := newMatch([]byte(odd), 30)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := m.Board.State().AppendText(nil); !bytes.Equal(got, want) {
			t.Errorf("%s: another board", name)
		}
	}
}

func TestBoardsRefused(t *testing.T) {
	t.Parallel()
	type values = map[string]int
	for _, c := range []struct {
		name    string
		changes values
		end     string
		seed    int32
		want    string
	}{
		{"wizards", values{"NUM_INI_WIZARDS_PER_CLAN": 2147483647}, "", 1, "NUM_INI_WIZARDS_PER_CLAN 2147483647"},
		{"books", values{"NUM_INI_BOOKS": 2147483647}, "", 1, "NUM_INI_BOOKS 2147483647"},
		{"walls leave no room", values{"NUM_INI_BOOKS": 3000}, "", 1, "the board has 2812"},
		{"zero", values{"NUM_ROUNDS": 0}, "", 1, "NUM_ROUNDS is 0: must be at least 1"},
		{"rows", values{"BOARD_ROWS": 61}, "", 1, "BOARD_ROWS is 61: must be 60"},
		{"generator", nil, "random", 1, "RANDOM or FIXED"},
		{"no generator", nil, " ", 1, "RANDOM or FIXED"},
		{"dense 2", configD, "", 2, "invalid board"},
		{"dense 3", configD, "", 3, "invalid board"},
		{"dense 4", configD, "", 4, "invalid board"},
		{"dense 5", configD, "", 5, "invalid board"},
		{"dense 6", configD, "", 6, "invalid board"},
		{"dense 7", configD, "", 7, "invalid board"},
		{"dense 8", configD, "", 8, "invalid board"},
	} {
		text := config(c.changes)
		if c.end != "" {
			text = bytes.Replace(text, []byte("RANDOM"), []byte(c.end), 1)
		}
		if _, err := newMatch(text, c.seed); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

// TestFullBoards fills boards up to the last cell: each is made or refused, in
// time.
func TestFullBoards(t *testing.T) {
	t.Parallel()
	made := 0
	for books := 2725; books <= 2732; books++ {
		text := config(map[string]int{"NUM_INI_BOOKS": books, "NUM_ROUNDS": 3})
		m, err := newMatch(text, 1, "Demo", "Probe", "Demo", "Probe")
		if err != nil {
			continue
		}
		made++
		if _, err := m.Play(); err != nil && !strings.Contains(err.Error(), "invalid board") {
			t.Errorf("%d books: %v", books, err)
		}
	}
	t.Logf("%d made", made)
}

func TestSettingsErrors(t *testing.T) {
	t.Parallel()
	text := string(configs.Default("harrypotter"))
	for _, c := range []struct{ old, new, want string }{
		{"HarryPotter", "HarryPoter", `expected "HarryPotter", found "HarryPoter"`},
		{"1.0", "1.1", `expected "1.0"`},
		{"NUM_PLAYERS", "PLAYERS", `expected "NUM_PLAYERS", found "PLAYERS"`},
		{"NUM_ROUNDS\t\t\t200", "NUM_ROUNDS many", "NUM_ROUNDS: expected a whole number"},
		{"NUM_ROUNDS\t\t\t200", "NUM_ROUNDS 1.5", "NUM_ROUNDS: expected a whole number"},
		{"PLAYERS\t\t\t4", "PLAYERS 5", "NUM_PLAYERS is 5: must be 4"},
		{"GHOST\t\t5", "GHOST", "ROUNDS_NO_ATTACK_GHOST: expected a whole number"},
	} {
		_, _, err := hp.Game.ReadSettings([]byte(strings.Replace(text, c.old, c.new, 1)))
		if _, ok := err.(*sim.InputError); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
	for n := range len(text) - len("\n\nRANDOM\n") {
		if _, _, err := (hp.Game).ReadSettings([]byte(text[:n])); err == nil && !slices.Contains([]string{"5"}, text[n-1:n]) {
			t.Errorf("the first %d bytes are accepted", n)
		}
	}
}
