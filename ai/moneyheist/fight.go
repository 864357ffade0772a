package moneyheist

import (
	"cmp"
	"slices"

	"game-tui/ai/paths"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
)

type attack struct {
	worth        int
	soldierIndex int
	dir          sim.Dir
	targetID     int32
	given        bool
}

// fight orders attacks, most valuable first. It skips soldiers that an earlier attack kills.
func (t *Tokyo) fight(worth func(u mh.Unit) int) {
	t.attacks = t.attacks[:0]
	for k, v := range t.soldiers {
		if v.poison == 0 {
			continue
		}
		for _, d := range sim.UDLR {
			if to := v.at.Add(d.Step()); paths.Has(&t.enemyUnits, to) {
				u := t.s.Unit(t.s.UnitAt(to))
				t.attacks = append(t.attacks, attack{worth: worth(u), soldierIndex: k, dir: d, targetID: u.ID})
			}
		}
	}
	slices.SortStableFunc(t.attacks, func(a, b attack) int { return cmp.Compare(b.worth, a.worth) })
	for i := range t.attacks {
		if w := &t.attacks[i]; !t.isKilled(t.attacks[:i], w.targetID) {
			t.giveAttack(w)
		}
	}
}

func (t *Tokyo) giveAttack(w *attack) {
	if v := &t.soldiers[w.soldierIndex]; !v.busy {
		v.busy, w.given = true, true
		t.give(mh.Move(v.id, w.dir))
	}
}

func (t *Tokyo) isKilled(attacks []attack, targetID int32) bool {
	for _, b := range attacks {
		if b.given && b.targetID == targetID && targetID >= sim.Seats {
			return true
		}
	}
	return false
}

func (t *Tokyo) attackWorth(u mh.Unit) int {
	if u.IsProfessor {
		// A professor's death also costs its clan one or two safes.
		hits := (u.Health + t.settings.ProfessorHealthDecrease - 1) / t.settings.ProfessorHealthDecrease
		return 16 * (t.settings.PointsForKillingProfessor + t.settings.GoldValue) / max(hits, 1)
	}
	worth := t.soldierWorth()
	if u.Poison > 0 {
		worth *= 2
	}
	return worth
}

// soldierWorth returns the value of killing a soldier, in sixteenths of a point. It includes what
// the soldier then collects for us.
func (t *Tokyo) soldierWorth() int { return 16*t.settings.PointsForKillingSoldier + 10*t.roundsLeft() }

func (t *Tokyo) flee() {
	for k := range t.soldiers {
		v := &t.soldiers[k]
		if v.busy || !paths.Has(&t.threatened, v.at) {
			continue
		}
		for _, d := range sim.UDLR {
			if paths.Has(&t.safe, v.at.Add(d.Step())) {
				t.give(mh.Move(v.id, d))
				v.busy = true
				break
			}
		}
	}
}

func (t *Tokyo) charge() {
	pot := t.s.AvailablePoison(t.me)
	for k := range t.soldiers {
		v := &t.soldiers[k]
		if pot <= 0 {
			return
		}
		if !v.busy && v.poison == 0 {
			t.give(mh.Charge(v.id))
			v.busy = true
			pot -= min(pot, t.settings.SoldierMaxPoisons)
		}
	}
}
