package sim

import "testing"

// TestKeyedSeeds: the players' seeds are what the key, the seed and the place of a match make
// of them, always the same and in range, and others for another key, seed, place or seat.
func TestKeyedSeeds(t *testing.T) {
	t.Parallel()
	key := [32]byte{1, 2, 3}
	is := KeyedSeeds(key, 30, 7, 2)
	if want := (PlayerSeeds{296530681, 1956699689, 2006525493, 608866352}); is != want {
		t.Errorf("%v, want %v", is, want)
	}
	seen := map[int32]bool{}
	for _, p := range []PlayerSeeds{is, KeyedSeeds([32]byte{1, 2}, 30, 7, 2), KeyedSeeds(key, 31, 7, 2), KeyedSeeds(key, 30, 8, 2), KeyedSeeds(key, 30, 7, 1), KeyedSeeds(key, 30, 7)} {
		for _, seed := range p {
			if seed < 0 || seen[seed] {
				t.Errorf("seed %d is below 0, or there twice", seed)
			}
			seen[seed] = true
		}
	}
}

// TestPlayerSeedsOf: those that are named hold, and else the kit's.
func TestPlayerSeedsOf(t *testing.T) {
	t.Parallel()
	var kit *PlayerSeeds
	for seat := range Seats {
		if got := kit.Of(30, seat); got != PlayerSeed(30, seat) {
			t.Errorf("seat %d: %d", seat, got)
		}
		if got := (&PlayerSeeds{9, 8, 7, 6}).Of(30, seat); got != int32(9-seat) {
			t.Errorf("seat %d: %d", seat, got)
		}
	}
}

func BenchmarkKeyedSeeds(b *testing.B) {
	for i := range b.N {
		KeyedSeeds([32]byte{1}, 30, i, 2)
	}
}
