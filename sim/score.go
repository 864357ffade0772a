package sim

// Lead tells who is ahead: the first seat with the highest score, and by how much
// it leads the next one. 0 is a tie for the first place.
func Lead(scores [Seats]int) (seat, by int) {
	best, second := 0, 1
	if scores[1] > scores[0] {
		best, second = 1, 0
	}
	for i := 2; i < Seats; i++ {
		switch n := scores[i]; {
		case n > scores[best]:
			best, second = i, best
		case n > scores[second]:
			second = i
		}
	}
	return best, scores[best] - scores[second]
}

// Winners are the seats with the highest score, ascending: who has won when a
// match is over.
func Winners(scores [Seats]int) []int {
	best, _ := Lead(scores)
	list := []int{best}
	for seat := best + 1; seat < Seats; seat++ {
		if scores[seat] == scores[best] {
			list = append(list, seat)
		}
	}
	return list
}
