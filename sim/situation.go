package sim

// Situation is a kind of situation that units are in, or are not: "a book near by". What a player does
// in it is judged apart from all else that it does. Situations may overlap.
type Situation struct {
	Name  string // in a word or two, unlike all others of the game: "books"
	Group string // what it is about, with others: "fights"; that of one that stands alone is its name
	Text  string // whom it is about, in the plural: "wizards with a book within 8 steps"
	// Units appends the units of a seat that are in it, each once, those that stand nowhere left out.
	Units func(dst []int32, s State, seat int) []int32
}
