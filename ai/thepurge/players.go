// Package thepurge contains the built-in players of The Purge. Greedy is the easiest one to read.
package thepurge

import "game-tui/sim"

// Players lists all players of the game, weakest first.
var Players = []sim.Builtin{
	{Name: "Null", Description: "Does nothing.", New: sim.NewPlayer[sim.Null],
		Tactics: `Gives no orders. Its citizens can be robbed every night. Any player that collects items beats it.`},
	{Name: "Demo", Description: "The kit's example: builds and moves at random in the first half.", New: sim.NewPlayer[Demo],
		Tactics: `In the first half of the match its builders build or step at random by day, and its warriors step at
		random by night and attack anything in their way. Then all of them rest. It collects only what it walks over. To
		beat it, collect money by day and hunt its builders by night: few are inside a barricade when it matters.`},
	{Name: "Greedy", Description: "Citizens walk to the nearest useful item, and by night to weaker enemies.", New: sim.NewPlayer[Greedy],
		Tactics: `Each citizen walks to the nearest money, or to food if it is hurt. Warriors also go to better weapons and,
		by night, to enemies with weaker ones. It builds nothing, so its builders are in the streets all night, and it walks
		past stronger warriors. To beat it, get a bazooka early, build barricades before dusk, and hunt its citizens by
		night.`},
	{Name: "Nightwatch", Description: "Builders collect by day and build barricades at dusk; warriors hunt weaker enemies by night.", New: sim.NewPlayer[Nightwatch],
		Tactics: `Weighs everything in points per round. By day its builders collect and its warriors take weapons. At dusk
		builders put up barricades of two layers in corners and step inside. By night warriors hunt weaker enemies nearby
		and avoid stronger ones. It ignores prey that keeps running. A clan may have three barricades, so its fourth builder
		stays outside, and three attacks with a bazooka open a barricade. To beat it, give both warriors bazookas before the
		first night, attack its builders together, and build more layers.`},
	{Name: "Veteran", Description: "Predicts enemies by night and attacks where they will be; builders fight builders.", New: sim.NewPlayer[Veteran],
		Tactics: `Evaluates like Nightwatch but attacks more, because its gains are its own, while a loss helps only one of
		three rivals. By night it predicts every other clan as if Nightwatch played it, and uses predictions that have come true:
		it waits where prey will pass, steps away from attacks, and leaves items that others reach first. It builds nothing,
		and its builders fight builders. Its warriors plan a whole chase before they start one, and take weapons that they
		cannot use, to keep them from others. By night all its builders are in the streets, and it ignores warriors more than four
		cells away. To beat it, move differently from Nightwatch, build many layers, have bazookas before dusk, and attack
		its builders from two sides.`},
}

// LineUp holds the default players of a match.
var LineUp = [sim.Seats]string{"Nightwatch", "Greedy", "Nightwatch", "Greedy"}
