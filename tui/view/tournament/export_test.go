package tournament

// Refresh brings the board up to date, as Run does.
func (b *Board) Refresh() {
	b.updateRatings()
	b.refresh()
}
