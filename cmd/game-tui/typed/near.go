package typed

// Nearest is which of the words somebody has meant perhaps; -1: none.
func Nearest(word string, among []string) int {
	near, best := -1, 3 // more than two slips are no slip
	for i, candidate := range among {
		if d := distance(word, candidate); d < best {
			near, best = i, d
		}
	}
	return near
}

// distance counts the slips between two words: letters changed, added, left out.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
