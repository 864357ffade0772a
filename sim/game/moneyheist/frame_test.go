package moneyheist_test

import (
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

var names = [sim.Seats]string{"Tokyo", "Rio", "Nairobi", "Berlin"}

// TestFramesShowTheState compares every cell of the frames with the state.
func TestFramesShowTheState(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 1, "Probe")
	l := mh.Game.Legend()
	var f sim.Frame
	rounds := 130 // long enough for some safes to be opened
	if testing.Short() {
		rounds = 15
	}
	for range rounds {
		s := state(m)
		s.FillFrame(&f)
		ring := 0
		rows := map[string]func(int) uint64{"money": s.MoneyRow, "health kit": s.HealthRow, "poison kit": s.PoisonRow, "gold": s.GoldRow, "safe door": s.DoorRow}
		for i := range mh.Rows {
			for j := range mh.Cols {
				p := sim.Pos{Row: i, Col: j}
				got, wall, want := f.Cells[i*f.Cols+j], s.WallRow(i)>>j&1 != 0, l.Items[0].Name
				for item, row := range rows {
					if row(i)>>j&1 != 0 {
						want = item
					}
				}
				name := l.Items[got.Item].Name
				if name != want && !(wall && name == "safe wall") || (l.Grounds[got.Ground].Name == "wall") != wall || int32(got.Unit) != s.UnitAt(p) || int(got.Amount) != s.MoneyAt(p) {
					t.Fatalf("round %d, %v: frame %+v (%s), want %s", s.Round(), p, got, name, want)
				}
				if name == "safe wall" {
					ring++
				}
			}
		}
		if want := 7 * s.SafeCount(); ring != want {
			t.Fatalf("round %d: %d cells around safes, want %d", s.Round(), ring, want)
		}
		for id, u := range f.Units {
			v := s.Unit(int32(id))
			if int(u.ID) != id || u.OnBoard != v.IsAlive() || u.At != v.Pos || int(u.Seat) != v.Player || int(u.Life) != v.Health || !u.OnBoard && int(u.Timer) != v.Rounds {
				t.Fatalf("unit %+v, want %+v", u, v)
			}
		}
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
}

func stat(c *sim.PlayerCard, key string) string {
	for _, l := range c.Stats {
		if l.Key == key {
			return l.Value
		}
	}
	return "(none)"
}

func TestCardsShowSupplies(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 1, "Probe")
	var f sim.Frame
	for range 13 {
		if err := m.PlayRound(); err != nil {
			t.Fatal(err)
		}
	}
	s := state(m)
	s.FillFrame(&f)
	for pl := range sim.Seats {
		c := &f.Players[pl]
		soldiers, _, boxes, _ := s.Tally(pl)
		if c.Score != s.Scores()[pl] || atoi(stat(c, "soldiers")) != len(s.Soldiers(pl)) ||
			atoi(stat(c, "poison pot")) != s.AvailablePoison(pl) || atoi(stat(c, "kits")) != s.AvailableHealth(pl) ||
			atoi(stat(c, "safes")) != boxes || atoi(stat(c, "kills")) != soldiers {
			t.Errorf("player %d: %+v", pl, c)
		}
	}
	if got := stat(&f.Players[1], "safes"); got != " 1" {
		t.Errorf("player 1 opened %q safes in round 12", got)
	}
	read, _, err := mh.Game.ReadState(m.set, s.AppendText(nil))
	if err != nil {
		t.Fatal(err)
	}
	read.FillFrame(&f)
	if got := stat(&f.Players[1], "safes"); got != "(none)" {
		t.Errorf("a state block cannot know of %q safes", got)
	}
}

// atoi returns the number at the start of a value, or -1.
func atoi(value string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.Fields(value + " x")[0], ","))
	if err != nil {
		return -1
	}
	return n
}

// first returns the first cell set in a board mask.
func first(row func(int) uint64) sim.Pos {
	for i := range mh.Rows {
		if m := row(i); m != 0 {
			return sim.Pos{Row: i, Col: bits.TrailingZeros64(m)}
		}
	}
	return sim.Pos{}
}

func TestInspectShowsHintsAndKey(t *testing.T) {
	t.Parallel()
	s := state(start(t, defaultConfig, 30, "Null"))
	door := s.Door(0)
	for _, p := range []sim.Pos{door, {Row: 19, Col: 49}, {Row: 18, Col: 48}} {
		lines := strings.Join(s.Inspect(p, &names), "\n")
		for _, want := range []string{p.String(), "safe 0, door at (20,49): 200 points", "hints: 1 9 9 6 2 5 1 18 2 4 6 -1 -2 -4 0", "\nkey: ", "because ", "9+9=18"} {
			if !strings.Contains(lines, want) {
				t.Errorf("%v: %q is not in\n%s", p, want, lines)
			}
		}
	}
	for p, want := range map[sim.Pos]string{
		{Row: 5, Col: 52}:  "professor 0 (Tokyo): health 100 of 100, dies after 5 attacks",
		{Row: 35, Col: 0}:  "soldier 4 (Tokyo): carries 1 of 5 poison; poison pot 0",
		{Row: 0, Col: 32}:  "(0,32) money: 17\n+17 points when taken",
		first(s.HealthRow): " health kit\n+1 to the taker's health pot",
		first(s.PoisonRow): " poison kit\n+1 to the taker's poison pot",
		{Row: 0, Col: 0}:   "(0,0) corridor",
		{Row: 16, Col: 16}: "wall",
	} {
		if lines := strings.Join(s.Inspect(p, &names), "\n"); !strings.Contains(lines, want) {
			t.Errorf("%v: %q is not in\n%s", p, want, lines)
		}
	}
	if lines := s.Inspect(sim.Pos{Row: 60}, &names); lines != nil {
		t.Errorf("off the board: %q", lines)
	}
}

func TestLabelsSolveTheNearestSafe(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 30, "Null")
	var f sim.Frame
	state(m).FillFrame(&f)
	value := map[string]string{}
	for _, l := range f.Labels {
		value[l.Key] = l.Value
	}
	numbers := func(text string) (list []int32) {
		for _, w := range strings.Fields(text) {
			list = append(list, int32(atoi(w)))
		}
		return list
	}
	hints := strings.Fields(value["its hints"])
	if len(hints) != 15 || !strings.Contains(value["nearest safe"], " at (") {
		t.Fatalf("labels %v", f.Labels)
	}
	box := atoi(value["nearest safe"])
	if !mh.KeyFits(state(m).Hints(box), numbers(value["its key"])) {
		t.Errorf("the key %s does not open safe %d", value["its key"], box)
	}
	if want := state(m).Door(box); f.Focus != want {
		t.Errorf("focus %v, want %v", f.Focus, want)
	}
}

func TestEventTexts(t *testing.T) {
	t.Parallel()
	at, to := sim.Pos16{Row: 3, Col: 4}, sim.Pos16{Row: 50, Col: 6}
	for _, c := range []struct {
		e    sim.Event
		want string
	}{
		{sim.Event{Kind: mh.EventKill, Seat: 0, Other: 1, Unit: 28, Target: 41, At: at, To: to, A: 0, B: 2},
			"soldier 28 (Tokyo) kills soldier 41 (Rio) at (3,4), who joins Tokyo at (50,6); poison left: 2"},
		{sim.Event{Kind: mh.EventKill, Seat: 0, Other: 1, Unit: 28, Target: 41, At: at, To: to, A: 1, B: 1},
			"soldier 28 (Tokyo) kills soldier 41 (Rio) at (3,4), who returns to Rio at (50,6); poison left: 1"},
		{sim.Event{Kind: mh.EventProfessorKilled, Seat: 2, Other: 3, Unit: 50, Target: 3, At: at, To: sim.NoPos, A: 50, B: 40},
			"soldier 50 (Nairobi) kills professor 3 (Berlin) at (3,4): +50 points, rebirth in 40 rounds"},
		{sim.Event{Kind: mh.EventHurt, Seat: 2, Other: 3, Unit: 50, Target: 3, At: at, To: sim.NoPos, A: 20, B: 60},
			"soldier 50 (Nairobi) poisons professor 3 (Berlin) at (3,4): -20 health, 60 left"},
		{sim.Event{Kind: mh.EventSafe, Seat: 1, Other: -1, Unit: 1, Target: 5, At: at, To: to, A: 200},
			"professor 1 (Rio) opens safe 5 at (3,4): +200 points, safe now at (50,6)"},
		{sim.Event{Kind: mh.EventMassacre, Seat: 1, Other: -1, Unit: -1, Target: -1, At: at, To: sim.NoPos, A: 4},
			"Rio kills 4 soldiers in one round, starting at (3,4)"},
		{sim.Event{Kind: mh.EventReborn, Seat: 1, Other: -1, Unit: 1, Target: -1, At: sim.NoPos, To: to, A: 100},
			"professor 1 (Rio) is reborn at (50,6) with health 100"},
		{sim.Event{Kind: mh.EventHeal, Seat: 1, Other: -1, Unit: 1, Target: -1, At: at, To: sim.NoPos, A: -50, B: 100},
			"professor 1 (Rio) heals at (3,4): -50, health 100"},
		{sim.Event{Kind: mh.EventMoney, Seat: 1, Other: -1, Unit: 30, Target: -1, At: at, To: sim.NoPos, A: 17},
			"soldier 30 (Rio) takes money at (3,4): +17 points"},
		{sim.Event{Kind: mh.EventHealthKit, Seat: 1, Other: -1, Unit: 1, Target: -1, At: at, To: sim.NoPos, A: 1, B: 3},
			"professor 1 (Rio) takes a health kit at (3,4): +1, pot 3"},
		{sim.Event{Kind: mh.EventPoisonKit, Seat: 1, Other: -1, Unit: 30, Target: -1, At: at, To: sim.NoPos, A: 1, B: 3},
			"soldier 30 (Rio) takes a poison kit at (3,4): +1, pot 3"},
		{sim.Event{Kind: mh.EventCharge, Seat: 1, Other: -1, Unit: 30, Target: -1, At: at, To: sim.NoPos, A: 3, B: 5},
			"soldier 30 (Rio) charges poison at (3,4): +3, now carries 5"},
	} {
		if got := string(mh.Game.AppendEventText(nil, &c.e, &names)); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	for want, o := range map[string]sim.Order{
		"moves up":                      mh.Move(1, sim.Up),
		"moves in an unknown direction": mh.Move(1, 9),
		"charges poison":                mh.Charge(1),
		"heals":                         mh.Heal(1),
		"opens the safe to the left":    mh.Open(1, nil, sim.Left),
		"opens the safe below":          mh.Open(1, nil, sim.Down),
		"gets an unknown order":         {Unit: 1, Kind: 'x'},
	} {
		if got := string(mh.Game.AppendOrderText(nil, o)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
