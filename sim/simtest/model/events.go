package model

import "game-tui/sim"

// Kinds of events, in the order of the legend.
const (
	eventPick = iota // Unit takes A apples
	eventSent        // Unit sends Target home
	eventSow         // Unit sows A apples
	eventBack        // Unit comes back
	eventGrow        // A apples grow
)

var eventKinds = []sim.EventKind{
	eventPick: {Name: "apples picked", Shape: "+", ASCII: '+', Role: sim.RoleGood, Rank: 1},
	eventSent: {Name: "sent home", Shape: "×", ASCII: 'x', Mark: true, Loss: true, Role: sim.RoleBad},
	eventSow:  {Name: "apples sown", Shape: "∴", ASCII: 's', Role: sim.RoleNone, Rank: 2},
	eventBack: {Name: "back", Shape: "↺", ASCII: 'b', Role: sim.RoleNone, Rank: 3},
	eventGrow: {Name: "apples grown", Shape: "˙", ASCII: '\'', Role: sim.RoleNone, Rank: 4},
}
