package export_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/sim/simtest/model"
	"game-tui/sim/winchance"
	"game-tui/tui/cells/theme"
	"game-tui/tui/export"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// card returns the card of a match for the given flags.
func card(t *testing.T, rec *record.Record, flags string) []byte {
	t.Helper()
	r, err := export.Parse(strings.Fields("--format card "+flags), location.MatchAddress(""))
	if err != nil {
		t.Fatal(err)
	}
	work, err := r.Prepare(rec)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := work.Write(&out, func(int) bool { return true }); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func pixels(t *testing.T, data []byte) image.Image {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestCardIsReproducible(t *testing.T) {
	t.Parallel()
	for _, palette := range theme.Names() {
		first := card(t, tuitest.ReadRecording(t, "moneyheist", "rival-s2001"), "--palette "+palette)
		if palette == theme.Names()[0] && !bytes.Equal(first, card(t, tuitest.ReadRecording(t, "moneyheist", "rival-s2001"), "--palette "+palette)) {
			t.Errorf("%s: the second card has other bytes", palette)
		}
		m := pixels(t, first)
		if m.Bounds() != image.Rect(0, 0, 1200, 630) {
			t.Errorf("%s: %v", palette, m.Bounds())
		}
		if n := len(colors(m, image.Rect(630, 370, 1155, 460))); n < 4 {
			t.Errorf("%s: the chart has %d colours", palette, n)
		}
	}
}

func colors(m image.Image, r image.Rectangle) map[color.Color]bool {
	all := map[color.Color]bool{}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			all[m.At(x, y)] = true
		}
	}
	return all
}

func TestCardHidesLaterRounds(t *testing.T) {
	t.Parallel()
	for game, name := range map[string]string{"harrypotter": "demo-s30", "moneyheist": "rival-s2001", "thepurge": "rival-s2001"} {
		whole := tuitest.ReadRecording(t, game, name)
		for _, k := range []int{1, 120} {
			begun := record.New(*whole.Meta(), whole.State(0))
			for i := range k {
				begun.Append(whole.Turn(i), whole.State(i+1))
			}
			if !bytes.Equal(card(t, whole, fmt.Sprint("--round ", k)), card(t, begun, "")) {
				t.Errorf("%s: the card of round %d knows what comes", game, k)
			}
		}
	}
}

// Without a chart, the scores fill its space.
func TestCardWithoutWinChances(t *testing.T) {
	t.Parallel()
	g := model.Game
	if winchance.LoadTable(g, false) != nil {
		t.Fatal("there is a table")
	}
	m := pixels(t, card(t, tuitest.PlayMatch(t, g, configs.Default(g.Name()), 20), ""))
	for y := 142; y <= 442; y += 100 {
		if n := len(colors(m, image.Rect(630, y, 780, y+22))); n < 3 {
			t.Errorf("no player at %d", y)
		}
		if n := len(colors(m, image.Rect(630, y+60, 1155, y+90))); n > 1 {
			t.Errorf("something between the players at %d: %d colours", y, n)
		}
	}
}
