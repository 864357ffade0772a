package thepurge

import "game-tui/sim"

// sources are what gives points, as account counts them.
var sources = []string{"money", "builders killed", "warriors killed"}

// Account tells where points come from: events give them all.
func (game) Account(sim.State) sim.Account {
	return sim.PaidBy(func(e *sim.Event) (source, points int) {
		switch {
		case e.Kind == EventMoney:
			return 0, int(e.A)
		case e.Kind != EventDeath:
			return 0, 0
		case WeaponType(e.Cause>>armBits&armMask) == NoWeapon:
			return 1, int(e.A)
		}
		return 2, int(e.A)
	})
}
