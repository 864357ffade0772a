package harrypotter

// Descriptions of how each player plays and how to beat it.
const (
	nullTactics = `Gives no orders. Its wizards are converted where they stand, and its ghost never casts. Any player that
		moves wins.`

	demoTactics = `In even rounds each wizard steps in a random direction. In odd rounds all step left, or attack the first
		neighbouring enemy. It sees one cell far, ignores books, and almost never casts the right spell. To beat it, collect
		books, attack neighbours first, and cast. It never hunts you and never saves a wizard that is being converted.`

	greedyTactics = `Each wizard takes the shortest way to the nearest book, or to the nearest enemy that is not stronger, and
		attacks it. Its ghost casts as soon as it may. Its wizards do not cooperate: two go for one book, they free no
		allies, and they step next to enemies that then attack first. To beat it, let it come: stay two cells away until it
		steps next to you, attack first, and keep a second wizard near to free those it converts.`

	hunterTactics = `Its wizards go where they outnumber the enemy, above all around their own ghost, and attack before they
		walk. They free allies next to them, flee from clans twice as strong, and attack other ghosts, which then cannot cast
		for a while. It casts as early as it can, so others walk over the cells of its spell again before the end. To beat it,
		stay in pairs that free each other, wait two cells away and attack first, keep your ghost out of reach, and cast late.`

	seekerTactics = `Assigns one wizard to each book, so it soon is the strongest. Wizards without a book nearby spread over
		enemy cells. They hurry to allies that are being converted and fight the enemies they meet. Its last spell comes as
		late as the rules allow. It does not check what surrounds an enemy before it attacks, or how far away help is, and it
		predicts no steps. To beat it, wait two cells from its path, attack first, and keep a wizard near to free the loser.`

	dumbledoreTactics = `Hunts wizards without a mate within seven steps, because a beaten wizard is lost only if nobody saves
		it, and keeps its own near each other. Attacks come first, steps next to enemies last, and then a step onto each
		ally that fights, which frees it at once if it loses. Two wizards go for one enemy, and two for one ally in need. Its
		ghost reads books, mostly at the start, and casts late. But it sees where enemies stand, not where they go, and its
		wizards spread when no enemy is near. To beat it, walk in pairs at most seven steps apart, and attack wizards that
		are alone on their way to a book.`
)
