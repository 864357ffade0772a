package thepurge

import "game-tui/sim"

// Indexes into the legend's lists.
const (
	groundStreet uint8 = iota
	groundBuilding
)

const (
	itemNone uint8 = iota
	itemMoney
	itemFood
	itemGun
	itemBazooka
	itemBarricade // the weakest of four, by quarters of the greatest resistance
)

// Barricades rise with their resistance; a citizen inside one stands on the
// owner's tint.
var legend = sim.Legend{
	Grounds: []sim.Kind{
		{Name: "street", Shape: " ", Letters: "  ", Role: sim.RoleFloor},
		{Name: "building", Shape: "█", Letters: "##", Role: sim.RoleWall},
	},
	Items: []sim.Kind{
		{},
		{Name: "money", Shape: "$", Letters: "$$", Role: sim.RoleGold},
		{Name: "food", Shape: "♥", Letters: "fo", Role: sim.RoleHeal},
		{Name: "gun", Shape: "⌐", Letters: "gu", Role: sim.RoleArm},
		{Name: "bazooka", Shape: "╤", Letters: "bz", Role: sim.RoleHeavy},
		{Name: "weak barricade", Shape: "▁", Letters: "-", Role: sim.RoleOwner},
		{Name: "fair barricade", Shape: "▃", Letters: "=", Role: sim.RoleOwner},
		{Name: "strong barricade", Shape: "▅", Letters: "+", Role: sim.RoleOwner},
		{Name: "mighty barricade", Shape: "▇", Letters: "%", Role: sim.RoleOwner},
	},
	Units: []sim.Kind{ // by the rank of the weapon
		{Name: "builder", Shape: "●", Letters: "b", Role: sim.RoleOwner},
		{Name: "hammer warrior", Shape: "▲", Letters: "h", Role: sim.RoleOwner},
		{Name: "gun warrior", Shape: "◆", Letters: "g", Role: sim.RoleOwner},
		{Name: "bazooka warrior", Shape: "★", Letters: "z", Role: sim.RoleOwner},
	},
	Events: []sim.EventKind{
		EventDeath:      {Name: "death", Shape: "☠", ASCII: 'x', Mark: true, Role: sim.RoleBad, Rank: 0},
		EventBroken:     {Name: "barricade broken", Shape: "◇", ASCII: 'v', Mark: true, Role: sim.RoleBad, Rank: 2},
		EventFight:      {Name: "fight", Shape: "✕", ASCII: '!', Role: sim.RoleBad, Rank: 3},
		EventBack:       {Name: "citizen back", Shape: "↺", ASCII: '+', Role: sim.RoleGood, Rank: 4},
		EventWeapon:     {Name: "weapon taken", Shape: "⌐", ASCII: 'g', Role: sim.RoleArm, Rank: 5},
		EventMoney:      {Name: "money taken", Shape: "$", ASCII: '$', Role: sim.RoleGold, Rank: 6},
		EventFood:       {Name: "food taken", Shape: "♥", ASCII: 'f', Role: sim.RoleHeal, Rank: 7},
		EventBuilt:      {Name: "barricade built", Shape: "▅", ASCII: 'b', Role: sim.RoleGood, Rank: 8},
		EventReinforced: {Name: "barricade reinforced", Shape: "▇", ASCII: 'r', Role: sim.RoleGood, Rank: 10},
		EventHit:        {Name: "barricade hit", Shape: "▁", ASCII: 'h', Role: sim.RoleBad, Rank: 9},
		EventDusk:       {Name: "dusk", Shape: "☾", ASCII: '(', Mark: true, Role: sim.RoleNone, Rank: 1},
		EventDawn:       {Name: "dawn", Shape: "☼", ASCII: 'o', Mark: true, Role: sim.RoleGold, Rank: 1},
	},
	Share: "citizens",
}

// Legend is the vocabulary of the game's frames.
func (Game) Legend() *sim.Legend { return &legend }
