package thepurge

import (
	"math/rand/v2"
	"testing"

	"game-tui/sim"
)

// checkBoard verifies the assertions of the official program before and after every round. It also
// checks that masks, slots and counters agree with the cells.
func checkBoard(t testing.TB, b *Board) {
	t.Helper()
	var owned [sim.Seats]int
	citizens := 0
	for row := range b.settings.BoardRows {
		for col := range b.settings.BoardCols {
			p := sim.Pos{Row: row, Col: col}
			c := b.at(p)
			if c.thing != '.' && (c.occupant > 0 || c.owner >= 0) {
				t.Errorf("%v: %q with citizen %d or barricade of %d", p, c.thing, c.occupant, c.owner)
			}
			if free := c.thing == '.' && c.occupant == 0 && c.owner < 0; free != (b.emptyCells[row]>>col&1 != 0) {
				t.Errorf("%v: empty is %v, its mask says otherwise", p, free)
			}
			if c.occupant > 0 {
				citizens++
				who := &b.citizens[c.occupant-1]
				if who.Pos() != p || c.owner >= 0 && c.owner != who.Player {
					t.Errorf("%v: citizen %+v, barricade of %d", p, who, c.owner)
				}
			}
			if c.owner >= 0 {
				owned[c.owner]++
				if c.resistance < 0 || int(c.resistance) > b.settings.BarricadeMaxResistance {
					t.Errorf("%v: resistance %d", p, c.resistance)
				}
			}
		}
	}
	checkFolk(t, b)
	if citizens != len(b.citizens) || owned != b.barricadesOwned {
		t.Errorf("%d citizens on the board, %d listed; barricades %v, counted %v", citizens, len(b.citizens), owned, b.barricadesOwned)
	}
	checkState(t, b)
}

func checkFolk(t testing.TB, b *Board) {
	t.Helper()
	for i := range b.citizens {
		c := &b.citizens[i]
		if i > 0 && b.citizens[i-1].ID >= c.ID || c.ID >= b.nextID {
			t.Errorf("citizen %d follows %d, next is %d", c.ID, b.citizens[max(i-1, 0)].ID, b.nextID)
		}
		if c.Life < 1 || int(c.Life) > b.settings.CitizenIniLife(c.Type) || (c.Type == Builder) != (c.Weapon == NoWeapon) {
			t.Errorf("citizen %+v", c)
		}
	}
	for seat := range sim.Seats {
		if b.barricadesOwned[seat] > b.settings.MaxNumBarricades {
			t.Errorf("player %d has %d barricades", seat, b.barricadesOwned[seat])
		}
	}
}

// checkState checks that the text of a snapshot round-trips and agrees with its cells.
func checkState(t testing.TB, b *Board) {
	t.Helper()
	s := b.snapshot()
	text := s.AppendText(nil)
	back, n, err := Game.ReadState(b.settings, text)
	if err != nil {
		t.Fatalf("the reader refuses what the writer wrote: %v\n%s", err, text)
	}
	if again := back.AppendText(nil); string(again) != string(text) || n < len(text)-2 {
		t.Errorf("read back after %d of %d bytes:\n%s\nwant\n%s", n, len(text), again, text)
	}
	read := back.(*State)
	for row := range b.settings.BoardRows {
		for col := range b.settings.BoardCols {
			p := sim.Pos{Row: row, Col: col}
			if s.Glyph(p) != read.Glyph(p) || s.CitizenAt(p) != read.CitizenAt(p) || (s.Glyph(p) == '.') != b.emptyCells.Has(row, col) {
				t.Errorf("%v: %c, read back %c", p, s.Glyph(p), read.Glyph(p))
			}
		}
	}
}

// wild is a player that gives arbitrary orders.
func wild(rnd *rand.Rand, b *Board, t *sim.Turn) {
	for seat := range t.Orders {
		for range rnd.IntN(14) {
			o := sim.Order{Unit: int32(rnd.IntN(int(b.nextID)+2) - 1), Kind: "mmmmbbx"[rnd.IntN(7)], Dir: int8(rnd.IntN(6) - 1)}
			t.Orders[seat] = append(t.Orders[seat], sim.SubmittedOrder{Order: o})
		}
	}
}

// TestBoardsKeepInvariantsUnderAnyOrders plays arbitrary orders. It checks the board and the derived
// events after every round.
func TestBoardsKeepInvariantsUnderAnyOrders(t *testing.T) {
	t.Parallel()
	base := *defaultSettings(t)
	for seed := range int32(6) {
		set := base
		set.BoardRows, set.BoardCols = 12+int(seed), 12+7*int(seed)
		set.NumRoundsPerDay, set.NumRoundsRegenBuilder, set.NumRoundsRegenWarrior = 10, 1+int(seed), 3
		set.LifeLostInAttack = 30
		set.NumRoundsRegenMoney = 1
		board, err := Game.NewBoard(&set, []byte("RANDOM"), seed)
		if err != nil {
			t.Fatal(err)
		}
		b := board.(*Board)
		rnd := rand.New(rand.NewPCG(uint64(seed), 1))
		for k := range set.Rounds() {
			before, turn := b.snapshot(), &sim.Turn{Round: k}
			wild(rnd, b, turn)
			if err := b.Step(turn); err != nil {
				t.Fatal(err)
			}
			checkBoard(t, b)
			checkDerived(t, before, turn, b.snapshot())
		}
	}
}

// checkDerived checks that every derived event happened, and that no event is missing if the fights
// are unambiguous.
func checkDerived(t testing.TB, before *State, turn *sim.Turn, after *State) {
	t.Helper()
	derived, _ := Game.Derive(before, turn.Executed, after)
	fights := 0
	for _, e := range turn.Events {
		if e.Kind == EventFight {
			fights++
		}
	}
	k := 0
	for _, e := range turn.Events {
		if k < len(derived) && derived[k] == e {
			k++
		}
	}
	if k != len(derived) || fights <= 1 && k != len(turn.Events) {
		t.Errorf("round %d: derived\n%+v\nof\n%+v", turn.Round, derived, turn.Events)
	}
}
