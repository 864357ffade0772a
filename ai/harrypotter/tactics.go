package harrypotter

// How each player plays, and how to beat it.
const (
	nullTactics = `It gives no order. Its wizards are converted where they stand, and its ghost casts no spell: whoever
		moves wins.`

	demoTactics = `In even rounds each wizard takes a step in any direction; in odd ones all either step to the left or
		strike the first enemy beside them. It looks no farther than one cell, goes after no book, and its spell hardly ever
		is the solution. Walk to the books, keep striking first whoever stands beside you, and cast: it never comes after
		you, and never saves who is converting.`

	greedyTactics = `Each wizard walks the shortest way to the nearest book, or to the nearest enemy who is not stronger, and
		strikes it. Its ghost casts as soon as it may. But its wizards do not know of each other: two go for one book, they
		free no ally, and they walk beside enemies whose turn it then is to strike. Let it come: stay two cells away until it
		steps beside you, strike first, and keep somebody near who frees those it converts.`

	hunterTactics = `Its wizards go where there are more of them than of the enemy, above all around their own ghost, and
		strike before they walk. They free allies beside them, flee from clans twice as strong, and attack the ghosts of
		others, who then cannot cast for a while. It casts as early as it can, so that the cells of its spell are walked over
		again before the end. It comes to you: stay in pairs who free each other, wait two cells away and strike first, keep
		your ghost out of reach, and cast late.`

	seekerTactics = `It shares out the books, one wizard to each, so that it soon is the strongest; wizards with no book near
		spread over cells of others. It hurries to allies who are converting, fights whom it meets, and casts so that
		its last spell comes as late as the rules allow. It does not ask what stands around the enemy that it strikes, nor how
		far the help is that would free the loser, and it foresees no step: wait where it must come along, two cells away, and
		strike first, with somebody near to free who loses.`

	dumbledoreTactics = `It hunts whoever has no mate within seven steps, for a wizard is lost only if nobody saves it, and keeps its
		own near enough to each other. Blows come first, steps beside enemies last, and behind them a step onto each ally that
		fights, which frees it at once if it loses. Two go for one enemy, and two to one ally in need. Its ghost reads books,
		most of all at the start, and its spell comes late. But it looks at where enemies stand, not at where they are going,
		and does not keep its wizards together unless an enemy is near. Walk in pairs, never more than seven steps apart, and
		take those of its wizards that are alone on their way to a book.`
)
