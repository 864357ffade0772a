package thepurge_test

import (
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	tp "game-tui/sim/game/thepurge"
)

var names = [sim.Seats]string{"Ann", "Bob", "Cid", "Dee"}

func TestFramesShowTheState(t *testing.T) {
	t.Parallel()
	m, err := newMatch(violent(), 2, four("Probe")...)
	if err != nil {
		t.Fatal(err)
	}
	var f sim.Frame
	for range m.set.Rounds() {
		s := m.Board.State().(*tp.State)
		s.FillFrame(&f)
		checkFrame(t, s, &f)
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
}

func checkFrame(t *testing.T, s *tp.State, f *sim.Frame) {
	t.Helper()
	l := game.Legend()
	if len(f.Cells) != f.Rows*f.Cols || len(f.Units) != len(s.Citizens()) || f.Dark != s.IsNight() {
		t.Fatalf("%d cells, %d units, dark %v", len(f.Cells), len(f.Units), f.Dark)
	}
	for i := range f.Cells {
		p := sim.Pos{Row: i / f.Cols, Col: i % f.Cols}
		c, cell := s.Glyph(p), &f.Cells[i]
		if (c == 'B') != (l.Grounds[cell.Ground].Name == "building") {
			t.Fatalf("%v: ground %d", p, cell.Ground)
		}
		item := l.Items[cell.Item].Name
		want := ""
		switch c {
		case 'M':
			want = "money"
		case 'F':
			want = "food"
		case 'G':
			want = "gun"
		case 'Z':
			want = "bazooka"
		}
		if b, ok := s.BarricadeAt(p); ok {
			want = "barricade"
			if cell.Owner != b.Player || cell.Amount != b.Resistance {
				t.Fatalf("%v: %+v for %+v", p, cell, b)
			}
		}
		if !strings.HasSuffix(item, want) || (want == "") != (item == "") {
			t.Fatalf("%v: item %q for %c", p, item, c)
		}
		if u := s.CitizenAt(p); (cell.Unit >= 0) != (u.ID != -1) || cell.Unit >= 0 && f.Units[cell.Unit].ID != u.ID {
			t.Fatalf("%v: unit %d for %+v", p, cell.Unit, u)
		}
	}
	for i, u := range f.Units {
		c := s.Citizens()[i]
		want := "builder"
		if c.Type == tp.Warrior {
			want = []string{"hammer", "gun", "bazooka"}[c.Weapon] + " warrior"
		}
		if l.Units[u.Kind].Name != want || u.At != c.Pos() || u.Life != c.Life || u.Seat != c.Player || !u.OnBoard {
			t.Fatalf("unit %+v for %+v", u, c)
		}
	}
}

// TestBarricadeShapesFollowResistance checks that the shapes change whenever the pictures of the
// official viewer do.
func TestBarricadeShapesFollowResistance(t *testing.T) {
	t.Parallel()
	for resistance, want := range map[string]string{
		"0": "weak", "1": "weak", "80": "weak", "81": "fair", "160": "fair", "161": "strong", "240": "strong", "241": "mighty", "320": "mighty",
	} {
		text := strings.Replace(string(configs.Default("thepurge-fixed")),
			"0\nplayer row column resistance\n", "1\nplayer row column resistance\n2 0 0 "+resistance+"\n", 1)
		b, _, err := load([]byte(text), 1)
		if err != nil {
			t.Fatal(err)
		}
		var f sim.Frame
		b.State().FillFrame(&f)
		if got := game.Legend().Items[f.Cells[0].Item].Name; got != want+" barricade" || f.Cells[0].Owner != 2 {
			t.Errorf("resistance %s is %q, want %s", resistance, got, want)
		}
	}
}

func TestLabelsAndCards(t *testing.T) {
	t.Parallel()
	m, err := newMatch(configs.Default("thepurge"), 30, four("Null")...)
	if err != nil {
		t.Fatal(err)
	}
	var f sim.Frame
	for _, c := range []struct {
		round int
		want  string
	}{
		{0, "day 1 of 5, dusk in 25 rounds"},
		{24, "day 1 of 5, dusk in 1 round  "},
		{25, "night 1 of 5, dawn in 25 rounds"},
		{41, "night 1 of 5, dawn in 9 rounds "},
		{49, "night 1 of 5, dawn in 1 round  "},
		{50, "day 2 of 5, dusk in 25 rounds"},
		{249, "night 5 of 5, dawn in 1 round  "},
		{250, "day 5 of 5, the match is over"},
	} {
		m.until(t, c.round)
		m.Board.State().FillFrame(&f)
		got := ""
		for _, l := range f.Labels {
			got += l.Key + " " + l.Value + " "
		}
		if got = strings.TrimSuffix(got, " "); got != c.want {
			t.Errorf("round %d: %q, want %q", c.round, got, c.want)
		}
	}
	card := f.Players[0]
	got := ""
	for _, l := range card.Stats {
		got += l.Key + ": " + l.Value + "; "
	}
	want := "builders: 4; warriors: 2; guns: 0; bazookas: 0; hammers: 2; barricades: 0; built: 0; coming back: 0; "
	if got != want {
		t.Errorf("card %q", got)
	}
}

func TestInspectDescribesCells(t *testing.T) {
	t.Parallel()
	text := strings.Replace(string(configs.Default("thepurge-fixed")),
		"0\nplayer row column resistance\n", "1\nplayer row column resistance\n0 2 3 40\n", 1)
	b, _, err := load([]byte(text), 1)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[sim.Pos]string{
		{Row: 0, Col: 0}:  "street by day",
		{Row: 1, Col: 2}:  "building",
		{Row: 2, Col: 4}:  "street by day|food: life +20",
		{Row: 2, Col: 5}:  "street by day",
		{Row: 6, Col: 5}:  "street by day|money: 5 points",
		{Row: 3, Col: 12}: "street by day|gun: attack 100, demolish 10",
		{Row: 2, Col: 3}: "street by day|Ann's barricade: resistance 40 of 320|builder 0 (Ann): life 60 of 60|" +
			"no weapon: attack 1, demolish 3",
		{Row: -1, Col: 0}: "",
	} {
		if got := strings.Join(b.State().Inspect(p, &names), "|"); got != want {
			t.Errorf("%v: %q, want %q", p, got, want)
		}
	}
}

func TestOrderTexts(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]sim.Order{
		"moves up": tp.Move(1, sim.Up), "builds left": tp.Build(1, sim.Left), "moves in an unknown direction": tp.Move(1, 7),
	} {
		if got := string(game.AppendOrderText(nil, o)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
