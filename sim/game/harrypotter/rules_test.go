package harrypotter_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// scene is a FIXED board with two wizards per clan, one wall, one book, Voldemort at (30,33), and a
// spell of equal numbers. Units are given as "id row column rounds next".
func scene() string {
	units := [][5]int{
		{0, 5, 5, 60, -1}, {1, 20, 22, 0, -1}, {2, 5, 6, 0, -1}, {3, 11, 11, 7, -1},
		{4, 10, 10, 0, -1}, {5, 10, 11, 0, -1}, // units of clan 0
		{6, 19, 20, 0, -1}, {7, 20, 20, 3, 0}, // units of clan 1
		{8, 20, 21, 0, -1}, {9, 30, 31, 0, -1}, // units of clan 2
		{10, 11, 10, 0, -1}, {11, 59, 30, 0, -1}, // units of clan 3
	}
	var grid [hp.Rows][]byte
	for i := range grid {
		grid[i] = []byte(strings.Repeat(".", hp.Cols))
	}
	grid[9][10] = 'W'
	var lines string
	for id, u := range units {
		kind, clan := 'g', id
		if id >= sim.Seats {
			kind, clan = 'w', (id-sim.Seats)/2
		}
		grid[u[1]][u[2]] = '0' + byte(clan)
		lines += fmt.Sprintf("%c %d %d %d %d %d %d\n", kind, u[0], clan, u[1], u[2], u[3], u[4])
	}
	text := "tens units\n"
	for i, row := range grid {
		text += fmt.Sprintf("%02d %s\n", i, row)
	}
	return text + "units 12 type id player row column rounds next\n" + lines +
		"books 1 row column 10 9\nspell_ingredients 15 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2\nVoldemort 30 33\n"
}

var solution = []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}

func spell(id int32, groups []int32) sim.Order { return hp.CastSpell(id, groups) }

// onScene plays one round on the scene with the given orders of each seat.
func onScene(t *testing.T, rounds int, orders ...sim.Order) (*sim.Turn, *hp.State) {
	t.Helper()
	text := config(map[string]int{"NUM_ROUNDS": rounds, "NUM_INI_WIZARDS_PER_CLAN": 2, "NUM_INI_BOOKS": 1})
	text = []byte(strings.Replace(string(text), "RANDOM", "FIXED\n"+scene(), 1))
	m, err := newMatch(text, 1)
	if err != nil {
		t.Fatal(err)
	}
	turn := &sim.Turn{}
	s := m.Board.State().(*hp.State)
	for _, o := range orders {
		seat := max(s.Unit(o.Unit).Player, 0)
		turn.Orders[seat] = append(turn.Orders[seat], sim.SubmittedOrder{Order: o})
	}
	if err := m.Board.Step(turn); err != nil {
		t.Fatal(err)
	}
	return turn, m.Board.State().(*hp.State)
}

func TestOutcomeOfEachOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		order sim.Order
		want  string
	}{
		{sim.Order{Unit: 4, Kind: 'x'}, "no such order"},
		{hp.Move(4, 8), "no such direction"},
		{hp.Move(4, -1), "no such direction"},
		{hp.Move(4, hp.DownRight), "wizards do not move diagonally"},
		{hp.Move(11, hp.Down), "off the board"},
		{hp.Move(4, hp.Up), "a wall is there"},
		{hp.Move(0, hp.Right), "a unit is there, and ghosts do not attack"},
		{hp.Move(7, hp.Right), "a converting wizard cannot attack"},
		{hp.Move(7, hp.Up), "a converting wizard cannot attack"},
		{hp.Move(10, hp.Right), "its own ghost is there"},
		{hp.Move(4, hp.Right), "own wizard in the way"},
		{hp.Move(8, hp.Left), "the wizard there is already being converted"},
		{spell(4, solution), "only ghosts cast spells"},
		{spell(0, solution), "the ghost has to rest"},
		{spell(1, nil), "the solution is wrong"},
		{spell(1, solution[1:]), "the solution is wrong"},
		{spell(1, make([]int32, 15)), "the solution is wrong"},
		{spell(1, append(slices.Clone(solution[:14]), 5)), "the solution is wrong"},
	} {
		turn, _ := onScene(t, 200, c.order)
		for _, orders := range turn.Orders {
			for _, o := range orders {
				if got := sim.OutcomeText(hp.Game, o.Outcome); got != c.want {
					t.Errorf("%v: %d %q, want %q", c.order, o.Outcome, got, c.want)
				}
			}
		}
		if len(turn.Executed) != 0 {
			t.Errorf("%v: executed", c.order)
		}
	}
	turn, _ := onScene(t, 50, spell(1, solution))
	if got := sim.OutcomeText(hp.Game, turn.Orders[1][0].Outcome); got != "too late in the match for a spell" {
		t.Errorf("spell in a short match: %q", got)
	}
}

func TestOrdersForOtherUnitsAreNotOwned(t *testing.T) {
	t.Parallel()
	turn, _ := onScene(t, 200, hp.Move(4, hp.Left), sim.Order{Unit: 99, Kind: 'm'}, sim.Order{Unit: -1, Kind: 'm'})
	got := []sim.Outcome{}
	for _, o := range turn.Orders[0] {
		got = append(got, o.Outcome)
	}
	if want := []sim.Outcome{sim.OutcomeExecuted, sim.OutcomeNotOwned, sim.OutcomeNotOwned}; !slices.Equal(got, want) {
		t.Errorf("fates %v, want %v", got, want)
	}
	turn, _ = onScene(t, 200, spell(1, solution), spell(2, solution))
	texts := []string{sim.OutcomeText(hp.Game, turn.Orders[1][0].Outcome), sim.OutcomeText(hp.Game, turn.Orders[2][0].Outcome)}
	slices.Sort(texts)
	if want := []string{"a spell was already cast this round", "done"}; !slices.Equal(texts, want) {
		t.Errorf("two spells: %q, want %q", texts, want)
	}
}

func TestEventsOfEachOrder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		order sim.Order
		want  []string // prefixes of the expected event texts
	}{
		{hp.Move(4, hp.Left), []string{"wizard 4 (Ada) reads a book at (10,9): +50 strength"}},
		{hp.Move(4, hp.Down), []string{"wizard 4 (Ada) attacks wizard 10 (Dan) at (11,10), 333 against 333, and ", "wizard "}},
		{hp.Move(6, hp.Down), []string{"wizard 6 (Ben) stops wizard 7 at (20,20) from joining Ada in 2 rounds"}},
		{hp.Move(8, hp.Right), []string{"wizard 8 (Cleo) attacks ghost 1 (Ben) at (20,22), extending its rest by 15 rounds (14 left)"}},
		{hp.Move(9, hp.Right), []string{"wizard 9 (Cleo) walks up to Voldemort from (30,31) and returns "}},
		{spell(1, solution), []string{"ghost 1 (Ben) casts the spell at (20,22) and takes 538 cells"}}, // 15 % of 3600 cells, minus 1 wall and 12 units
		{hp.Move(11, hp.Up), nil},
	} {
		turn, after := onScene(t, 200, c.order)
		// Ignore the units that Voldemort catches in every scene; another test covers them.
		told := turn.Events[:min(len(turn.Events), len(c.want))]
		for i, e := range told {
			if got := string(hp.Game.AppendEventText(nil, &e, &testNames)); !strings.HasPrefix(got, c.want[i]) {
				t.Errorf("%v: %s, want %s…", c.order, got, c.want[i])
			}
		}
		if len(told) != len(c.want) || len(turn.Executed) != 1 {
			t.Errorf("%v: %d events of %d, %d executed", c.order, len(told), len(c.want), len(turn.Executed))
		}
		checkState(t, after)
	}
}

// checkState checks that all accessors of a state agree with each other.
func checkState(t *testing.T, s *hp.State) {
	t.Helper()
	units := 0
	var owned [sim.Seats]int
	for i := range hp.Rows {
		for j, ground := range s.GroundRow(i) {
			p := sim.Pos{Row: i, Col: j}
			id, wall := s.UnitAt(p), ground == hp.Wall
			if wall == s.IsOpen(p) || wall != (s.WallRow(i)>>j&1 != 0) || (id >= 0) != (s.UnitRow(i)>>j&1 != 0) {
				t.Fatalf("cell %v: unit %d, ground %c", p, id, ground)
			}
			if '0' <= ground && ground <= '3' {
				owned[ground-'0']++
			}
			if id < 0 {
				continue
			}
			units++
			u := s.Unit(id)
			if u.Pos != p || u.ID != id || u.Player != int(ground-'0') || s.BookRow(i)>>j&1 != 0 || wall {
				t.Fatalf("cell %v: ground %c holds %+v", p, ground, u)
			}
			if !u.IsGhost && !slices.Contains(s.Wizards(u.Player), u.ID) || u.IsGhost && int32(u.Player) != u.ID {
				t.Fatalf("%+v is not in the lists of its clan", u)
			}
		}
	}
	listed := sim.Seats
	for pl := range sim.Seats {
		listed += len(s.Wizards(pl))
		if !slices.IsSorted(s.Wizards(pl)) || owned[pl] != s.OwnedCells[pl] {
			t.Fatalf("clan %d: wizards %v, %d cells, counted %d", pl, s.Wizards(pl), s.OwnedCells[pl], owned[pl])
		}
	}
	if units != unitsOf(s) || listed != units {
		t.Fatalf("%d units on the board, %d in the lists of %d", units, listed, unitsOf(s))
	}
}

// TestUnknownUnitsAndCellsReturnDefaults checks that the default values match those of the kit.
func TestUnknownUnitsAndCellsReturnDefaults(t *testing.T) {
	t.Parallel()
	s := initial(t, 1)
	for _, p := range []sim.Pos{{Row: -1}, {Col: 60}, {Row: 1 << 40, Col: -1}} {
		if s.UnitAt(p) != -1 || s.IsOpen(p) || s.Inspect(p, &testNames) != nil {
			t.Errorf("cell %v exists", p)
		}
	}
	for _, id := range []int32{-1, 84, 1 << 30} {
		if u := s.Unit(id); u != (hp.Unit{ID: -1, Player: -1, RoundsLeft: -1, Next: -1}) {
			t.Errorf("unit %d: %+v", id, u)
		}
	}
	if (hp.Dir(9)).Step() != (sim.Pos{}) {
		t.Error("direction 9 has a delta")
	}
}
