package moneyheist

import (
	"fmt"

	"game-tui/sim"
)

// Event kinds. Their comments refer to the fields of sim.Event.
const (
	// Seat's Unit killed Other's professor Target at At for A points. The professor is reborn in B
	// rounds.
	EventProfessorKilled = iota
	// Seat's professor Unit opened safe Target at At for A points. The safe's door returned at To.
	EventSafe
	// Seat killed A soldiers in the round, the first one at At.
	EventMassacre
	// Seat's Unit killed Other's soldier Target at At and kept B poison. The soldier returned at To
	// in clan A.
	EventKill
	// Seat's Unit took A health from Other's professor Target, which kept B health.
	EventHurt
	// Seat's professor Unit returned at To with A health.
	EventReborn
	// Seat's professor Unit took A health from the pot and now has B.
	EventHeal
	// Seat's Unit took A money at At.
	EventMoney
	// Seat's Unit took a health kit at At. A is its amount, B the pot's total.
	EventHealthKit
	// Seat's Unit took a poison kit at At. A is its amount, B the pot's total.
	EventPoisonKit
	// Seat's soldier Unit took A poison from the pot and now has B.
	EventCharge
)

const minMassacreKills = 3

var eventKinds = []sim.EventKind{
	EventProfessorKilled: {Name: "professor killed", Plural: "professors killed", Symbol: "☠", ASCII: '+', OnTimeline: true, IsLoss: true, IsDeath: true, Role: sim.RoleBad, Rank: 0,
		ActorText: "kills # professor(s)", TargetText: "loses its professor",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s: +%s, rebirth in %s", attackText(e, "kills", n), sim.FormatCount(e.A, "point"), sim.FormatCount(e.B, "round"))
		}},
	EventSafe: {Name: "safe opened", Plural: "safes opened", Symbol: "◈", ASCII: '$', OnTimeline: true, Role: sim.RoleGold, Rank: 1,
		ActorText: "opens # safe(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			text := fmt.Sprintf("%s opens safe %d at %v: +%s", actor(e, n), e.Target, e.At, sim.FormatCount(e.A, "point"))
			if e.To != sim.NoPos {
				text += fmt.Sprintf(", safe now at %v", e.To)
			}
			return text
		}},
	EventMassacre: {Name: "massacre", Symbol: "✖", ASCII: 'x', OnTimeline: true, Role: sim.RoleOwner, Rank: 2,
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s kills %s in one round, starting at %v", n.ForSeat(e.Seat), sim.FormatCount(e.A, "soldier"), e.At)
		}},
	EventReborn: {Name: "professor reborn", Plural: "professors reborn", Symbol: "◇", ASCII: 'P', Role: sim.RoleOwner, Rank: 3,
		ActorText: "has its professor back",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s is reborn at %v with health %d", actor(e, n), e.To, e.A)
		}},
	EventHurt: {Name: "professor hurt", Plural: "hits on professors", Symbol: "▼", ASCII: 'v', Role: sim.RoleOwner, Rank: 4,
		ActorText: "hits professors # time(s)", TargetText: "has its professor hit # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s: -%d health, %d left", attackText(e, "poisons", n), e.A, e.B)
		}},
	EventKill: {Name: "soldier killed", Plural: "soldiers killed", Symbol: "»", ASCII: '>', IsLoss: true, IsDeath: true, Role: sim.RoleOwner, Rank: 5,
		ActorText: "kills # soldier(s)", TargetText: "loses # soldier(s)",
		Text: killText},
	EventHeal: {Name: "professor healed", Plural: "professors healed", Symbol: "♥", ASCII: 'H', Role: sim.RoleOwner, Rank: 6,
		ActorText: "heals its professor # time(s)",
		Text:      func(e *sim.Event, n *sim.Names) string { return gainText(e, "heals at", "health", n) }},
	EventMoney: {Name: "money", Plural: "money pickups", Symbol: "$", ASCII: 'm', Role: sim.RoleMoney, Rank: 7,
		ActorText: "finds money # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s takes money at %v: +%s", actor(e, n), e.At, sim.FormatCount(e.A, "point"))
		}},
	EventHealthKit: {Name: "health kit", Symbol: "✚", ASCII: 'h', Role: sim.RoleHeal, Rank: 8,
		ActorText: "takes # health kit(s)",
		Text:      func(e *sim.Event, n *sim.Names) string { return gainText(e, "takes a health kit at", "pot", n) }},
	EventPoisonKit: {Name: "poison kit", Symbol: "¡", ASCII: '!', Role: sim.RolePoison, Rank: 9,
		ActorText: "takes # poison kit(s)",
		Text:      func(e *sim.Event, n *sim.Names) string { return gainText(e, "takes a poison kit at", "pot", n) }},
	EventCharge: {Name: "charge", Symbol: "↑", ASCII: 'c', Role: sim.RolePoison, Rank: 10,
		ActorText: "charges # soldier(s) with poison",
		Text:      func(e *sim.Event, n *sim.Names) string { return gainText(e, "charges poison at", "now carries", n) }},
}

func actor(e *sim.Event, n *sim.Names) string { return n.UnitText(unitName(e.Unit), e.Seat) }

func unitName(id int32) string {
	if id < sim.Seats {
		return fmt.Sprintf("professor %d", id)
	}
	return fmt.Sprintf("soldier %d", id)
}

func attackText(e *sim.Event, verb string, n *sim.Names) string {
	return fmt.Sprintf("%s %s %s at %v", actor(e, n), verb, n.UnitText(unitName(e.Target), e.Other), e.At)
}

func gainText(e *sim.Event, verb, label string, n *sim.Names) string {
	return fmt.Sprintf("%s %s %v: %+d, %s %d", actor(e, n), verb, e.At, e.A, label, e.B)
}

func killText(e *sim.Event, n *sim.Names) string {
	text := attackText(e, "kills", n)
	switch {
	case e.To == sim.NoPos:
	case int8(e.A) == e.Other:
		text += fmt.Sprintf(", who returns to %s at %v", n.ForSeat(e.Other), e.To)
	default:
		text += fmt.Sprintf(", who joins %s at %v", n.ForSeat(int8(e.A)), e.To)
	}
	return text + fmt.Sprintf("; poison left: %d", e.B)
}

var sources = []string{"money", "soldiers killed", "professors killed", "safes opened"}

func (game) NewAccount(first sim.State) sim.Account {
	set := first.(*State).settings
	return sim.NewEventAccount(func(e *sim.Event) (source, points int) {
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
