package sim

// A Situation is a kind of situation of units, such as "a book nearby", whose play is assessed
// separately. Situations may overlap.
type Situation struct {
	Name  string // unique in the game, one or two words: "books"
	Group string // common topic with others, such as "fights", or its own name
	Text  string // the units, in the plural: "wizards with a book within 8 steps"
	// Units appends the seat's units on the board in this situation.
	Units func(dst []int32, s State, seat int) []int32
}
