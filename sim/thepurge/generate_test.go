package thepurge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim"
)

// The first values of the C library's generator, and the order of directions
// after each of the first shuffles of a block.
func TestCRand(t *testing.T) {
	t.Parallel()
	c := cSeed1
	for i, want := range []uint32{1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335,
		719885386, 1649760492, 596516649, 1189641421, 1025202362, 1350490027} {
		if got := c.call(); got != want {
			t.Errorf("call %d gives %d, want %d", i, got, want)
		}
	}
	c = cSeed1
	order := sim.UDLR
	for i, want := range []string{"urdl", "urdl", "dlru", "dlru", "lrdu", "dlur"} {
		order = c.shuffle(order)
		got := ""
		for _, d := range order {
			got += orderForm.Dirs[d : d+1]
		}
		if got != want {
			t.Errorf("shuffle %d gives %s, want %s", i, got, want)
		}
	}
}

// defaultSettings reads the default configuration, which configs embeds.
func defaultSettings(t testing.TB) *Settings {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "configs", "thepurge.cnf"))
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Game.ReadSettings(text)
	if err != nil {
		t.Fatal(err)
	}
	return s.(*Settings)
}

// steps counts generator steps from a seed to a state.
func steps(seed int32, state int64) int {
	s, n := int64(seed), 0
	for s != state && n < 100_000 {
		s = (843314861*s + 453816693) & (1<<31 - 1)
		n++
	}
	return n
}

// The generator's state and steps behind each phase of a random board.
func TestPhases(t *testing.T) {
	t.Parallel()
	set := defaultSettings(t)
	for _, c := range []struct {
		seed int32
		want [4][2]int64
	}{
		{0, [4][2]int64{{1644297906, 182}, {2025470274, 294}, {455889294, 378}, {554905794, 422}}},
		{1, [4][2]int64{{418719809, 192}, {1416364613, 300}, {1446114573, 388}, {500139117, 420}}},
		{2, [4][2]int64{{2118093174, 428}, {1458590690, 544}, {1496547722, 632}, {1190134406, 668}}},
		{30, [4][2]int64{{225320780, 202}, {1913006940, 314}, {585316692, 386}, {838517816, 414}}},
		{754, [4][2]int64{{1748201986, 1008}, {1564775818, 1128}, {1281938894, 1220}, {997612538, 1272}}},
		{12345, [4][2]int64{{1173864107, 206}, {1642559531, 334}, {622863023, 410}, {1207991055, 442}}},
		{2147483647, [4][2]int64{{1686858691, 204}, {472566615, 328}, {411014167, 392}, {687145079, 424}}},
	} {
		b := newBoard(set, c.seed)
		for i, phase := range []func() error{
			b.addBuildings,
			b.addCitizens,
			func() error { return firstError(b.addThing('F', set.NumIniFood), b.addThing('M', set.NumIniMoney)) },
			func() error { return firstError(b.addThing('G', set.NumIniGuns), b.addThing('Z', set.NumIniBazookas)) },
		} {
			if err := phase(); err != nil {
				t.Fatal(err)
			}
			if got := b.Rand.State(); got != c.want[i][0] || steps(c.seed, got) != int(c.want[i][1]) {
				t.Errorf("seed %d, phase %d: state %d in %d steps, want %v", c.seed, i, got, steps(c.seed, got), c.want[i])
			}
		}
		if b.next != 25 {
			t.Errorf("seed %d: the next citizen has id %d, want 25", c.seed, b.next)
		}
	}
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

// How many attempts a board takes, and what each uses of both generators.
func TestAttempts(t *testing.T) {
	t.Parallel()
	set := defaultSettings(t)
	for seed, want := range map[int32][][3]int64{
		30: {{202, 252, 225320780}},
		1:  {{192, 237, 418719809}},
		2:  {{220, 261, 319996998}, {428, 528, 2118093174}},
		754: {{222, 264, 1007332524}, {430, 525, 361492828}, {614, 744, 275589476}, {826, 1005, 538037712},
			{1008, 1221, 1748201986}},
	} {
		rnd := sim.NewRand(seed)
		shuffles := cSeed1
		p := set.plan(&shuffles)
		for i, w := range want {
			walls, ok := p.Attempt(&rnd)
			if !ok || rnd.State() != w[2] || steps(seed, rnd.State()) != int(w[0]) {
				t.Fatalf("seed %d, attempt %d: state %d, want %v", seed, i, rnd.State(), w)
			}
			c := cSeed1
			for range w[1] {
				c.call()
			}
			if c != shuffles {
				t.Errorf("seed %d, attempt %d: other than %d calls of the C library", seed, i, w[1])
			}
			if got := walls.Connected(p.Rows, p.Cols); got != (i == len(want)-1) {
				t.Errorf("seed %d, attempt %d: connected is %v", seed, i, got)
			}
		}
	}
}

// The first draws of seed 30: the first block ends after 42 steps.
func TestFirstBlock(t *testing.T) {
	t.Parallel()
	set := defaultSettings(t)
	rnd := sim.NewRand(30)
	shuffles := cSeed1
	p := set.plan(&shuffles)
	p.Walls, p.Cells = 1, 90/5
	walls, ok := p.Attempt(&rnd)
	if !ok || steps(30, rnd.State()) != 42 {
		t.Errorf("the first block takes %d steps, want 42", steps(30, rnd.State()))
	}
	if !walls.Has(12, 6) {
		t.Error("the first block does not start at (12,6)")
	}
	for i, want := range []int{3, 13, 27} {
		u := []int{3, 13, 28}[i]
		if got := rnd.Random(min(i, 1), u); got != want {
			t.Errorf("draw %d of the second block is %d, want %d", i, got, want)
		}
	}
}

// Boards of every size keep the rules that the generator promises.
func TestSizes(t *testing.T) {
	t.Parallel()
	base := *defaultSettings(t)
	base.NumIniBuilders, base.NumIniWarriors = 6, 4
	base.NumIniMoney, base.NumIniFood, base.NumIniGuns, base.NumIniBazookas = 10, 10, 5, 4
	for rows := 12; rows <= 25; rows++ {
		for cols := 12; cols <= 50; cols += 19 {
			set := base
			set.BoardRows, set.BoardCols = rows, cols
			for seed := range int32(4) {
				board, err := Game.NewBoard(&set, []byte("RANDOM"), seed)
				if err != nil {
					t.Fatal(err)
				}
				checkBoard(t, board.(*Board))
			}
		}
	}
}

// The initial board of seed 30.
func TestBoardOfSeed30(t *testing.T) {
	t.Parallel()
	board, err := Game.NewBoard(defaultSettings(t), []byte(" RANDOM\n"), 30)
	if err != nil {
		t.Fatal(err)
	}
	want := `
00 .G...C........................
01 .....BBBBBBBBBBBBB..C....BBBB.
02 ....W............BC......B..B.
03 C..CB.BB..F....F.BW.....WG..B.
04 .C..B..B.M.Z...B.B..M..M....BC
05 ....B..B.C.....B.B......W...BC
06 ....BC.BBBBBBBBB.B..........B.
07 ....B.....W......G..........B.
08 ...WBBBBBBBBBBBBB...........B.
09 ........M...................BG
10 ..................C.....Z...B.
11 ..WM.................F....F.B.
12 .F....BC......M..M...C....WMB.
13 ......BBBBBBBBBBBBBBBBBB...BB.
14 ..............C....M.C.M.....C
`
	s := board.State().(*State)
	if got := string(s.AppendText(nil)); !strings.Contains(got, want) {
		t.Errorf("the board is\n%s", got)
	}
	for _, c := range []Citizen{
		{0, 60, sim.Pos16{Row: 12, Col: 21}, Builder, NoWeapon, 0},
		{5, 100, sim.Pos16{Row: 2, Col: 4}, Warrior, Hammer, 0},
		{23, 100, sim.Pos16{Row: 12, Col: 26}, Warrior, Hammer, 3},
	} {
		if got := s.Citizen(c.ID); got != c {
			t.Errorf("citizen %d is %+v, want %+v", c.ID, got, c)
		}
	}
}
