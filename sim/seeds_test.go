package sim

import "testing"

func TestPlayerSeedsReplaceTheKitsSeeds(t *testing.T) {
	t.Parallel()
	var kit *PlayerSeeds
	for seat := range Seats {
		if got := kit.ForSeat(30, seat); got != PlayerSeed(30, seat) {
			t.Errorf("seat %d: got %d, want %d", seat, got, PlayerSeed(30, seat))
		}
		if got := (&PlayerSeeds{9, 8, 7, 6}).ForSeat(30, seat); got != int32(9-seat) {
			t.Errorf("seat %d: got %d, want %d", seat, got, 9-seat)
		}
	}
}
