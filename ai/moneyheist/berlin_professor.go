package moneyheist

import (
	"strconv"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/moneyheist"
)

// sendProfessor opens a safe, or goes where distance, expected attacks and healing are best.
func (b *berlin) sendProfessor() {
	u := b.s.Unit(int32(b.me))
	if !u.IsAlive() || b.openSafe(&u) {
		return
	}
	steps := uint8(0)
	if safe, gate := b.chooseSafe(&u, &b.open); safe >= 0 {
		b.marks = append(b.marks, sim.Mark{Unit: u.ID, Text: "safe " + strconv.Itoa(safe)})
		steps = b.search.Between(&b.free, u.Pos, gate, &sim.Steps, nil)
	}
	heal := min(b.s.AvailableHealth(b.me), b.set.ProfessorMaxHealth-u.Health)
	best, most := -1, -b.v[profHit]*b.danger(u.Pos)
	if paths.Has(&b.menaced, u.Pos) {
		most -= b.v[profHit] * b.v[stayHit]
	}
	if heal > 0 && float64(heal) >= b.v[healFrom] {
		most += b.v[healWorth] * float64(heal)
	}
	for d, step := range sim.Steps {
		to := u.Pos.Add(step)
		if !paths.Has(&b.open, to) {
			continue
		}
		value := -b.v[profHit] * b.danger(to)
		if steps>>d&1 != 0 {
			value += b.v[profStep]
		} else {
			value -= b.v[profStep]
		}
		if value > most {
			best, most = d, value
		}
	}
	switch {
	case best >= 0:
		to := u.Pos.Add(sim.Steps[best])
		b.taken.Add(to.Row, to.Col)
		b.give(mh.Move(u.ID, sim.Dir(best)))
	case heal > 0:
		b.give(mh.Heal(u.ID))
	}
}

// danger returns the expected number of attacks on our professor at a cell.
func (b *berlin) danger(to sim.Pos) float64 {
	blows := [...]float64{b.v[danger1], b.v[danger1], b.v[danger2], b.v[danger3]}
	sum := 0.0
	for clan := range sim.Seats {
		if clan == b.me {
			continue
		}
		for _, id := range b.s.Soldiers(clan) {
			if d := paths.Manhattan(b.s.At(id), to); d < len(blows) && b.s.PoisonOf(id) > 0 {
				sum += blows[d]
			}
		}
	}
	return sum
}
