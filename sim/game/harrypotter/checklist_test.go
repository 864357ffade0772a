package harrypotter_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
)

func start(t testing.TB, changes map[string]int, seed int32, names []string) *match {
	t.Helper()
	m, err := newMatch(config(changes), seed, names...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMatchesEqualTheOfficialResults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		changes map[string]int
		seed    int32
		players []string
		scores  [sim.Seats]int // zero scores are not compared
		hash    string
	}{
		{"demo", nil, 0, four("Demo"), [...]int{4660, 3456, 2259, 4396}, "4a9f0c1823dc97c2469d1ead138708a90ac9307b5781ac6fc0b3c94638e6f54d"},
		{"demo", nil, 1, four("Demo"), [...]int{5412, 4016, 5901, 5447}, "bb3f63b1bc630a5b4b858b6c6e74e4852c791775b9b14f42d66f58033d35387f"},
		{"demo", nil, 2, four("Demo"), [...]int{3849, 4792, 4400, 4905}, "2faec2cff569007cb278ac2ccf26953903a4e59bb83c714d23db9bc5861f8d44"},
		{"demo", nil, 30, four("Demo"), [...]int{5369, 4564, 3545, 4354}, "858a6e93294f7d7e2c58bbda4cd86d13a733313c92f27eed4af129cb1170ccb3"},
		{"demo", nil, 12345, four("Demo"), [...]int{2430, 3998, 3851, 4082}, "351e8504279333e69d40faec3c78a8f229aee4585134d4479c77c40363d1fc42"},
		{"demo", nil, 2147483647, four("Demo"), [...]int{3478, 3884, 4116, 2467}, "97f65ce18d92e339383fd333bdc5b4d0d4d2debe1535c38636120f0ad1946149"},
		{"null", nil, 0, four("Null"), [...]int{20, 25, 18, 21}, "1d666ebaf044a3af3cdba11beed0b6cbe5f5a8d88033640b3dcd7f869d87b523"},
		{"null", nil, 1, four("Null"), [...]int{21, 23, 20, 20}, "07a989ab3f09b5539ae3f51e0de193f140ed97028a1260924cdd17010b5e9dda"},
		{"null", nil, 2, four("Null"), [...]int{17, 19, 27, 21}, "cc391bcd358510f85d78aa91ff4ad278d3b24de66ec6259a528373c9f7f4723f"},
		{"null", nil, 30, four("Null"), [...]int{23, 25, 19, 17}, "25c9dd05c8c9a516deab2088a217ff35be91e6013bef55113b2b973890ea24bb"},
		{"null", nil, 12345, four("Null"), [...]int{24, 19, 19, 22}, "e286c0155d4265695d5fd81fca9c6500601e296fcde27416da4750de22a52f19"},
		{"probe", nil, 0, four("Probe"), [...]int{1333, 1764, 1182, 2166}, "9e99bb9af2bab60bc062c534fa56192b44974d08ba9b43eb7e4676320fd9e82b"},
		{"probe", nil, 1, four("Probe"), [...]int{2017, 1277, 1287, 2133}, "9b9b2f8008b1d8ceb2b167a17d24d933fb6c0200081476582853c71f6f6ef292"},
		{"probe", nil, 2, four("Probe"), [...]int{984, 2165, 2569, 1825}, "50afe1efdaa5d462ec5072a6a9b960e8fa32b690fbb9bea7fcc8045df26a6b68"},
		{"probe", nil, 30, four("Probe"), [...]int{2189, 1999, 912, 2293}, "87fa676acb43f5e24b121142c5e8c136d05cf5b378ed6ec9743f0d2c7559229b"},
		{"probe", nil, 12345, four("Probe"), [...]int{1232, 2613, 1287, 925}, "d32fac81e21e2419d8cc74cf093396f5facd27f1631aef73fb54839a147f4ec2"},
		{"mixed", nil, 7, []string{"Demo", "Null", "Probe", "Demo"}, [...]int{2733, 626, 1572, 2995}, "2f9d67ce0c9493a681c4636ad1e11a0d804ea95e350d2ab3fa321cbdf1f3484a"},
		{"A probe", configA, 1, four("Probe"), [4]int{}, "dab5e0d1893a0d5f9071db802c6ffad35d8b5839baff137f1b1b079f660b0881"},
		{"A probe", configA, 30, four("Probe"), [4]int{}, "245b8f5197f259109f733644e97114c0175c39cb93bb47cad01ca5087db4c544"},
		{"A demo", configA, 30, four("Demo"), [4]int{}, "8ca7a19c60cba169d86b3bf9adb3702f0c7aefb0e753062d6f47223e2f36fdce"},
		{"E probe", configE, 1, four("Probe"), [4]int{}, "ce0a5526c14c7bc925ed1958e90144deb3b27de574c05f7b549ef396cf60cfc7"},
		{"E probe", configE, 30, four("Probe"), [4]int{}, "3cbc87a3e4218d33b347a4aecf70ddb2c7bf709bc594dcc83c4bbf1997e04bb6"},
		{"E demo", configE, 30, four("Demo"), [4]int{}, "447134b6e5a54fc422450156dd7f863612f0cc5d5a3528cb122cfa49b43adf0d"},
		{"F probe", configF, 1, four("Probe"), [4]int{}, "51f6b7aaab5cb10204713d32f89a9d62fd08399fee8b71eb1e16f08907c4af88"},
		{"F probe", configF, 30, four("Probe"), [4]int{}, "352b8e9ead160f166a9e89d71cf66a22bcca7f4d770597e486837b8f1786bc42"},
		{"D probe", configD, 0, four("Probe"), [4]int{}, "616daaddddaa3435251a5d58187cf42d2bdcf05763bf26d9783ee9c0c98cf844"},
		{"D probe", configD, 1, four("Probe"), [4]int{}, "14c8f89330fb14cf00f5aff8bf738fee3f13a97493bb0fd8040322b679c75640"},
		{"tie", map[string]int{"NUM_ROUNDS": 1}, 30, four("Null"), [...]int{21, 21, 21, 21}, "7fbc18924eb6d102fb2429a49e939e85a237ba4203a947ca418e27cc572e6855"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := start(t, c.changes, c.seed, c.players)
			text, err := m.Play()
			if err != nil {
				t.Fatal(err)
			}
			if got := sum(text); got != c.hash {
				t.Errorf("seed %d: hash %s, want %s", c.seed, got, c.hash)
			}
			if got := m.Board.State().Scores(); got != c.scores && c.scores != [4]int{} {
				t.Errorf("seed %d: scores %v, want %v", c.seed, got, c.scores)
			}
		})
	}
}

func TestTooManyDemoWizardsStopTheMatch(t *testing.T) {
	t.Parallel()
	for seed, round := range map[int32]int{3: 58, 229: 136, 253: 178, 370: 134, 372: 152, 413: 90, 421: 162, 422: 160, 435: 172, 439: 160} {
		m := start(t, nil, seed, four("Demo"))
		text, err := m.Play()
		if err == nil || m.Board.Round() != round {
			t.Errorf("seed %d: error %v in round %d, want one in round %d", seed, err, m.Board.Round(), round)
		}
		if seed == 3 && (sum(text) != "836755c7c097046c87f905494b8b4a86b2622404544ea2f85840e42f15df525f" || len(text) != 380718) {
			t.Errorf("seed 3: %d bytes with hash %s", len(text), sum(text))
		}
	}
	if _, err := start(t, configF, 1, four("Demo")).Play(); err == nil || !strings.Contains(err.Error(), "round 0") {
		t.Errorf("many wizards: error %v, want one in round 0", err)
	}
}

// TestFixedBoardContinuesFromTheFirstState uses a hash from the official program without its check
// that refuses FIXED boards.
func TestFixedBoardContinuesFromTheFirstState(t *testing.T) {
	t.Parallel()
	first := initial(t, 30)
	text := strings.Replace(string(configs.Default("harrypotter")), "RANDOM", "FIXED\n"+string(first.AppendText(nil)), 1)
	m, err := newMatch([]byte(text), 30, four("Null")...)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Board.RandState(); got != 30 {
		t.Errorf("the generator is at %d, want the seed", got)
	}
	if got := string(m.Board.State().AppendText(nil)); got != string(first.AppendText(nil)) {
		t.Error("state 0 is another")
	}
	if err := m.PlayRound(); err != nil {
		t.Fatal(err)
	}
	if got := sum(m.Board.State().AppendText(nil)); got != "82601559e1a7731a78e40321472fa24dbe5e767942c8d8bd1363da60c4557db1" {
		t.Errorf("state 1 has hash %s", got)
	}
	for _, c := range []struct{ old, new, want string }{
		{"\nbooks\n50", "\nbooks\n49", "number of books is 49: must be 50"},
		{"g\t0\t0", "w\t0\t0", `expected "g"`},
		{"Voldemort\n52 30", "Voldemort\n0 30", "Voldemort's row is 0"},
		{"g\t0\t0\t44\t39", "g\t0\t0\t43\t39", "unit 0"},
		{"g\t1\t1\t31\t44", "g\t1\t1\t44\t39", "unit 1's cell (44,39) is not free"},
		{"FIXED", "FIXED 1", "expected row 0 of the grid"},
	} {
		_, err := newMatch([]byte(strings.Replace(text, c.old, c.new, 1)), 30)
		if _, ok := err.(*sim.InputError); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.new, err, c.want)
		}
	}
}
