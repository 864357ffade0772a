package model

import (
	"fmt"

	"game-tui/sim"
)

const (
	eventPick = iota // Unit took A apples.
	eventSent        // Unit sent Target home.
	eventSow         // Unit sowed A apples.
	eventBack        // Unit came back from home.
	eventGrow        // A apples grew.
)

var eventKinds = []sim.EventKind{
	eventPick: {Name: "apples picked", Symbol: "+", ASCII: '+', Role: sim.RoleGood, Rank: 1,
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s takes %s at %v", pickerName(e.Unit, e.Seat, n), sim.FormatCount(e.A, "apple"), e.At)
		}},
	eventSent: {Name: "sent home", Symbol: "×", ASCII: 'x', OnTimeline: true, IsLoss: true, Role: sim.RoleBad,
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s sends %s home at %v", pickerName(e.Unit, e.Seat, n), pickerName(e.Target, e.Other, n), e.At)
		}},
	eventSow: {Name: "apples sown", Symbol: "∴", ASCII: 's', Role: sim.RoleNone, Rank: 2,
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s sows %s at %v", pickerName(e.Unit, e.Seat, n), sim.FormatCount(e.A, "apple"), e.At)
		}},
	eventBack: {Name: "back", Symbol: "↺", ASCII: 'b', Role: sim.RoleNone, Rank: 3,
		Text: func(e *sim.Event, n *sim.Names) string {
			return fmt.Sprintf("%s is back at %v", pickerName(e.Unit, e.Seat, n), e.At)
		}},
	eventGrow: {Name: "apples grown", Symbol: "˙", ASCII: '\'', Role: sim.RoleNone, Rank: 4,
		Text: func(e *sim.Event, _ *sim.Names) string {
			return fmt.Sprintf("%s grow at %v", sim.FormatCount(e.A, "apple"), e.At)
		}},
}

func pickerName(id int32, team int8, n *sim.Names) string {
	return n.UnitText(fmt.Sprint("picker ", id), team)
}

var sources = []string{"apples picked", "apples sown"}

// NewAccount implements sim.Game. The executed orders show which points were lost by sowing. All
// other points come from picked apples.
func (game) NewAccount(first sim.State) sim.Account { return &account{state: first.(*State)} }

type account struct {
	state      *State
	sownApples [sim.Seats]int
}

func (a *account) Add(t *sim.Turn, after sim.State) {
	for i := range t.Executed {
		o := &t.Executed[i]
		if u := a.state.Picker(o.Unit); o.Kind == 's' && u.ID >= 0 {
			a.sownApples[u.Team] += int(applesSown(o))
		}
	}
	a.state = after.(*State)
}

func (a *account) Points() (p sim.Points) {
	for team, score := range a.state.SeatScores {
		p[0][team], p[1][team] = score+a.sownApples[team], -a.sownApples[team]
	}
	return p
}
