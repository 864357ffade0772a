package moneyheist

import (
	"math/bits"
	"strconv"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

type doors struct {
	gates  paths.Cells // cells next to doors
	rivals [sim.Seats]rival
	seen   []bool // for each safe, whether our professor's search has reached it
}

type rival struct {
	canReachSafe bool
	search       paths.Search // search that stopped at the rival's nearest safes
}

const unreachable = mh.Rows * mh.Cols

func (t *Tokyo) playProfessor() {
	u := t.s.Unit(int32(t.me))
	if !u.IsAlive() || t.openSafe(&u) {
		return
	}
	allowed := &t.open
	if u.Health <= 2*t.settings.ProfessorHealthDecrease { // two attacks would kill the professor
		allowed = &t.safe
	}
	if safe, gate := t.chooseSafe(&u, allowed); safe >= 0 {
		t.marks = append(t.marks, sim.Mark{Unit: u.ID, Text: "safe " + strconv.Itoa(safe)})
		t.search.StartAt(&t.free, gate)
		if k, ok := t.search.FirstStep(u.Pos, &sim.Steps, allowed); ok {
			t.give(mh.Move(u.ID, sim.Dir(k)))
			return
		}
	}
	if t.s.AvailableHealth(t.me) > 0 && u.Health < t.settings.ProfessorMaxHealth {
		t.give(mh.Heal(u.ID))
	}
}

func (t *Tokyo) openSafe(u *mh.Unit) bool {
	d, box := adjacentDoor(t.s, u.Pos)
	if box < 0 {
		return false
	}
	key, ok := mh.FindKey(t.s.Hints(box))
	if ok {
		t.give(mh.Open(u.ID, key, d))
	}
	return ok
}

// chooseSafe returns the best safe and the cell from which to open it. It prefers nearby safes that
// no other professor is likely to open first. If there is no safe, the index is -1.
func (t *Tokyo) chooseSafe(u *mh.Unit, allowed *paths.Cells) (safe int, gate sim.Pos) {
	t.updateDoors()
	const near = 1 << 20 // value of a safe before division by its distance
	safe, maxValue, left := -1, 0, len(t.doors.seen)
	t.search.StartAt(&t.free, u.Pos)
	for d := 1; d < t.roundsLeft() && left > 0 && near/(d+3) >= maxValue; d++ {
		met, ok := t.search.StepTo(&t.doors.gates)
		if !ok {
			break
		}
		if d == 1 {
			t.search.RestrictFront(allowed)
		}
		if !met {
			continue
		}
		lo, front := t.search.Front()
		gates := t.doors.gates[lo:][:len(front)]
		for i, cells := range front {
			for m := cells & gates[i]; m != 0; m &= m - 1 {
				at := sim.Pos{Row: lo + i, Col: bits.TrailingZeros64(m)}
				for box, seen := range t.doors.seen {
					if seen || at.Distance(t.s.Door(box)) != 1 {
						continue
					}
					t.doors.seen[box] = true
					left--
					worth := near
					if t.isContested(box, d) {
						worth /= 8
					}
					if worth /= d + 3; worth > maxValue || worth == maxValue && box < safe {
						safe, maxValue, gate = box, worth, at
					}
				}
			}
		}
	}
	return safe, gate
}

func (t *Tokyo) updateDoors() {
	n := &t.doors
	n.gates = paths.Cells{}
	n.seen = n.seen[:0]
	for box := range t.s.SafeCount() {
		n.seen = append(n.seen, false)
		for _, step := range sim.Steps {
			if p := t.s.Door(box).Add(step); paths.Has(&t.free, p) {
				n.gates.Add(p.Row, p.Col)
			}
		}
	}
	for clan := range n.rivals {
		r := &n.rivals[clan]
		r.canReachSafe = false
		if u := t.s.Unit(int32(clan)); clan != t.me && u.IsAlive() {
			r.search.StartAt(&t.free, u.Pos)
			for ok := true; ok && !r.canReachSafe; {
				r.canReachSafe, ok = r.search.StepTo(&n.gates)
			}
		}
	}
}

// isContested reports whether a rival professor is closer to a safe than ours, and has no closer safe.
func (t *Tokyo) isContested(safe, ownDistance int) bool {
	for clan := range t.doors.rivals {
		r := &t.doors.rivals[clan]
		if !r.canReachSafe || r.search.Distance() >= ownDistance {
			continue
		}
		lo, front := r.search.Front()
		for _, step := range sim.Steps {
			p := t.s.Door(safe).Add(step)
			if row := p.Row - lo; uint(row) < uint(len(front)) && front[row]>>uint(p.Col)&1 != 0 {
				return true
			}
		}
	}
	return false
}
