package thepurge

// How each player plays, and how to beat it.
const (
	nullTactics = `It gives no order. Its citizens can be robbed every night: whoever collects wins.`

	demoTactics = `In the first half of the match its builders build or step at random by day, and its warriors step at
		random by night, striking whom they bump into; then all of them rest. It takes what it walks over, and nothing
		else. Collect money by day, and hunt its builders by night: few are in a barricade when it matters.`

	greedyTactics = `Each citizen walks to the nearest money, to food when it is hurt, warriors to better weapons too, and by
		night to enemies with weaker weapons. It builds nothing: its builders are in the streets all night. It also walks past
		warriors who are stronger. Get a bazooka early, wall your builders in before dusk, and take its citizens by night.`

	nightwatchTactics = `It counts in points a round. By day its builders collect and warriors take weapons; at dusk builders
		put up barricades in corners, two layers strong, and step in; by night warriors hunt who is weaker and near, and keep
		away from who is stronger. It notices who runs, and leaves those alone. A clan may have three barricades, so its fourth
		builder is outside; three blows of a bazooka open the others. Have both warriors armed with bazookas before the first
		night, go for its builders together, and wall your own in with more layers.`

	veteranTactics = `It weighs as Nightwatch does, and attacks more: what it loses in a fight goes to one of three others, what it
		wins is its own. By night it asks what Nightwatch would do in each other seat, and where that came true of late it
		counts on it: it waits for prey on its way, steps away from blows, and leaves things that another reaches first. It
		builds nothing: its builders fight builders. Of others its warriors think the flight through before they run
		after them, and it takes weapons away from others that it cannot use itself. By night all its builders are in the
		streets, and it takes no notice of warriors more than four cells away: move other than Nightwatch would, wall yours
		in with many layers, have bazookas before dusk, and come at its builders from two sides at once.`
)
