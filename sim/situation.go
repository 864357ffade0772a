package sim

// A Situation is one of units whose play coaching assesses. Situations may overlap.
type Situation struct {
	Name  string // unique, one or two words
	Group string // common topic, such as "fights", or its own name
	Text  string // its units: "wizards with a book within 8 steps"
	// Units appends the seat's units in this situation.
	Units func(dst []int32, s State, seat int) []int32
}
