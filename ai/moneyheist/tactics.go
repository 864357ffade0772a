package moneyheist

// How each player plays, and how it can be beaten.
const (
	nullTactics = `It gives no order. Its soldiers are killed where they stand and its professor opens nothing: whoever
		collects wins.`

	demoTactics = `In the first half of the match its soldiers step in any direction, all to the left, or strike a soldier
		beside them; then they stand still. Its professor never leaves its place, and its key never fits. Collect and open
		safes: it is no danger but to who stands beside it.`

	greedyTactics = `Each soldier takes the nearest money or kit and strikes whoever is beside it, its professor walks to the
		nearest door and opens. Several soldiers go for one coin, nobody looks where enemies stand, and the professor walks past
		armed soldiers, or to a safe that another one reaches before it. Share out the coins, go to the safes that you reach
		first, and wait with poison beside the ways that its soldiers must take.`

	tokyoTactics = `It shares out money and kits by what they bring a round, with no two soldiers for one thing. Soldiers with
		poison hunt those of others, for a soldier won collects to the end, and strike before everything else; its professor
		goes to the safe that it reaches before all others, and around trouble once it is hurt. But a hunter has to walk up to
		its prey, and the second to arrive beside a cell strikes first: it steps beside soldiers who only have to
		wait, and loses one for one. Chase nobody; keep two cells from whoever has poison, strike who steps beside you, and
		let your moves come late in a round.`
)
