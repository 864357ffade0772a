package harrypotter_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/harrypotter"
	"game-tui/sim/res"
)

// turn asks the players of a match without playing the round.
func (m *match) turn() *sim.Turn {
	saved := m.Rands
	t := &sim.Turn{Round: m.Board.Round()}
	for seat, p := range m.Players {
		r := p.Play(context.Background(), &sim.Query{Seat: seat, State: m.Board.State(), Settings: m.set, Rand: &m.Rands[seat]})
		for _, o := range r.Orders {
			t.Orders[seat] = append(t.Orders[seat], sim.Submitted{Order: o})
		}
	}
	m.Rands = saved
	return t
}

// TestRoundsOfDemo follows the first rounds of Demo ×4 with seed 30 draw by draw.
func TestRoundsOfDemo(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Demo"))
	for round, c := range []struct {
		players   [sim.Seats]int64
		calls     [sim.Seats]int
		orders    [sim.Seats]int
		done      int
		phases    [3]int64
		voldemort sim.Pos
		end       int64
		commands  string
	}{
		{[...]int64{494606719, 1623261696, 604433025, 1733088002}, [...]int{358, 379, 332, 352}, [...]int{21, 21, 21, 21}, 80,
			[...]int64{524391276, 30570706, 30570706}, sim.Pos{Row: 53, Col: 30}, 1086569022, "5b211233527a4b6c07b52dd022656fc2b5010a9c798e3c7ff21518177adb8ccc"},
		{[...]int64{838587767, 568640408, 298693049, 28745690}, [...]int{259, 237, 199, 253}, [...]int{19, 20, 19, 19}, 73,
			[...]int64{1487905368, 304303518, 133156948}, sim.Pos{Row: 54, Col: 30}, 1577722904, "21ec962593819a3bf788cfda3297dcb79bee659954857bb155d22f48a085f0f9"},
	} {
		phases, vold, err := hp.Phases(m.Board, m.turn())
		if err != nil || phases != c.phases || vold != c.voldemort {
			t.Errorf("round %d: phases %v, Voldemort %v, %v; want %v, %v", round, phases, vold, err, c.phases, c.voldemort)
		}
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
		for seat := range sim.Seats {
			r := m.Replies[seat]
			if s := m.Rands[seat].State(); s != c.players[seat] || r.Calls != c.calls[seat] || len(r.Orders) != c.orders[seat] {
				t.Errorf("round %d, player %d: state %d, %d calls, %d orders", round, seat, s, r.Calls, len(r.Orders))
			}
		}
		if got := len(m.Last.Done); got != c.done || m.Board.RandState() != c.end {
			t.Errorf("round %d: %d orders done, state %d; want %d, %d", round, got, m.Board.RandState(), c.done, c.end)
		}
		if got := sum(res.AppendCommands(nil, hp.Game, m.Last.Done)); got != c.commands {
			t.Errorf("round %d: commands have hash %s, want %s", round, got, c.commands)
		}
	}
}

// done words the first executed orders.
func done(t *sim.Turn, n int) string {
	var b strings.Builder
	for _, o := range t.Done[:n] {
		fmt.Fprintf(&b, "%d %c, ", o.Unit, "dcreuqlz"[o.Dir])
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// TestFightsOfDemo names the fights of the first rounds of Demo ×4 with seed 30.
func TestFightsOfDemo(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Demo"))
	for round, c := range []struct {
		fights string
		end    int64
	}{{"", 1086569022}, {"28→21 47:47 ", 1577722904}, {"?", 252203490}, {"27→17 38→5 54→10 ", 45393384}} {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
		if round == 0 {
			if got := done(m.Last, 12); got != "4 l, 44 u, 5 l, 6 r, 24 r, 65 l, 7 l, 45 r, 8 l, 46 l, 9 l, 47 l" {
				t.Errorf("first orders %s", got)
			}
		}
		var fights string
		for _, e := range m.events(hp.EventAttack) {
			fights += fmt.Sprintf("%d→%d ", e.Unit, e.Target)
			if round == 1 {
				fights = fmt.Sprintf("%s%d:%d ", fights, e.A, e.B)
			}
		}
		if fights != c.fights && c.fights != "?" || m.Board.RandState() != c.end {
			t.Errorf("round %d: fights %s, state %d; want %s, %d", round, fights, m.Board.RandState(), c.fights, c.end)
		}
	}
}

// TestPointsOfDemo compares the numbers behind the scores of Demo ×4, seed 30.
func TestPointsOfDemo(t *testing.T) {
	t.Parallel()
	type numbers struct {
		scores, acc, strength [sim.Seats]int
		voldemort             sim.Pos
	}
	want := map[int]numbers{
		1:   {[...]int{41, 41, 41, 41}, [...]int{0, 0, 0, 0}, [...]int{1000, 1000, 1000, 1000}, sim.Pos{Row: 53, Col: 30}},
		10:  {[...]int{447, 327, 132, 128}, [...]int{300, 200, 0, 0}, [...]int{1050, 1050, 1000, 1100}, sim.Pos{Row: 58, Col: 34}},
		100: {[...]int{2685, 3005, 2117, 2375}, [...]int{2300, 2700, 1800, 2100}, [...]int{1350, 1250, 1100, 1250}, sim.Pos{Row: 1, Col: 33}},
		200: {[...]int{5369, 4564, 3545, 4354}, [...]int{4600, 4300, 3300, 4000}, [...]int{1350, 1300, 1150, 1400}, sim.Pos{Row: 19, Col: 1}},
	}
	m := start(t, nil, 30, four("Demo"))
	for range m.set.NumRounds {
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
		s := m.Board.State().(*hp.State)
		got := numbers{scores: s.Scores(), voldemort: s.Voldemort()}
		for pl := range sim.Seats {
			got.acc[pl], got.strength[pl] = s.Accumulated[pl], s.Strength[pl]
		}
		if w, ok := want[s.Round()]; ok && got != w {
			t.Errorf("state %d: %v, want %v", s.Round(), got, w)
		}
	}
}

// TestNullRounds follows Voldemort alone.
func TestNullRounds(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Null"))
	for round, want := range []struct {
		phases    [3]int64
		voldemort sim.Pos
		end       int64
	}{
		{[...]int64{1836637652, 219591034, 219591034}, sim.Pos{Row: 53, Col: 30}, 937058882},
		{[...]int64{937058882, 2124634520, 2051086046}, sim.Pos{Row: 54, Col: 30}, 713595130},
	} {
		phases, vold, err := hp.Phases(m.Board, m.turn())
		if err != nil || phases != want.phases || vold != want.voldemort {
			t.Errorf("round %d: phases %v, Voldemort %v, %v", round, phases, vold, err)
		}
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
		if m.Board.RandState() != want.end {
			t.Errorf("round %d ends at %d, want %d", round, m.Board.RandState(), want.end)
		}
	}
}

// TestProbeEvents compares spells and deaths of Probe ×4 with seed 30.
func TestProbeEvents(t *testing.T) {
	t.Parallel()
	m := start(t, nil, 30, four("Probe"))
	var spells, deaths []string
	for range m.set.NumRounds {
		round := m.Board.Round()
		if err := m.Round(); err != nil {
			t.Fatal(err)
		}
		for _, e := range m.events(hp.EventSpell) {
			spells = append(spells, fmt.Sprintf("%d:%d", round, e.Unit))
			if (round == 60 || round == 61) && e.A != 429 {
				t.Errorf("round %d: the spell takes %d cells, want 429", round, e.A)
			}
			if round == 60 {
				i := slices.IndexFunc(m.Last.Done, func(o sim.Order) bool { return o.Kind == 's' })
				line := string(res.AppendOrder(nil, hp.Game.Orders(), m.Last.Done[i]))
				if line != "2\ts\t15\t 0 0 1 1 0 2 3 1 4 2 2 3 4 3 4\n" {
					t.Errorf("the first spell is %q", line)
				}
			}
		}
		for _, e := range m.events(hp.EventDeath) {
			if text := string(hp.Game.AppendEvent(nil, &e, &testNames)); strings.Contains(text, "walks up") {
				deaths = append(deaths, fmt.Sprintf("%d:%d", round, e.Target))
				if round == 14 && !strings.HasPrefix(text, "ghost 0 (Ada) walks up to Voldemort from (44,37): back at ") {
					t.Errorf("the first death is told as %q", text)
				}
			}
		}
	}
	if got := strings.Join(spells, " "); got != "60:2 61:3 74:0 103:1 121:3 135:2 148:0" {
		t.Errorf("spells %s", got)
	}
	if got := strings.Join(deaths, " "); !strings.HasPrefix(got, "14:0 41:68 43:1 50:52 53:6 ") {
		t.Errorf("deaths %s", got)
	}
}
