package harrypotter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
)

// scene is an artificial state in which clan 0 plays. By default, ghosts stand in the corners and
// Voldemort near the lower right corner.
type scene struct {
	wizards   []sceneUnit
	books     []sim.Pos
	walls     []sim.Pos
	ghosts    map[int]sceneUnit
	voldemort sim.Pos
	strength  [sim.Seats]int
	round     int
}

// sceneUnit is a unit of a scene. The IDs start at 4.
type sceneUnit struct{ clan, row, col, rounds, next int }

// state creates the state. Clan 3 gets the missing wizards, and the required books are placed far
// from all units.
func (sc scene) state(t *testing.T) *hp.State {
	t.Helper()
	list := make([]sceneUnit, sim.Seats, sim.Seats+len(sc.wizards)+3)
	for i, p := range [sim.Seats]sim.Pos{{Row: 0, Col: 0}, {Row: 0, Col: 59}, {Row: 59, Col: 0}, {Row: 59, Col: 59}} {
		list[i] = sceneUnit{i, p.Row, p.Col, 60, -1}
		if g, ok := sc.ghosts[i]; ok {
			list[i] = g
		}
	}
	list = append(list, sc.wizards...)
	for i := 0; len(list)%sim.Seats != 0 || len(list) == sim.Seats; i++ {
		list = append(list, sceneUnit{3, 45, 2 * i, 0, -1})
	}
	books := sc.books
	if len(books) == 0 {
		books = []sim.Pos{{Row: 59, Col: 30}}
	}
	vold := sc.voldemort
	if vold == (sim.Pos{}) {
		vold = sim.Pos{Row: 55, Col: 55}
	}
	rows := make([][]byte, hp.Rows)
	for i := range rows {
		rows[i] = []byte(strings.Repeat(".", hp.Cols))
	}
	for _, p := range sc.walls {
		rows[p.Row][p.Col] = hp.Wall
	}
	var units strings.Builder
	for id, u := range list {
		rows[u.row][u.col] = '0' + byte(u.clan)
		fmt.Fprintln(&units, string("gw"[min(id/sim.Seats, 1)]), id, u.clan, u.row, u.col, u.rounds, u.next)
	}
	var b strings.Builder
	b.WriteString("tens digits\n")
	for i, row := range rows {
		fmt.Fprintf(&b, "%02d %s\n", i, row)
	}
	fmt.Fprintf(&b, "units %d type id player row column rounds next\n%s", len(list), units.String())
	fmt.Fprintf(&b, "books %d row column\n", len(books))
	for _, p := range books {
		fmt.Fprintln(&b, p.Row, p.Col)
	}
	fmt.Fprintf(&b, "spell_ingredients 15 7 6 5 7 10 5 6 9 5 5 8 9 5 6 7 Voldemort %d %d\n", vold.Row, vold.Col)
	strength := sc.strength
	if strength == [sim.Seats]int{} {
		strength = [sim.Seats]int{1000, 1000, 1000, 1000}
	}
	fmt.Fprintf(&b, "round %d score 0 0 0 0 scr_acc 0 0 0 0 strength %d %d %d %d status 0 0 0 0\n",
		sc.round, strength[0], strength[1], strength[2], strength[3])

	set, _, err := hp.Game.ReadSettings([]byte(config(200, len(list)/sim.Seats-1, len(books), 1000, 50, 60)))
	if err != nil {
		t.Fatal(err)
	}
	st, _, err := hp.Game.ReadState(set, []byte(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return st.(*hp.State)
}

func (sc scene) ask(t *testing.T, p sim.Player) sim.Reply {
	t.Helper()
	st := sc.state(t)
	rand := sim.NewRand(1)
	return p.Play(context.Background(), &sim.Query{State: st, Settings: st.Settings(), Rand: &rand})
}

// orderOf describes the order of a unit: "down", "spell", or "" for none.
func orderOf(r sim.Reply, id int32) string {
	i := slices.IndexFunc(r.Orders, func(o sim.Order) bool { return o.Unit == id })
	switch {
	case i < 0:
		return ""
	case r.Orders[i].Kind == 's':
		return "spell"
	}
	return [8]string{"down", "down-right", "right", "up-right", "up", "up-left", "left", "down-left"}[r.Orders[i].Dir]
}

// tactics lists scenes and the orders that units must get; "!left" forbids an order.
var tactics = []struct {
	name  string
	who   string // initials of the players to test
	scene scene
	want  map[int32]string
}{
	{
		"goes to the nearest book", "GSHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}}, books: []sim.Pos{{Row: 10, Col: 15}, {Row: 3, Col: 10}}},
		map[int32]string{4: "right"},
	},
	{
		"goes around a wall", "GSHD",
		scene{
			wizards: []sceneUnit{{0, 10, 10, 0, -1}}, books: []sim.Pos{{Row: 10, Col: 12}},
			walls: []sim.Pos{{Row: 9, Col: 11}, {Row: 10, Col: 11}, {Row: 11, Col: 11}, {Row: 9, Col: 10}},
		},
		map[int32]string{4: "down"},
	},
	{
		"leaves a book beside Voldemort", "GSHD",
		scene{
			wizards: []sceneUnit{{0, 20, 20, 0, -1}}, voldemort: sim.Pos{Row: 20, Col: 24},
			books: []sim.Pos{{Row: 20, Col: 23}, {Row: 20, Col: 12}},
		},
		map[int32]string{4: "left"},
	},
	{
		"strikes an enemy beside it", "GSHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {1, 10, 11, 0, -1}}},
		map[int32]string{4: "right"},
	},
	{
		"does not strike one that is being converted", "GSHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {1, 10, 11, 3, 2}}},
		map[int32]string{4: "!right"},
	},
	{
		"does not strike one that is much stronger", "GSHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {1, 10, 11, 0, -1}}, strength: [4]int{1000, 2003, 1, 1}},
		map[int32]string{4: "!right"},
	},
	{
		"flees one that is much stronger", "SHD",
		scene{
			wizards: []sceneUnit{{0, 10, 10, 0, -1}, {1, 10, 12, 0, -1}}, strength: [4]int{1000, 2003, 1, 1},
			walls: []sim.Pos{{Row: 9, Col: 10}, {Row: 11, Col: 10}}, books: []sim.Pos{{Row: 10, Col: 11}},
		},
		map[int32]string{4: "left"},
	},
	{
		"frees the mate beside it", "SH",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 11, 10, 1, 2}}, books: []sim.Pos{{Row: 10, Col: 11}}},
		map[int32]string{4: "down", 5: ""},
	},
	{
		"strikes once it is freed", "SHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 11, 10, 1, 2}, {1, 12, 10, 0, -1}}},
		map[int32]string{4: "down", 5: "down"},
	},
	{
		"hurries to a mate who hurries to it", "SHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 10, 15, 4, 2}}, books: []sim.Pos{{Row: 8, Col: 10}}},
		map[int32]string{4: "right", 5: "left"},
	},
	{
		"gives up a mate who is too far", "SHD",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 10, 15, 1, 2}}, books: []sim.Pos{{Row: 8, Col: 10}}},
		map[int32]string{4: "up"},
	},
	{
		"meets a mate two steps away to free it", "D",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 10, 12, 1, 2}}},
		map[int32]string{4: "right", 5: "left"},
	},
	{
		"frees the mate beside it, who walks on", "D",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 11, 10, 1, 2}}, books: []sim.Pos{{Row: 11, Col: 12}}},
		map[int32]string{4: "down", 5: "right"},
	},
	{
		"backs the mate that fights beside it", "D",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 10, 11, 0, -1}, {1, 10, 12, 0, -1}}},
		map[int32]string{4: "right", 5: "right"},
	},
	{
		"goes for the enemy whom nobody can save", "D",
		scene{wizards: []sceneUnit{{0, 10, 10, 0, -1}, {1, 10, 15, 0, -1}, {1, 10, 16, 0, -1}, {2, 10, 5, 0, -1}}},
		map[int32]string{4: "left"},
	},
	{
		"leads the ghost to a book", "D",
		scene{ghosts: map[int]sceneUnit{0: {0, 30, 30, 9, -1}}, books: []sim.Pos{{Row: 25, Col: 35}}},
		map[int32]string{0: "up-right"},
	},
	{
		"shares out the books", "SHD",
		scene{
			wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 10, 8, 0, -1}},
			books:   []sim.Pos{{Row: 10, Col: 12}, {Row: 10, Col: 20}, {Row: 10, Col: 2}},
		},
		map[int32]string{4: "right", 5: "left"},
	},
	{
		"attacks a ghost", "H",
		scene{wizards: []sceneUnit{{0, 0, 58, 0, -1}}, round: 100},
		map[int32]string{4: "right"},
	},
	{
		"lets a ghost be that was just attacked", "SHD",
		scene{wizards: []sceneUnit{{0, 0, 58, 0, -1}}, ghosts: map[int]sceneUnit{1: {1, 0, 59, 70, 98}}, round: 100},
		map[int32]string{4: "!right"},
	},
	{
		"casts in the last round that allows it", "GSHD",
		scene{ghosts: map[int]sceneUnit{0: {0, 30, 30, 0, -1}}, round: 149},
		map[int32]string{0: "spell"},
	},
	{
		"casts no more afterwards", "GSHD",
		scene{ghosts: map[int]sceneUnit{0: {0, 30, 30, 0, -1}}, round: 150},
		map[int32]string{0: "!spell"},
	},
	{
		"keeps the ghost from Voldemort", "GSH",
		scene{ghosts: map[int]sceneUnit{0: {0, 20, 20, 9, -1}}, voldemort: sim.Pos{Row: 23, Col: 17}},
		map[int32]string{0: "up-right"},
	},
	{
		"keeps the ghost from enemies", "SHD",
		scene{ghosts: map[int]sceneUnit{0: {0, 20, 0, 9, -1}}, wizards: []sceneUnit{{1, 18, 0, 0, -1}}},
		map[int32]string{0: "down-right"},
	},
}

func TestPlayersActAsExpectedInScenes(t *testing.T) {
	t.Parallel()
	for _, c := range tactics {
		for _, who := range c.who {
			t.Run(c.name+"/"+string(who), func(t *testing.T) {
				t.Parallel()
				r := c.scene.ask(t, thinking[string(who)]())
				for id, want := range c.want {
					not, forbidden := strings.CutPrefix(want, "!")
					if got := orderOf(r, id); forbidden == (got == not) {
						t.Errorf("unit %d: got %q, want %q", id, got, want)
					}
				}
			})
		}
	}
}

func TestAttacksComeFirstAndContactsLast(t *testing.T) {
	t.Parallel()
	sc := scene{
		wizards: []sceneUnit{{0, 10, 10, 0, -1}, {0, 30, 10, 0, -1}, {0, 20, 40, 0, -1}, {1, 10, 13, 0, -1}, {2, 20, 41, 0, -1}},
		books:   []sim.Pos{{Row: 10, Col: 11}, {Row: 30, Col: 11}},
	}
	for _, f := range []func() sim.Player{NewSeeker, NewHunter} {
		var got []int32
		for _, o := range sc.ask(t, f()).Orders {
			if o.Unit >= sim.Seats {
				got = append(got, o.Unit)
			}
		}
		if want := []int32{6, 5, 4}; !slices.Equal(got, want) {
			t.Errorf("got orders for units %v, want %v", got, want)
		}
	}
}
