package thepurge

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"game-tui/sim"
	"game-tui/sim/thepurge"
)

var everybody = [sim.Seats]string{"Nightwatch", "Greedy", "Demo", "Nightwatch"}

// The same seed gives the same match, and players leave states as they are.
func TestPlayersAreDeterministic(t *testing.T) {
	t.Parallel()
	for _, config := range []string{"thepurge", "thepurge-fixed"} {
		a, b := newMatch(t, config, 7, everybody), newMatch(t, config, 7, everybody)
		for k := range a.settings.Rounds() {
			state := a.board.State()
			before := state.AppendText(nil)
			cell := state.(*thepurge.State).Citizens()[0]
			turn := a.turn()
			if !bytes.Equal(state.AppendText(nil), before) || state.(*thepurge.State).Citizens()[0] != cell {
				t.Fatalf("%s, round %d: a player has changed the state", config, k)
			}
			if err := a.board.Step(turn); err != nil {
				t.Fatal(err)
			}
			if err := b.board.Step(b.turn()); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(a.board.State().AppendText(nil), b.board.State().AppendText(nil)) {
				t.Fatalf("%s, round %d: two matches of one seed differ", config, k)
			}
			checkOrders(t, turn)
		}
	}
}

// Greedy and Nightwatch give no order that must fail for its form or its owner.
func checkOrders(t *testing.T, turn *sim.Turn) {
	t.Helper()
	for seat, name := range everybody {
		if name == "Demo" {
			continue
		}
		for _, o := range turn.Orders[seat] {
			switch o.Fate {
			case sim.FateForeign, sim.FateKind, sim.FateDirection, sim.FateEdge, thepurge.FateBuilding, thepurge.FateNotBuilder,
				thepurge.FateNight, thepurge.FateInside:
				t.Errorf("round %d: %s gives %+v", turn.Round, name, o)
			}
		}
	}
}

// Boards of every size are played to the end by everybody.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]string{{"12", "12"}, {"25", "50"}, {"12", "50"}, {"25", "12"}} {
		text := strings.NewReplacer("BOARD_ROWS                  15", "BOARD_ROWS "+size[0],
			"BOARD_COLS                  30", "BOARD_COLS "+size[1],
			"NUM_ROUNDS_PER_DAY          50", "NUM_ROUNDS_PER_DAY 20",
			"MAX_NUM_BARRICADES          3", "MAX_NUM_BARRICADES 40",
			"NUM_INI_BUILDERS            4", "NUM_INI_BUILDERS 6").Replace(string(defaults()))
		m := matchOf(t, []byte(text), 3, everybody)
		m.play(t)
	}
}

// Nightwatch's builders are in barricades by night, and its warriors kill.
func TestNightwatchWallsIn(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "thepurge", 30, [sim.Seats]string{"Nightwatch", "Greedy", "Greedy", "Greedy"})
	inside, kills := 0, 0
	for range m.settings.Rounds() {
		turn := m.turn()
		if err := m.board.Step(turn); err != nil {
			t.Fatal(err)
		}
		for _, e := range turn.Events {
			if e.Kind == thepurge.EventDeath && e.Seat == 0 {
				kills++
			}
		}
		s := m.board.State().(*thepurge.State)
		for _, id := range s.IDs(0, thepurge.Builder) {
			if s.IsNight() && s.Glyph(s.Citizen(id).Pos()) == 'c' {
				inside++
			}
		}
	}
	if inside < 50 || kills < 3 {
		t.Errorf("%d builder rounds inside, %d kills", inside, kills)
	}
}

// What the kit's Demo prints.
func TestDemoSays(t *testing.T) {
	t.Parallel()
	m := newMatch(t, "thepurge", 30, [sim.Seats]string{"Demo", "Demo", "Demo", "Demo"})
	for range 3 {
		if err := m.board.Step(m.turn()); err != nil {
			t.Fatal(err)
		}
	}
	r := m.players[0].Play(context.Background(),
		&sim.Query{Seat: 0, State: m.board.State(), Settings: m.settings, Rand: &m.rands[0]})
	got := strings.Join(r.Said, "\n")
	if !strings.HasPrefix(got, "At round 3 player 0 has 1 barricades:\nPos (8, 17) with resistance 40\n") {
		t.Errorf("Demo says\n%s", got)
	}
	for _, line := range r.Said[2:] {
		f := strings.Fields(line)
		if len(f) != 4 || f[0] != "build" && f[0] != "move" || f[2] != "dir" || !strings.Contains("Up Down Left Right", f[3]) {
			t.Errorf("Demo says %q", line)
		}
	}
}

// What the players are measured by, over seeds 1 to 10 and all seats.
func TestWins(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("40 matches each")
	}
	for _, c := range []struct {
		name, others string
		want         int
	}{{"Greedy", "Demo", 36}, {"Nightwatch", "Greedy", 30}} {
		if wins, matches, _ := duel(t, "thepurge", c.name, c.others, 10); wins < c.want || matches != 40 {
			t.Errorf("%s wins %d of %d against %s, want %d", c.name, wins, matches, c.others, c.want)
		}
	}
}

// BenchmarkDecision is what a round costs Nightwatch on the largest board.
func BenchmarkDecision(b *testing.B) {
	text := strings.NewReplacer("BOARD_ROWS                  15", "BOARD_ROWS 25",
		"BOARD_COLS                  30", "BOARD_COLS 50").Replace(string(defaults()))
	var spent time.Duration
	for b.Loop() {
		m := matchOf(b, []byte(text), 1, [sim.Seats]string{"Nightwatch", "Greedy", "Greedy", "Greedy"})
		m.play(b)
		spent += m.spent[0]
	}
	b.ReportMetric(float64(spent)/float64(b.N)/250/float64(time.Millisecond), "ms/decision")
}
