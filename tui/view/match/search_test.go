package match_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/stats"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// TestSearchFindsWhatOtherPagesKnow checks that the search finds failed orders and output, and
// opens the same places as their own pages.
func TestSearchFindsWhatOtherPagesKnow(t *testing.T) {
	t.Parallel()
	g := tuitest.Games[0]
	rec, b := tuitest.NewMatch(t, g, configs.Default(g.Name()))
	for range 60 {
		tuitest.PlayRound(t, rec, b)
	}
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(60), W: 140, H: 50})
	r.press("find")
	r.typeKeys(strings.Split("fail", "")...)
	r.requireText("failed orders: ")
	r.typeKeys("enter")
	r.requireText(". , step, Esc back")
	if r.typeKeys("enter"); r.at() == 60 {
		t.Error("a failed order does not lead to its round")
	}
	r.press("find")
	r.typeKeys(strings.Split("thinking", "")...)
	r.requireText("thinking")
	r.typeKeys("enter")
	if at := r.at(); at != 0 {
		t.Errorf("output of a player leads to round %d, want 0", at)
	}
}

func TestSearchListsHighlightedPlayerFirst(t *testing.T) {
	t.Parallel()
	rec := tuitest.PlayMatch(t, tuitest.Games[1], configs.Default("moneyheist"), 60)
	for seat, name := range rec.Meta().Names {
		r := newRig(t, rec, options{Paused: true, Place: location.AtRound(60), W: 140, H: 50, Me: name})
		r.press("find")
		r.typeKeys(strings.Split("that failed", "")...)
		for line := range strings.SplitSeq(r.screen(), "\n") {
			if _, rest, found := strings.Cut(line, "failed orders: "); found && rest != "" {
				if !strings.Contains(line, name) {
					t.Errorf("seat %d: the first line is %q, want one of %s", seat, line, name)
				}
				break
			}
		}
	}
}

// TestLostUnitsAreCountedAlike checks that the filter of the index and the overview of a player
// count the same losses.
func TestLostUnitsAreCountedAlike(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"harrypotter", "moneyheist", "thepurge"} {
		rec := tuitest.ReadRecording(t, game, "mixed-s30")
		x, book := index.New(rec), stats.New(rec)
		rows, all := x.Rows(), book.At(rec.Edge())
		for seat := range int8(4) {
			got := 0
			for i := range rows.CountTo(rec.Edge()) {
				if x.MatchesFilter(index.Filter{Seat: seat, Unit: -1, Kind: index.Losses}, rows.At(i)) {
					got++
				}
			}
			if want := all.LossCount(int(seat)); got != want {
				t.Errorf("%s, seat %d: the filter passes %d events, %d units were lost", game, seat, got, want)
			}
		}
	}
}
