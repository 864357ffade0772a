package thepurge_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
)

type vector struct {
	seed   int32
	bytes  int
	scores string // an empty string means that all scores are 0
	hash   string
}

func (v vector) check(t *testing.T, config []byte, names ...string) {
	t.Helper()
	m := mustPlay(t, config, v.seed, names...)
	scores := v.scores
	if scores == "" {
		scores = "0 0 0 0"
	}
	if got := m.scores(); got != scores || len(m.Recording) != v.bytes || sum(m.Recording) != v.hash {
		t.Errorf("%v, seed %d: %d bytes, scores %s, hash %s; want %d bytes, scores %s, hash %s",
			names, v.seed, len(m.Recording), got, sum(m.Recording), v.bytes, scores, v.hash)
	}
}

func (m *match) scores() string {
	var f []string
	for _, n := range m.Board.State().Scores() {
		f = append(f, strconv.Itoa(n))
	}
	return strings.Join(f, " ")
}

func TestRecordingsEqualTheOfficialOnes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		config func(t *testing.T) []byte
		names  []string
		list   []vector
	}{
		{"13 Demo", defaults, four("Demo"), []vector{
			{0, 309126, "220 5 5 10", "797c5a5ce5eb4710bc80e7c5cffb091798142bf3cfa52bfe11d25da4e741ad30"},
			{1, 310911, "5 15 10 5", "7916fad93b5aed1db43bc042fa647b9733e9b6e7dcc8e83f502463c73e719470"},
			{2, 311970, "15 0 10 15", "8eec8ebe241a0f9c13714bbb78f033a943d0361cf1915e8d63ce041db1d932ed"},
			{30, 309613, "20 0 10 5", "4751c284ea61d7c94e19d296a1b9960ac3e26a490589b3849eed2139e25e5467"},
			{754, 311241, "10 20 5 0", "4ef5929a0bb19264c5aac97777d5bcffea75b34c1549f8f59a4fea32b7ae2f34"},
			{12345, 311189, "10 5 15 5", "9ea033380193d67bf63f0a14e29b492dfc45e81370229a77dd2324580229acba"},
			{2147483647, 309220, "255 5 10 5", "92d541aeccd24c3a3ae3d6c5c61ff8c5eec712898cd000f835fed51099056594"},
		}},
		{"14 Null", defaults, four("Null"), []vector{
			{0, 287335, "", "c139582c9f816206b921a193e8f7603d630c5befd8f904a7f605a286ecbeca7e"},
			{1, 287084, "", "5e4f674d6be7cb023e1c635fab8f62b504928d779479936033836cf25f377160"},
			{2, 287837, "", "1d38c36952f5e038b56332e514d38123fe8f1100a29f821f2f80bb5af66d108a"},
			{30, 286332, "", "441a7b08f9755c300e13d824d6782f19452d1f8261ca950b01e5da5116a07153"},
			{754, 287086, "", "8a99d7beb0dc4b0a1beb8fb41ba01fb4849dc7a3a1dfa658f0e46a78884afe35"},
			{12345, 287841, "", "642fa83b104ab3cfe9542485a34fdc0a88896d8a4f9ee88fcbb1cef3ff87a700"},
			{2147483647, 286591, "", "3bfcf9ec0136c517fabeb924f7b721bc1700b38b5c49c240a121a8ac2bff1076"},
		}},
		{"15 Demo, fixed board", fixed, four("Demo"), []vector{
			{1, 326808, "0 10 5 5", "162f3be2972b3225e03638a2fe70f95f0fabd26f8573205550ee7e18d3d88f87"},
			{2, 326227, "0 10 10 5", "3314600694806c07667fd83dc0d04e40f55e5bc1fd1a3f403666dc0176d1333e"},
			{30, 327762, "5 5 5 5", "55916d16abf08f9bb2d6165cb7a14eb195719a2a580d4ebec5758a05457fc408"},
			{12345, 326983, "5 10 0 5", "8adf77fb83e2b22c04fce65d3ac0b04c5388cde92bfa6d89ddd2a3283bf03798"},
		}},
		{"16 Null, fixed board", fixed, four("Null"), []vector{
			{1, 303900, "", "00e30495fea584899cc39e66a11b55f5e30595f2241784d43c005e4c9930643a"},
			{2, 303900, "", "4cdd45371c846de11a6caac930635250960183adb0424fe086b522aaf71d1bbe"},
			{30, 303901, "", "201991a6c19ada26e70197bf195b7ad87bcdbcd1f25bba869dae9aa8f3f87cd8"},
			{12345, 303904, "", "5c2bd2484c38fec9cbdbedb1ed94ac23682eaafd5fdd36b4b097a75d2042048e"},
		}},
		{"17 Probe, violent", fights, four("Probe"), []vector{
			{1, 182183, "1150 1215 1705 3850", "872884f2aea4ee3ef78063b25b81e6529e17af06a119e837ffa3e69f66f89e9f"},
			{2, 177145, "2020 1905 855 1955", "11f05052a3e82c28e466d81dd42e9f5c53ac8acc25726a5c6787b0e69069227d"},
			{30, 184742, "1755 2500 1525 2000", "8516b329676a38f63384f5b4cadaac2131650086de28ee949035278ef9cb8177"},
		}},
		{"17 mixed, violent", fights, []string{"Probe", "Demo", "Null", "Probe"}, []vector{
			{30, 174534, "1505 1205 0 1615", "d4688cbf751a25e57009e3c5587a1422b260c32024f561a9836105c9ed8169ba"},
		}},
		{"19 Probe", defaults, four("Probe"), []vector{
			{1, 330121, "130 140 320 510", "2bba407fdf5e2219fb5608988c0830839cb54df35fc42c0bda655864780a5a41"},
			{2, 332950, "140 420 325 325", "91e9e88ef5f3a0f759037b62b3d2fc828e758c38a4bf672909cf0d481c0dcfd4"},
			{30, 334240, "240 310 405 25", "ea2f3d69d94b7b278ff49a352a346bfbeb86b09d60abd97dd0cfd1f6b80cc3a7"},
		}},
		{"19 Probe, fixed board", fixed, four("Probe"), []vector{
			{1, 353585, "35 120 110 130", "69e35c36334f37b00c65d5e00fced5ff08020e8c98a0b57bf588bf736664329d"},
			{30, 354030, "115 225 115 10", "618043b451d44cb14537990963d66dcd0029942e68fd2ebbfa21be515c1c38f0"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := c.config(t)
			for _, v := range c.list {
				v.check(t, text, c.names...)
			}
		})
	}
}

func defaults(*testing.T) []byte { return configs.Default("thepurge") }

func fights(*testing.T) []byte { return violent() }

// fixed returns the project's fixed board. Its expected results come from this implementation, not
// from the official program. They were written when all results on the kit's own board were
// correct.
func fixed(*testing.T) []byte { return configs.Default("thepurge-fixed") }

// TestHammerValueOfEdition2020 checks that the 2020 edition prints and uses the hammer's value as
// the builder's demolition strength.
func TestHammerValueOfEdition2020(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Demo": "9c469f826ab8815164ebe5e6837156144a93ec0823a60be6b33aca8b25da1ca8",
		"Null": "c55f1b6a9cc52a2d618c931b70155008fec28daaf731074e1d8908cfa6efe300",
	} {
		if got := sum(mustPlay(t, edition2020(defaults(t)), 30, four(name)...).Recording); got != want {
			t.Errorf("%s: hash %s, want %s", name, got, want)
		}
	}
}

// edition2020 returns a configuration that selects the 2020 edition.
func edition2020(config []byte) []byte { return append(bytes.Clone(config), "\nEDITION 2020\n"...) }

// TestBuildersBuildByNightInEdition2020 checks that events are derived as in other editions. A
// match that continues from a state must keep its edition.
func TestBuildersBuildByNightInEdition2020(t *testing.T) {
	t.Parallel()
	m, err := newMatch(edition2020(violent()), 30, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	m.Start()
	before := m.Board.State()
	for range m.set.Rounds() {
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
		if got, _ := game.Derive(before, m.LastTurn.Executed, m.Board.State()); len(got) != len(m.LastTurn.Events) {
			t.Errorf("round %d: %d events derived of %d", m.LastTurn.Round, len(got), len(m.LastTurn.Events))
		}
		before = m.Board.State()
	}
	if want := "43dba9b5a793c7c1a91bd51f31d30b89ab4f4098de27a697d9d29457dca5b9e5"; sum(m.Recording) != want {
		t.Errorf("hash %s, want %s", sum(m.Recording), want)
	}
}
