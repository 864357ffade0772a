package thepurge

import (
	"fmt"
	"strconv"

	"game-tui/sim"
)

// Event kinds. Their comments refer to the fields of sim.Event.
const (
	EventDeath      uint8 = iota // Seat's Unit killed Other's Target at At for A points.
	EventBroken                  // Unit broke Other's barricade at At, with Target or no one inside. A is the blow's strength.
	EventFight                   // Unit at At attacked Target at To. A and B are their strengths.
	EventBack                    // Seat's new citizen Unit appeared at At.
	EventWeapon                  // Unit took a weapon at At. A is the weapon, B the one carried now.
	EventMoney                   // Unit took money at At for A points.
	EventFood                    // Unit took food at At. A is the life gained, B the life now.
	EventBuilt                   // Unit built a barricade at At. A is its resistance.
	EventReinforced              // Unit reinforced a barricade at At. A is its resistance, B the gain.
	EventHit                     // Unit hit Other's barricade at At. A is the blow's strength, B the resistance left.
	EventDusk                    // The night of day A began with B barricades.
	EventDawn                    // Day A began, or the match ended (A = 0). B barricades, or -1 if unknown, were removed.
)

// An event's cause holds Unit's and Target's weapons, in weaponBits bits each. Builders have
// NoWeapon. The flag causeWon means that the attacker won.
const (
	weaponBits = 2
	weaponMask = 1<<weaponBits - 1
	causeWon   = 1 << (2 * weaponBits)
)

func weaponCause(c *Citizen) uint8 { return uint8(c.Weapon) }

var eventKinds = []sim.EventKind{
	EventDeath: {Name: "death", Symbol: "☠", ASCII: 'x', OnTimeline: true, IsLoss: true, IsDeath: true, Role: sim.RoleBad, Rank: 0,
		ActorText: "kills # citizen(s)", TargetText: "loses # citizen(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s kills %s at %v: +%d", actor(e, n), target(e, n), e.At, e.A)
		}},
	EventBroken: {Name: "barricade broken", Plural: "barricades broken", Symbol: "◇", ASCII: 'v', OnTimeline: true, Role: sim.RoleBad, Rank: 2,
		ActorText: "breaks # barricade(s)", TargetText: "loses # barricade(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			text := fmt.Sprintf("%s breaks %s's barricade at %v", actor(e, n), n.ForSeat(e.Other), e.At)
			if e.Target != -1 {
				text += fmt.Sprintf(", exposing citizen %d", e.Target)
			}
			return text
		}},
	EventFight: {Name: "fight", Symbol: "✕", ASCII: '!', Role: sim.RoleBad, Rank: 3,
		ActorText: "attacks # time(s)", TargetText: "is attacked # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			loser := e.Unit
			if e.Cause&causeWon != 0 {
				loser = e.Target
			}
			return fmt.Sprintf("%s attacks %s at %v: %d against %d; citizen %d loses life", actor(e, n), target(e, n), e.At, e.A, e.B, loser)
		}},
	EventBack: {Name: "citizen back", Plural: "citizens back", Symbol: "↺", ASCII: '+', Role: sim.RoleGood, Rank: 4,
		ActorText: "gets # citizen(s) back",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s %d (%s) is back at %v", citizenWord(e.Cause), e.Unit, n.ForSeat(e.Seat), e.At)
		}},
	EventWeapon: {Name: "weapon taken", Plural: "weapons taken", Symbol: "⌐", ASCII: 'g', Role: sim.RoleWeapon, Rank: 5,
		ActorText: "takes # weapon(s)",
		Text:      weaponText},
	EventMoney: {Name: "money taken", Plural: "money pickups", Symbol: "$", ASCII: '$', Role: sim.RoleMoney, Rank: 6,
		ActorText: "finds money # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s collects money at %v: +%d", actor(e, n), e.At, e.A)
		}},
	EventFood: {Name: "food taken", Plural: "food pickups", Symbol: "♥", ASCII: 'f', Role: sim.RoleHeal, Rank: 7,
		ActorText: "finds food # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			if e.A == 0 {
				return fmt.Sprintf("%s eats at %v: life already full (%d)", actor(e, n), e.At, e.B)
			}
			return fmt.Sprintf("%s eats at %v: life +%d, now %d", actor(e, n), e.At, e.A, e.B)
		}},
	EventBuilt: {Name: "barricade built", Plural: "barricades built", Symbol: "▅", ASCII: 'b', Role: sim.RoleGood, Rank: 8,
		ActorText: "builds # barricade(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("builder %s builds a barricade at %v: resistance %d", n.UnitText(strconv.Itoa(int(e.Unit)), e.Seat), e.At, e.A)
		}},
	EventReinforced: {Name: "barricade reinforced", Plural: "barricades reinforced", Symbol: "▇", ASCII: 'r', Role: sim.RoleGood, Rank: 10,
		ActorText: "reinforces barricades # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("builder %s reinforces a barricade at %v: resistance %d", n.UnitText(strconv.Itoa(int(e.Unit)), e.Seat), e.At, e.A)
		}},
	EventHit: {Name: "barricade hit", Symbol: "▁", ASCII: 'h', Role: sim.RoleBad, Rank: 9,
		ActorText: "hits barricades # time(s)", TargetText: "has its barricades hit # time(s)",
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s hits %s's barricade at %v: -%d, %d left", actor(e, n), n.ForSeat(e.Other), e.At, e.A, e.B)
		}},
	EventDusk: {Name: "dusk", Symbol: "☾", ASCII: '(', OnTimeline: true, Role: sim.RoleNone, Rank: 1,
		Text: func(e *sim.Event, _ *sim.Names) string {
			return fmt.Sprintf("dusk of day %d%s", e.A, barricadesText(e.B, "stand"))
		}},
	EventDawn: {Name: "dawn", Symbol: "☼", ASCII: 'o', OnTimeline: true, Role: sim.RoleGold, Rank: 1,
		Text: func(e *sim.Event, _ *sim.Names) string {
			text := "the last night ends"
			if e.A != 0 {
				text = fmt.Sprintf("dawn of day %d", e.A)
			}
			return text + barricadesText(e.B, "fall")
		}},
}

func actor(e *sim.Event, n *sim.Names) string { return citizenText(e.Unit, e.Seat, e.Cause, n) }

func target(e *sim.Event, n *sim.Names) string {
	return citizenText(e.Target, e.Other, e.Cause>>weaponBits, n)
}

func citizenText(id int32, seat int8, cause uint8, n *sim.Names) string {
	with := ""
	if weapon := WeaponType(cause & weaponMask); weapon != NoWeapon {
		with = ", " + weaponWords[weapon]
	}
	return fmt.Sprintf("%s %d (%s%s)", citizenWord(cause), id, n.ForSeat(seat), with)
}

func citizenWord(cause uint8) string {
	if WeaponType(cause&weaponMask) == NoWeapon {
		return citizenWords[Builder]
	}
	return citizenWords[Warrior]
}

func weaponText(e *sim.Event, n *sim.Names) string {
	found, now := WeaponType(e.A&weaponMask), WeaponType(e.B&weaponMask)
	does, keeps := "takes", ""
	if now == NoWeapon {
		does = "destroys"
	} else if now != found || WeaponType(e.Cause&weaponMask) == found {
		keeps = " and keeps the " + weaponWords[now]
	}
	return fmt.Sprintf("%s %s a %s at %v%s", actor(e, n), does, weaponWords[found], e.At, keeps)
}

func barricadesText(n int32, verb string) string {
	switch {
	case n < 0:
		return ""
	case n == 0:
		return ", no barricade " + verb + "s"
	case n == 1:
		verb += "s"
	}
	return ", " + sim.FormatCount(n, "barricade") + " " + verb
}

func citizenEvent(kind uint8, c *Citizen, at sim.Pos16) sim.Event {
	e := sim.NewEvent(kind, c.Player, c.ID, at)
	e.Cause = weaponCause(c)
	return e
}

func meetingEvent(kind uint8, c, other *Citizen, at sim.Pos16) sim.Event {
	e := citizenEvent(kind, c, at).WithTarget(other.Player, other.ID)
	e.Cause |= weaponCause(other) << weaponBits
	return e
}

// timeEvent returns the dusk or dawn before nextRound, if any. Callers set its number of
// barricades.
func timeEvent(s *Settings, nextRound int) (e sim.Event, ok bool) {
	day := nextRound/s.NumRoundsPerDay + 1
	kind := EventDusk
	switch nextRound % s.NumRoundsPerDay {
	case 0:
		kind = EventDawn
		if nextRound == s.Rounds() {
			day = 0
		}
	case s.NumRoundsPerDay / 2:
	default:
		return e, false
	}
	return sim.NewEvent(kind, -1, -1, sim.NoPos).WithAmounts(int32(day), 0), true
}

var sources = []string{"money", "builders killed", "warriors killed"}

func (game) NewAccount(sim.State) sim.Account {
	return sim.NewEventAccount(func(e *sim.Event) (source, points int) {
		switch {
		case e.Kind == EventMoney:
			return 0, int(e.A)
		case e.Kind != EventDeath:
			return 0, 0
		case WeaponType(e.Cause>>weaponBits&weaponMask) == NoWeapon:
			return 1, int(e.A)
		}
		return 2, int(e.A)
	})
}
