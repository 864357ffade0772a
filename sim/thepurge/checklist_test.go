package thepurge_test

import (
	"fmt"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/thepurge"
)

// Item 7: the initial state block of several seeds.
func TestInitialStates(t *testing.T) {
	t.Parallel()
	for seed, want := range map[int32]struct {
		bytes int
		hash  string
	}{
		0:          {1129, "933627ff1e37dfc6936a082e94d6bcd36c74e7a31015e72e1185329a3dabf0ef"},
		1:          {1128, "acfd1ae149940de779ff5e175c5b4b3d00be907897256f244ab2dbef211481c3"},
		2:          {1131, "8fca36836af5d5d272d41ea000051ee6c6840b8e3fb3fc93b61598dd612a63ac"},
		30:         {1125, "1dbcf9bde186f76b37108350c341d8ab3c3b34da68f80db6d23dab33bf6c4fe3"},
		754:        {1128, "3dabf11b16867327301bff817b79f40c616da49e356be8322e97983f862f13ae"},
		12345:      {1131, "09501af29ed94957666a0138733e9fed5e16cf1e96ec4b51583356f0f912406f"},
		2147483647: {1126, "ce8f2ede68726ef43d046bb90dae806640efc0db23c106375d493367ef4f8bcb"},
	} {
		m, err := newMatch(configs.Default("thepurge"), seed, four("Null")...)
		if err != nil {
			t.Fatal(err)
		}
		text := m.Board.State().AppendText(nil)
		if len(text) != want.bytes || sum(text) != want.hash {
			t.Errorf("seed %d: %d bytes, hash %s, want %d, %s", seed, len(text), sum(text), want.bytes, want.hash)
		}
	}
}

func TestInitialStateOfFixedBoard(t *testing.T) {
	t.Parallel()
	m, err := newMatch(fixed(t), 7, four("Null")...)
	if err != nil {
		t.Fatal(err)
	}
	text := m.Board.State().AppendText(nil)
	if want := "b034e00bb2040630e894e7fa1f63cfccea43257e68c485526ae199f501fbb24a"; len(text) != 1195 || sum(text) != want {
		t.Errorf("%d bytes, hash %s, want 1195, %s", len(text), sum(text), want)
	}
	if m.Board.RandState() != 7 {
		t.Errorf("a fixed board moves the generator to %d", m.Board.RandState())
	}
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

// until plays on until n rounds are done.
func (m *match) until(t *testing.T, n int) {
	t.Helper()
	if m.Out == nil {
		m.Start()
	}
	for m.Board.Round() < n {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
	}
}

// given lists the orders of a round as the specification does: "0mu 1ml".
func given(turn *sim.Turn, seat int) string {
	var list []string
	for _, o := range turn.Orders[seat] {
		list = append(list, short(o.Order))
	}
	return strings.Join(list, " ")
}

func executed(turn *sim.Turn) string {
	var list []string
	for _, o := range turn.Done {
		list = append(list, short(o))
	}
	return strings.Join(list, " ")
}

func short(o sim.Order) string {
	dir := "?"
	if sim.Dir(o.Dir).OK() {
		dir = "drul"[o.Dir : o.Dir+1]
	}
	return fmt.Sprintf("%d%c%s", o.Unit, o.Kind, dir)
}

func (m *match) checkPlayers(t *testing.T, want [sim.Seats][2]int64) {
	t.Helper()
	for i := range m.Rands {
		got := m.Rands[i].State()
		if n := steps(m.Meta.Seed+int32(i)+1, got); got != want[i][0] || int64(n) != want[i][1] {
			t.Errorf("round %d: generator of player %d is at %d after %d steps, want %v", m.Board.Round(), i, got, n, want[i])
		}
	}
}

func (m *match) checkBoard(t *testing.T, state int64, n int) {
	t.Helper()
	got := m.Board.RandState()
	if got != state || steps(m.Meta.Seed, got) != n {
		t.Errorf("seed %d, round %d: generator at %d after %d steps, want %d, %d",
			m.Meta.Seed, m.Board.Round(), got, steps(m.Meta.Seed, got), state, n)
	}
}

// Items 8, 9 and 11: the orders of Demo, what is executed, and the players' draws.
func TestDemoRounds(t *testing.T) {
	t.Parallel()
	m, err := newMatch(configs.Default("thepurge"), 30, four("Demo")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rounds   int
		given    [sim.Seats]string
		executed string
		players  [sim.Seats][2]int64
	}{
		{1, [sim.Seats]string{"0mu 1ml 2ml 3ml", "6mu 7ml 8bu 9md", "12bu 13ml 14mr 15bu", "18bu 19md 20md 21ml"},
			"18bu 0mu 12bu 1ml 2ml 3ml 8bu 14mr 15bu 20md 21ml",
			[sim.Seats][2]int64{{1144607651, 12}, {693460602, 14}, {780317189, 12}, {1247028652, 14}}},
		{2, [sim.Seats]string{"0md 1bu 2mu 3bu", "6bu 7bu 8mr 9bu", "12mu 13ml 14md 15mr", "18bu 19ml 20bu 21bd"},
			"18bu 12mu 14md 19ml 15mr 20bu 0md 21bd 9bu 2mu", [sim.Seats][2]int64{}},
		{26, [sim.Seats]string{"4mr 5md", "10md", "16ml 17ml", "22mu"}, "",
			[sim.Seats][2]int64{{940480293, 314}, {1602256730, 302}, {1142910647, 314}, {1419545322, 312}}},
		{250, [sim.Seats]string{}, "",
			[sim.Seats][2]int64{{836049099, 1220}, {2019628708, 1212}, {2080215087, 1250}, {1497388114, 1232}}},
	} {
		m.until(t, c.rounds)
		for seat := range sim.Seats {
			if got := given(m.Last, seat); got != c.given[seat] {
				t.Errorf("round %d: player %d gives %q, want %q", c.rounds-1, seat, got, c.given[seat])
			}
		}
		if got := executed(m.Last); c.executed != "" && got != c.executed {
			t.Errorf("round %d: executed %q, want %q", c.rounds-1, got, c.executed)
		}
		if c.players[0][1] > 0 {
			m.checkPlayers(t, c.players)
		}
	}
}

// Item 10, and 15 for the fixed board: the board's generator after a round.
func TestDemoGenerator(t *testing.T) {
	t.Parallel()
	type point struct {
		round int
		state int64
		steps int
	}
	for seed, list := range map[int32][]point{
		30:    {{0, 2065497368, 446}, {1, 437265912, 478}, {2, 314612892, 506}, {125, 254643912, 3214}, {249, 561412330, 3220}},
		1:     {{0, 895525295, 450}, {1, 312196963, 478}, {2, 799580611, 510}, {249, 1724861645, 3268}},
		2:     {{0, 218212966, 700}, {1, 1100988998, 732}, {2, 1161972262, 764}, {249, 610883898, 3528}},
		12345: {{0, 173413059, 470}, {1, 402072867, 502}, {2, 827320195, 534}, {249, 1927459287, 3282}},
	} {
		m, err := newMatch(configs.Default("thepurge"), seed, four("Demo")...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			m.until(t, p.round+1)
			m.checkBoard(t, p.state, p.steps)
		}
	}
	m, err := newMatch(fixed(t), 30, four("Demo")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []point{{0, 1349073336, 30}, {1, 1540371096, 62}, {2, 1013455736, 94}, {249, 744170090, 2836}} {
		m.until(t, p.round+1)
		m.checkBoard(t, p.state, p.steps)
	}
}

type prefix struct {
	state, bytes int
	hash         string
}

func checkPrefixes(t *testing.T, m *match, list []prefix) {
	t.Helper()
	for _, p := range list {
		if got := m.Ends[p.state]; got != p.bytes || sum(m.Out[:got]) != p.hash {
			t.Errorf("up to state %d: %d bytes, hash %s, want %d, %s", p.state, got, sum(m.Out[:got]), p.bytes, p.hash)
		}
	}
}

// Item 12.
func TestDemoPrefixes(t *testing.T) {
	t.Parallel()
	checkPrefixes(t, mustPlay(t, configs.Default("thepurge"), 30, four("Demo")...), []prefix{
		{0, 1940, "44047a24c7bd83b45cc1a3f1b8ffdc4a7d2b89768339a1d8d6e350275b61c601"},
		{1, 3198, "ef4f75f87f8fd47738040afa48bb493b2a3971e5d978b46effddedcc9dba96b4"},
		{2, 4477, "41786d0428d2c362c56113944398f3654c7c3686cb6c3a3235d0660a2977ae60"},
		{10, 14889, "1c556c64d00441d3d9303b146bf8f1f2f8f38446adc67aac05879996233c39f1"},
		{25, 34605, "0b03132813e016db9d6423a626b151090fbca02f5b5ebfb695747d48777bc392"},
		{26, 35903, "6471c93dd1377735ac55deba0cf48098f864467495aae938fd7faa23203b160a"},
		{50, 66851, "ad31e931dc26e08a930d7df1899b33e9b03a986d840a9810438b8581750751ef"},
		{100, 131975, "404d9a8413b7ad1df942b23d777c6f119f567f1204c4b425a4f5a6f6ac1c7a50"},
		{126, 166021, "beddec2184e85e3638e523fbadfdd07b14206194b4c916647ae6284c10d8bf16"},
		{200, 252863, "55f06a8038fada5e582356754b22b1cb08642bec10ad585d871f615f2296706c"},
	})
}

// Item 18: Probe on the violent configuration.
func TestProbeRounds(t *testing.T) {
	t.Parallel()
	m, err := newMatch(violent(), 30, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	m.until(t, 1)
	for seat, want := range [sim.Seats]string{
		"5md 0m? 8bd 6mu 3ml 7md 2mr 4md",
		"16ml 11mu 15m? 13mu 17ml 10br 14md",
		"18mu 26ml 23ml 24br 25br 21ml 19bl 22mu 20md",
		"29mr 31md 33md 28md 35bl 34md 30ml 27md",
	} {
		if got := given(m.Last, seat); got != want {
			t.Errorf("player %d gives %q, want %q", seat, got, want)
		}
	}
	m.checkPlayers(t, [sim.Seats][2]int64{{1263358933, 74}, {1191375838, 74}, {1119392743, 74}, {1047409648, 74}})
	points := map[int][2]int64{
		0: {838517816, 414}, 1: {179562796, 490}, 14: {1608862366, 1408}, 15: {1118510288, 1478},
		29: {1794562766, 2384}, 179: {1116194010, 10148},
	}
	fights := 0
	for k := range m.set.Rounds() {
		m.until(t, k+1)
		if p, ok := points[k]; ok {
			m.checkBoard(t, p[0], int(p[1]))
		}
		for _, e := range m.Last.Events {
			if e.Kind == tp.EventFight {
				fights++
			}
		}
	}
	if fights != 133 {
		t.Errorf("%d fights, want 133", fights)
	}
	checkPrefixes(t, m, []prefix{
		{0, 1790, "2a6fe4d224ba4a889ef6eff8669dd6aff1fe23a4793bb76d6ed79a03c708707d"},
		{1, 2910, "225e70132ac10fb4db60f56e89e159f9c3bf0281edd1058d081bfd5e4922652d"},
		{2, 4039, "1ddacb67c15d952bc4e3b9c5df1b83de18f0432f8a51a40eeddbf889750d5661"},
		{15, 19034, "c8eb94ccc9062c7f854c3e1f8de5fa3f61cad8edc214ae6895cada51abaccb4a"},
		{16, 20227, "1668486fb71de585fe9551559c397d0c3e236c17cbdee300b61d49609834016f"},
		{30, 35504, "e4404e874290b7e25440c8eebe4f9590b2912690727e7d2efa2430edcede0303"},
		{31, 36562, "976dabf75edcc36e0c9bf8097174645acf5efc8443e3edcb2e3b5b172e157dfb"},
		{60, 66500, "a183c95f49b00bd4b7f6e0c6561f6e119906584f711be0a1f9491bbc1569faec"},
	})
}

// Item 19: the ids that ever appear with Probe and seed 1: 24 is skipped.
func TestIDs(t *testing.T) {
	t.Parallel()
	m, err := newMatch(configs.Default("thepurge"), 1, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int32]bool{}
	for k := range m.set.Rounds() {
		m.until(t, k+1)
		for _, c := range m.Board.State().(*tp.State).Citizens() {
			seen[c.ID] = true
		}
	}
	for id := range int32(40) {
		if want := id <= 34 && id != 24; seen[id] != want {
			t.Errorf("id %d appears: %v", id, seen[id])
		}
	}
}
