package res_test

import (
	"fmt"
	"os"

	"game-tui/sim/game/catalog"
	"game-tui/sim/res"
)

// Read converts a recording, compressed or not, to the record of a match.
func ExampleRead() {
	file, err := os.Open("../simtest/testdata/recordings/harrypotter/dummy-s30.res.gz")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	text, err := res.Load(file)
	if err != nil {
		fmt.Println(err)
		return
	}
	record, cut, err := res.Read(text, catalog.Games(), "dummy-s30.res.gz")
	if err != nil {
		fmt.Println(err) // res.WithPosition adds the file and the line
		return
	}
	if cut != nil {
		fmt.Println("the recording is not whole:", cut)
	}
	meta := record.Meta()
	fmt.Println(meta.Game.Title(), "with seed", meta.Seed)
	fmt.Println(meta.Names)
	fmt.Println("after", record.Edge(), "rounds:", record.State(record.Edge()).Scores())
	// Output:
	// Harry Potter with seed 30
	// [Dummy Dummy Dummy Dummy]
	// after 200 rounds: [5366 8626 8942 7159]
}
