package moneyheist

import "game-tui/sim"

// sources are what gives points, as account counts them.
var sources = []string{"money", "soldiers killed", "professors killed", "safes opened"}

// Account tells where points come from: events give them all.
func (game) Account(first sim.State) sim.Account {
	set := first.(*State).set
	return sim.PaidBy(func(e *sim.Event) (source, points int) {
		switch e.Kind {
		case EventMoney:
			return 0, int(e.A)
		case EventKill:
			return 1, set.PointsForKillingSoldier
		case EventProfessorKilled:
			return 2, set.PointsForKillingProfessor
		case EventSafe:
			return 3, set.GoldValue
		}
		return 0, 0
	})
}
