package moneyheist

// How each player plays, and how to beat it.
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
		poison hunt those of others, for a soldier won collects to the end, and strike before they walk; its professor
		goes to the safe that it reaches before all others, and around trouble once it is hurt. But a hunter has to walk up to
		its prey, and whoever steps beside somebody armed is struck: so it loses one for one against who only waits. Its list
		begins with the professor: strikes that stand first in yours win three of four even fights. Chase nobody, let your walks
		come last, and collect while it hunts.`

	berlinTactics = `It foresees where each enemy near it goes: most to the nearest item, the armed also to its soldiers. Its strikes
		come first in the list, those against who could strike back before all others; its walks come late, for whoever
		steps second onto a cell kills the first, and it waits where somebody will step beside it. Soldiers without poison keep
		away from those who have some. It takes what brings most for each step, with what lies near it, and its professor weighs each
		step towards a safe against the blows that it may cost. Of equal ways it expects the first in the order up, down, left,
		right, as the kit lists them: whoever walks otherwise, stops, or comes for its soldiers in twos, is where it does not
		expect anybody.`
)
