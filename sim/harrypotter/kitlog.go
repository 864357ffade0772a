package harrypotter

// NamelessWinners tells that the kit's log names no winners: it repeats the
// rest of their line once for each.
func (Game) NamelessWinners() bool { return true }
