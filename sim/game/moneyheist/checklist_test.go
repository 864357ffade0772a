package moneyheist_test

import (
	"fmt"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/res"
)

// The expected values in this file come from the official engine.

func start(t *testing.T, config []byte, seed int32, player string) *match {
	t.Helper()
	m, err := newMatch(config, seed, four(player)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func state(m *match) *mh.State { return m.Board.State().(*mh.State) }

func TestFirstStatesEqualTheOfficialOnes(t *testing.T) {
	t.Parallel()
	for seed, want := range map[int32]struct {
		size int
		hash string
	}{
		0:          {6334, "a6cd115365fac488aee302c7dcbdf77543f7e3a9a80890e7de3acc7df3c13c59"},
		1:          {6340, "9fea7a3fb7278fdd3efc7b7964eb94088bdf8e1b621c86974f2aaccba5416ab9"},
		2:          {6341, "1ff1165fa51f76ff8f69828faa5c76fd8db08f280a44e4a57f4f8ce4f95b1286"},
		3:          {6352, "5cadb266ce04c3e7c7a89f0017a25464c07752c4ec45cf993821ccb8f36f61f2"},
		30:         {6351, "09ac190479423f6b7ef9735daa7633765a2582679bb1fe11ba48211bf7c07a59"},
		12345:      {6341, "8ed5de35f1e959af2424c6e91373c7b4687a0d80766871769e983670d1ed9f6f"},
		2147483647: {6347, "451f0362cf99defb41b67956094e99bb8248ac41e0602f5c097586cdd4ec42b1"},
	} {
		text := state(start(t, defaultConfig, seed, "Null")).AppendText(nil)
		if len(text) != want.size || sum(text) != want.hash {
			t.Errorf("seed %d: state of %d bytes, want %d", seed, len(text), want.size)
		}
	}
	for seed, want := range map[int32]string{
		30: "8e646221068ad570f7c78e922a80f9c4c76b02d9e430972e05d8ea2d03b2eabd",
		1:  "2cc7fa3d5fd480f35b10f51f30fbf0b27ffe881bb7e4402fa38806a88fc40b40",
	} {
		m := start(t, defaultConfig, seed, "Null")
		if header := res.AppendHeader(nil, &m.Meta); sum(header) != want {
			t.Errorf("seed %d: header %q", seed, header)
		}
	}
}

func TestMatchesEqualTheOfficialResults(t *testing.T) {
	t.Parallel()
	crowd60, crowd70 := config(map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 60}), config(map[string]int{"INITIAL_SOLDIERS_PER_CLAN": 70})
	for i, c := range []struct {
		player string
		config []byte
		seed   int32
		size   int
		scores [sim.Seats]int
		hash   string
	}{
		{"Null", defaultConfig, 1, 1277411, [4]int{}, "0fdb4a99c24f765c58a26bf684780eb293ca6325a7cf0147974e164e0d9aaf60"},
		{"Null", defaultConfig, 2, 1277612, [4]int{}, "c6f694625528fac5382f0994c02a71401be583de0171ade9ca40d8fcaa3ff1fe"},
		{"Null", defaultConfig, 30, 1279623, [4]int{}, "ed6c5191a75586ba538b661bdbd92016e48fee05c6ed6e7cd4ac9d7b59fe06ba"},
		{"Null", defaultConfig, 12345, 1277616, [4]int{}, "43158c33400153e63445b30775e0da023403bb4ef4632d25f2a21df7f57983e3"},
		{"Demo", defaultConfig, 1, 1310810, [4]int{132, 97, 157, 144}, "0dd866d5c32d0476376ffd1d56aa912a5bfb49895dfdfe79642020901aec1bcc"},
		{"Demo", defaultConfig, 2, 1312620, [4]int{212, 96, 149, 120}, "d66806617229784816c8a2e752867dc20a416a7b5f644b09599c0eef58aa843a"},
		{"Demo", defaultConfig, 30, 1314359, [4]int{208, 60, 193, 144}, "2fc95236d00c68b1989ee1915058969c9036af9c91029f1827f17541eaac1902"},
		{"Demo", defaultConfig, 12345, 1311346, [4]int{251, 129, 112, 192}, "139fde9244993b8721bbc3326ea52760ef573e99f47a5e60447e231ccb8857fd"},
		{"Demo", defaultConfig, 2147483647, 1311657, [4]int{166, 122, 110, 166}, "ea9a2283b6e4d8a453f00ddebe97d4f5880d279e57551974c3ada09d0bf49195"},
		{"Probe", defaultConfig, 1, 1400768, [4]int{2222, 2960, 3126, 2944}, "03e87904969405f27462dd7eeaa982ae19e7f1f930e16ecbec8e8bc8252b568e"},
		{"Probe", defaultConfig, 2, 1404413, [4]int{2628, 2977, 4898, 3230}, "daf778fefd7f5cbcf9929c230c316daf3b1d84d16380644555f80b49cdabf445"},
		{"Probe", defaultConfig, 30, 1403762, [4]int{3708, 3496, 3011, 2541}, "187c5099b6b2a01e2fd859e8806d78479a649308a37578b7a3419202f371d7a0"},
		{"Probe", defaultConfig, 12345, 1402358, [4]int{3569, 2908, 2381, 3880}, "90e650b1b5fa7985b424d022b597b9605fd571e8fff1611ad882cedd81296012"},
		{"Probe", defaultConfig, 2147483647, 1401883, [4]int{2507, 2757, 2794, 4026}, "b93b60b1962e77629506737c16e73fd54f98d635cab1e7c57109b0ad8989d414"},
		{"Probe", crowd60, 1, 0, [4]int{7098, 7764, 7145, 7006}, "7641db136c44553d914bb0ecafdfcbfe66d3c069bcb1d81c855497abc2325059"},
		{"Probe", crowd60, 3, 0, [4]int{7857, 8567, 7428, 8016}, "f813cfdb51933cf656ac8278092f149f16af93239e1914691045afb1e41fc056"},
		{"Probe", crowd70, 1, 0, [4]int{8588, 9112, 8578, 8654}, "4ffd33915b17ad714f8120c534610a414809d9e5a75497d151173a295d609d52"},
		{"Probe", configB, 1, 0, [4]int{315, 695, 647, 568}, "6483bb16e9d0aacb5e1c4348cb07c997c55546e4f7db4e5c4e518e7149fa4f25"},
		{"Probe", configB, 30, 0, [4]int{717, 538, 676, 597}, "b242c5bf76ac952439706503c70c2cb20bc3f7699752864b2a1169266ff970b3"},
		{"Probe", config(map[string]int{"NUM_SAFETY_BOXES": 60}), 3, 0, [4]int{}, "c6d7d89eb87ced35f2fe0bbc1e06bac9f8ec04581f902092988535e7bb219da2"},
	} {
		if testing.Short() && i%6 != 3 {
			continue
		}
		t.Run(fmt.Sprint(c.player, " ", c.seed), func(t *testing.T) {
			t.Parallel()
			m := start(t, c.config, c.seed, c.player)
			text, err := m.Play()
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Board.State().Scores(); c.scores != [4]int{} && got != c.scores {
				t.Errorf("scores %v, want %v", got, c.scores)
			}
			if c.size > 0 && len(text) != c.size {
				t.Errorf("%d bytes, want %d", len(text), c.size)
			}
			if got := sum(text); got != c.hash {
				t.Errorf("hash %s, want %s", got, c.hash)
			}
		})
	}
}

// configB is a configuration in which initial values exceed the maxima.
var configB = config(map[string]int{
	"NUM_ROUNDS": 60, "INITIAL_SOLDIERS_PER_CLAN": 15, "INITIAL_SOLDIERS_POISONS": 7, "SOLDIER_MAX_POISONS": 5,
	"POINTS_FOR_KILLING_SOLDIER": 11, "PROFESSOR_MAX_HEALTH": 100, "INITIAL_PROFESSOR_HEALTH": 150,
	"PROFESSOR_HEALTH_DECREASE": 30, "POINTS_FOR_KILLING_PROFESSOR": 53, "PROFESSOR_ROUNDS_REBIRTH": 1,
	"NUM_MONEY": 12, "MIN_MONEY_VALUE": 3, "MAX_MONEY_VALUE": 3, "NUM_HEALTH_KITS": 9, "HEALTH_KIT_VALUE": 4,
	"NUM_POISON_KITS": 11, "POISON_KIT_VALUE": 2, "NUM_SAFETY_BOXES": 9, "GOLD_VALUE": 45, "SIZE_HINTS_PER_BOX": 6,
})

func TestSurplusGoesToThePots(t *testing.T) {
	t.Parallel()
	m := start(t, configB, 1, "Probe")
	if err := m.PlayRound(); err != nil {
		t.Fatal(err)
	}
	for pl := range sim.Seats {
		if h, p := state(m).AvailableHealth(pl), state(m).AvailablePoison(pl); h != 50 || p != 30 {
			t.Errorf("player %d: pots of %d health and %d poison, want 50 and 30", pl, h, p)
		}
	}
}
