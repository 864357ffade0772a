package coach

import (
	"context"

	"game-tui/sim"
	hp "game-tui/sim/game/harrypotter"
	mh "game-tui/sim/game/moneyheist"
	tp "game-tui/sim/game/thepurge"
)

// A flaw makes a player drop some of its orders.
type flaw struct {
	name  string
	obeys func(q *sim.Query, o sim.Order) bool // reports whether the player still gives the order
	fits  []string                             // parts that describe the flaw correctly
}

type flawed struct {
	sim.Player
	obeys func(q *sim.Query, o sim.Order) bool
	list  []sim.Order
}

func (f *flawed) Play(ctx context.Context, q *sim.Query) sim.Reply {
	r := f.Player.Play(ctx, q)
	f.list = f.list[:0]
	for _, o := range r.Orders {
		if f.obeys(q, o) {
			f.list = append(f.list, o)
		}
	}
	r.Orders = f.list
	return r
}

// flaws lists the flaws to plant in players, by game.
var flaws = map[string][]flaw{
	"harrypotter": append(inGeneral,
		flaw{"reads no books", func(q *sim.Query, o sim.Order) bool { return !book(q, hpTarget(q, o)) }, []string{"books", "close books", "books nearby"}},
		flaw{"strikes no wizards", func(q *sim.Query, o sim.Order) bool {
			u := hpAt(q, hpTarget(q, o))
			return u.ID < 0 || u.IsGhost || u.Player == q.Seat
		}, []string{"fights", "adjacent enemies"}},
		flaw{"rescues nobody", func(q *sim.Query, o sim.Order) bool {
			u := hpAt(q, hpTarget(q, o))
			return u.ID < 0 || u.IsGhost || u.Player != q.Seat
		}, []string{"conversions", "rescue"}},
		flaw{"stands before enemies", func(q *sim.Query, o sim.Order) bool { return !hpFoe(q, o, 4) || hpFoe(q, o, 1) }, []string{"fights", "enemies nearby"}},
		flaw{"stands before the stronger", func(q *sim.Query, o sim.Order) bool {
			s := q.State.(*hp.State)
			return !wizard(q, o) || !near(s.Unit(o.Unit).Pos, 3, func(p sim.Pos) bool {
				u := s.Unit(s.UnitAt(p))
				return u.ID >= 0 && u.Player != q.Seat && s.MagicStrength(u.Player) > 2*s.MagicStrength(q.Seat)
			})
		}, []string{"dangers", "stronger enemies"}},
		flaw{"stands on open ground", func(q *sim.Query, o sim.Order) bool {
			return !wizard(q, o) || hpFoe(q, o, 4) || near(q.State.(*hp.State).Unit(o.Unit).Pos, 6, func(p sim.Pos) bool { return book(q, p) })
		}, []string{"open ground"}},
		flaw{"haunts no ghosts", func(q *sim.Query, o sim.Order) bool { return !wizard(q, o) || !hpAt(q, hpTarget(q, o)).IsGhost }, []string{"enemy ghosts"}},
		flaw{"casts no spells", func(_ *sim.Query, o sim.Order) bool { return o.Kind != 's' }, []string{"ghost", "spells"}},
		flaw{"stands before Voldemort", func(q *sim.Query, o sim.Order) bool {
			s := q.State.(*hp.State)
			return !wizard(q, o) || steps(s.Unit(o.Unit).Pos, s.Voldemort()) > 3
		}, []string{"dangers", "Voldemort"}},
	),
	"moneyheist": append(inGeneral,
		flaw{"takes no money", func(q *sim.Query, o sim.Order) bool { return q.State.(*mh.State).MoneyAt(mhTarget(q, o)) == 0 }, []string{"money", "close money", "money nearby"}},
		flaw{"opens no safes", func(_ *sim.Query, o sim.Order) bool { return o.Kind != 'o' }, []string{"professor", "safes"}},
		flaw{"strikes no soldiers", func(q *sim.Query, o sim.Order) bool {
			u := q.State.(*mh.State).UnitAt(mhTarget(q, o))
			return u < sim.Seats
		}, []string{"fights", "adjacent soldiers"}},
		flaw{"strikes no professors", func(q *sim.Query, o sim.Order) bool {
			u := q.State.(*mh.State).UnitAt(mhTarget(q, o))
			return u < 0 || u >= sim.Seats
		}, []string{"enemy professors"}},
		flaw{"does not charge", func(_ *sim.Query, o sim.Order) bool { return o.Kind != 'c' }, []string{"poison pot"}},
		flaw{"takes no poison kits", func(q *sim.Query, o sim.Order) bool { return !poisonKit(q, mhTarget(q, o)) }, []string{"kits", "poison kits"}},
		flaw{"does not hunt", func(q *sim.Query, o sim.Order) bool {
			return !soldier(q, o, true) || !mhFoe(q, o, 4, false) || mhFoe(q, o, 1, false)
		}, []string{"fights", "soldiers nearby"}},
		flaw{"does not flee", func(q *sim.Query, o sim.Order) bool { return !soldier(q, o, false) || !mhFoe(q, o, 2, true) }, []string{"armed enemies"}},
		flaw{"walks to no safes", func(_ *sim.Query, o sim.Order) bool { return o.Unit >= sim.Seats || o.Kind != 'm' }, []string{"professor", "professor on the way"}},
		flaw{"does not heal", func(_ *sim.Query, o sim.Order) bool { return o.Kind != 'h' }, []string{"professor", "hurt professor"}},
		flaw{"stands on open ground", func(q *sim.Query, o sim.Order) bool {
			s := q.State.(*mh.State)
			return o.Unit < sim.Seats || mhFoe(q, o, 4, false) || near(s.PosOf(o.Unit), 6, func(p sim.Pos) bool { return s.MoneyAt(p) > 0 })
		}, []string{"open ground"}},
	),
	"thepurge": append(inGeneral,
		flaw{"strikes nobody", func(q *sim.Query, o sim.Order) bool { return !enemy(q, tpTarget(q, o)) }, []string{"hunt", "adjacent enemies"}},
		flaw{"does not hunt", func(q *sim.Query, o sim.Order) bool {
			return !of(q, o, tp.Warrior, false) || !tpFoe(q, o, 5) || tpFoe(q, o, 1)
		}, []string{"hunt", "enemies nearby"}},
		flaw{"waits for enemies", func(q *sim.Query, o sim.Order) bool { return !of(q, o, tp.Warrior, false) || tpFoe(q, o, 5) }, []string{"hunt", "enemies far away"}},
		flaw{"takes no weapons", func(q *sim.Query, o sim.Order) bool { return !lies(q, o, 'G') && !lies(q, o, 'Z') }, []string{"weapons"}},
		flaw{"has builders take no money", func(q *sim.Query, o sim.Order) bool {
			return tpUnit(q, o).Type != tp.Builder || !lies(q, o, 'M')
		}, []string{"money", "money for builders"}},
		flaw{"has warriors take no money", func(q *sim.Query, o sim.Order) bool {
			return tpUnit(q, o).Type != tp.Warrior || !lies(q, o, 'M')
		}, []string{"money", "money for warriors"}},
		flaw{"takes no food", func(q *sim.Query, o sim.Order) bool { return !lies(q, o, 'F') }, []string{"food", "food for builders", "food for warriors"}},
		flaw{"builds nothing", func(_ *sim.Query, o sim.Order) bool { return o.Kind != 'b' }, []string{"builders at dusk"}},
		flaw{"has builders stand by day", func(q *sim.Query, o sim.Order) bool { return !of(q, o, tp.Builder, true) || o.Kind == 'b' }, []string{"builders by day", "money", "money for builders"}},
		flaw{"has builders stand by night", func(q *sim.Query, o sim.Order) bool { return !of(q, o, tp.Builder, false) }, []string{"builders by night", "builders in danger", "builders on quiet nights"}},
		flaw{"has warriors stand by day", func(q *sim.Query, o sim.Order) bool { return !of(q, o, tp.Warrior, true) }, []string{"warriors by day", "weapons"}},
	),
}

// idle is the expected part for players that leave some units without orders.
const idle = "units without an order"

// inGeneral lists flaws that apply to players of any game.
var inGeneral = []flaw{
	{"moves half of its units", func(_ *sim.Query, o sim.Order) bool { return o.Unit&1 == 0 }, []string{idle}},
	{"sleeps every third round", func(q *sim.Query, _ sim.Order) bool { return q.State.Round()%3 > 0 }, []string{idle}},
	{"comes late", func(q *sim.Query, _ sim.Order) bool { return q.State.Round()*3 >= q.Settings.Rounds() }, []string{"the first third", idle}},
	{"goes early", func(q *sim.Query, _ sim.Order) bool { return q.State.Round()*3 < 2*q.Settings.Rounds() }, []string{"the last third", idle}},
}

var nowhere = sim.Pos{Row: -1, Col: -1}

// steps returns the distance between two cells, ignoring walls.
func steps(a, b sim.Pos) int {
	return max(a.Row-b.Row, b.Row-a.Row) + max(a.Col-b.Col, b.Col-a.Col)
}

// near reports whether holds returns true for any cell within most steps of a position.
func near(at sim.Pos, most int, holds func(p sim.Pos) bool) bool {
	for row := at.Row - most; row <= at.Row+most; row++ {
		for col := at.Col - most; col <= at.Col+most; col++ {
			if p := (sim.Pos{Row: row, Col: col}); steps(at, p) <= most && holds(p) {
				return true
			}
		}
	}
	return false
}

func hpTarget(q *sim.Query, o sim.Order) sim.Pos {
	if o.Kind != 'm' {
		return nowhere
	}
	return q.State.(*hp.State).Unit(o.Unit).Pos.Add(hp.Dir(o.Dir).Step())
}

func hpAt(q *sim.Query, p sim.Pos) hp.Unit {
	s := q.State.(*hp.State)
	return s.Unit(s.UnitAt(p))
}

func book(q *sim.Query, p sim.Pos) bool {
	return p.In(hp.Rows, hp.Cols) && q.State.(*hp.State).BookRow(p.Row)>>p.Col&1 != 0
}

func wizard(q *sim.Query, o sim.Order) bool { return !q.State.(*hp.State).Unit(o.Unit).IsGhost }

// hpFoe reports whether the unit is a wizard and an enemy wizard is within the given number of
// steps.
func hpFoe(q *sim.Query, o sim.Order, most int) bool {
	return wizard(q, o) && near(q.State.(*hp.State).Unit(o.Unit).Pos, most, func(p sim.Pos) bool {
		u := hpAt(q, p)
		return u.ID >= 0 && !u.IsGhost && u.Player != q.Seat
	})
}

func mhTarget(q *sim.Query, o sim.Order) sim.Pos {
	if o.Kind != 'm' {
		return nowhere
	}
	return sim.Dir(o.Dir).Neighbor(q.State.(*mh.State).PosOf(o.Unit))
}

func poisonKit(q *sim.Query, p sim.Pos) bool {
	return p.In(mh.Rows, mh.Cols) && q.State.(*mh.State).PoisonRow(p.Row)>>p.Col&1 != 0
}

func soldier(q *sim.Query, o sim.Order, armed bool) bool {
	return o.Unit >= sim.Seats && (q.State.(*mh.State).PoisonOf(o.Unit) > 0) == armed
}

// mhFoe reports whether an enemy soldier is within the given number of steps. It can be limited to
// armed soldiers.
func mhFoe(q *sim.Query, o sim.Order, most int, armed bool) bool {
	s := q.State.(*mh.State)
	return near(s.PosOf(o.Unit), most, func(p sim.Pos) bool {
		u := s.Unit(s.UnitAt(p))
		return u.ID >= sim.Seats && u.Player != q.Seat && (!armed || u.Poison > 0)
	})
}

func tpUnit(q *sim.Query, o sim.Order) tp.Citizen { return q.State.(*tp.State).Citizen(o.Unit) }

func tpTarget(q *sim.Query, o sim.Order) sim.Pos {
	if o.Kind != 'm' {
		return nowhere
	}
	return sim.Dir(o.Dir).Neighbor(tpUnit(q, o).Pos())
}

func enemy(q *sim.Query, p sim.Pos) bool {
	c := q.State.(*tp.State).CitizenAt(p)
	return c.ID >= 0 && int(c.Player) != q.Seat
}

func lies(q *sim.Query, o sim.Order, glyph byte) bool {
	return q.State.(*tp.State).Glyph(tpTarget(q, o)) == glyph
}

// of reports whether the unit has type t and the time of day matches.
func of(q *sim.Query, o sim.Order, t tp.CitizenType, day bool) bool {
	return tpUnit(q, o).Type == t && q.State.(*tp.State).IsDay() == day
}

// tpFoe reports whether an enemy is within the given number of steps.
func tpFoe(q *sim.Query, o sim.Order, most int) bool {
	return near(tpUnit(q, o).Pos(), most, func(p sim.Pos) bool { return enemy(q, p) })
}
