package match

import (
	"fmt"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/tui/index"
)

// stop goes to the next (dir 1) or previous (dir -1) thing that happened and passes
// the filter that which says.
func stop(dir int, which func(*State) index.Filter) func(*update) {
	return func(u *update) {
		v, s := u.v, &u.s
		f := which(s)
		rows := v.match.index.Rows()
		i := v.match.index.Stop(rows, f, s.Play.Round, s.stoppedAt(dir), dir, s.Horizon())
		if i < 0 {
			words := "no event that way"
			if f.Kind == index.Lead {
				words = "no lead change that way"
			}
			if dir > 0 && s.Horizon() < s.Play.Edge {
				words += " in what has been seen"
			}
			u.say(words)
			return
		}
		follow := s.Follow
		u.goRow(rows.At(i))
		if f.Unit == int32(follow.Index()) { // its events: it is followed on
			s.Follow = follow
		}
	}
}

// stoppedAt is the event of the turn that led to the shown round from which stops in a
// direction go on: the one that was stopped at, dismissed or not, or else that turn's end
// towards which nothing is missed.
func (s *State) stoppedAt(dir int) int {
	switch at := s.dismissed; {
	case !s.Event.None():
		return s.Event.Index()
	case !at.event.None() && at.round == s.Play.Round:
		return at.event.Index()
	case dir < 0:
		return 1 << 30 // after what led to this round
	}
	return -1
}

// leads is what { and } stop at.
func leads(*State) index.Filter {
	return index.Filter{Seat: -1, Unit: sim.NoUnit, Kind: index.Lead}
}

// follow follows the unit that the event stopped at names, or that under the cursor.
func follow(u *update) {
	v, s := u.v, &u.s
	if !s.Follow.None() {
		s.Follow = 0
		u.say("following nobody")
		return
	}
	v.load(s)
	unit := v.underCursor(s)
	if !s.Event.None() && !s.Inspect {
		unit = v.ofEvent(s)
	}
	switch {
	case unit != nil:
		s.Follow, s.Free = RefTo(int(unit.ID)), false
		u.say("following " + v.unitName(unit) + ", " + Name("follow") + " stops")
	case s.Inspect:
		u.say("no unit at " + s.Cursor.String())
	case !s.Event.None():
		u.say("no unit of this event is on the board")
	default:
		u.say("press " + Name("inspect") + " and put the cursor on a unit first, or find one with " + Name("find"))
	}
}

// underCursor is the unit under the cursor, nil: none.
func (v *Viewer) underCursor(s *State) *sim.Unit {
	f := &v.frame
	if !s.Cursor.In(f.Rows, f.Cols) {
		return nil
	}
	if i := f.Cells[s.Cursor.Row*f.Cols+s.Cursor.Col].Unit; uint(i) < uint(len(f.Units)) {
		return &f.Units[i]
	}
	return nil
}

// ofEvent is the unit on the board that the event stopped at names first, nil: none.
func (v *Viewer) ofEvent(s *State) *sim.Unit {
	rows := v.match.index.Rows()
	i := rows.Find(s.Play.Round, s.Event.Index())
	if i < 0 {
		return nil
	}
	row := rows.At(i)
	for _, id := range []int32{v.named(row), row.Unit, row.Target} {
		if unit := v.unit(RefTo(int(id))); unit != nil && unit.On {
			return unit
		}
	}
	return nil
}

// far is how many cells the cursor goes at once with Ctrl.
const far = 10

// nextUnit puts the cursor on the next (dir 1) or previous (dir -1) unit, by number: of
// the player in front, or of the one whose unit it is on.
func nextUnit(dir int) func(*update) {
	return func(u *update) {
		v, s := u.v, &u.s
		v.load(s)
		seat := u.mine()
		at := -1
		if unit := v.underCursor(s); unit != nil {
			at = int(unit.ID)
		}
		var best *sim.Unit
		for i := range v.frame.Units {
			unit := &v.frame.Units[i]
			if !unit.On || seat >= 0 && unit.Seat != seat || int(unit.ID) == at {
				continue
			}
			if best == nil || cyclic(int(unit.ID)-at, dir) < cyclic(int(best.ID)-at, dir) {
				best = unit
			}
		}
		if best == nil {
			u.say("no other unit on the board")
			return
		}
		u.look(best.At)
		u.say(v.unitName(best))
	}
}

// cyclic is how far a distance is in a direction, where the other direction is farther
// than anything.
func cyclic(d, dir int) int {
	if d *= dir; d < 0 {
		d += 1 << 30
	}
	return d
}

// mine is the seat whose units are one's own: of the player in front, or of the unit
// under the cursor; -1: nobody's.
func (u *update) mine() int8 {
	if u.s.Front > 0 {
		return u.s.Front - 1
	}
	if unit := u.v.underCursor(&u.s); unit != nil {
		return unit.Seat
	}
	return -1
}

// nextEnemy puts the cursor on the next unit of others on the board, line by line.
func nextEnemy(u *update) {
	u.v.load(&u.s)
	seat := u.mine()
	if seat < 0 {
		u.say("enemies of whom? put the cursor on a unit, or a player in front with " + Name("front"))
		return
	}
	u.scan("no enemy on the board", func(c *sim.Cell) bool {
		return c.Unit >= 0 && u.v.frame.Units[c.Unit].Seat != seat
	})
}

// nextThing puts the cursor on the next thing on the board, line by line.
func nextThing(u *update) {
	u.v.load(&u.s)
	u.scan("nothing lies on the board", func(c *sim.Cell) bool { return c.Item != 0 })
}

// scan puts the cursor on the next cell that is looked for.
func (u *update) scan(none string, is func(*sim.Cell) bool) {
	f := &u.v.frame
	n := len(f.Cells)
	at := min(max(u.s.Cursor.Row*f.Cols+u.s.Cursor.Col, 0), n-1)
	for i := 1; i < n; i++ {
		k := (at + i) % n
		if is(&f.Cells[k]) {
			u.look(sim.Pos{Row: k / f.Cols, Col: k % f.Cols})
			return
		}
	}
	u.say(none)
}

// look puts the cursor on a cell in sight.
func (u *update) look(at sim.Pos) {
	u.point(at)
	u.s.Inspect, u.s.Event = true, 0
}

// nextFront puts the next player in front, after the last one nobody.
func nextFront(u *update) {
	u.putInFront((u.s.Front + 1) % (sim.Seats + 1))
}

// putInFront puts a player in front, by its seat plus one; 0: nobody.
func (u *update) putInFront(front int8) {
	if u.s.Front = front; front == 0 {
		u.say("all players alike")
		return
	}
	u.say(u.v.match.names[front-1] + " in front: its card, events and orders; " + Name("front") + " goes on")
}

// CheckMe refuses the name of a player who is not in the match; the empty name is
// nobody's.
func (m *Match) CheckMe(word string) error {
	if word == "" || m.Front(word) > 0 {
		return nil
	}
	return fmt.Errorf("--me %q: there is %s, or a seat, 0 to 3", clean.Short(word, 40), strings.Join(m.names[:], ", "))
}

// Front is the player that a word means, a name or the number of a seat, by its seat
// plus one; 0: nobody.
func (m *Match) Front(word string) int8 {
	if word == "" {
		return 0
	}
	for _, names := range [][sim.Seats]string{m.names, m.meta.Names} {
		for seat, name := range names {
			if name == word {
				return int8(seat) + 1
			}
		}
	}
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n < sim.Seats {
		return int8(n) + 1
	}
	return 0
}
