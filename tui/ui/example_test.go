package ui_test

import (
	"fmt"

	"game-tui/tui/ui"
)

// A program is a value: an input makes the next one, and an effect for the shell around it.
func Example() {
	first := ui.NewProgram(ui.Options{W: 80, H: 24}, numbers{at: 7})
	second, _ := first.Update(ui.Key{Name: "?"}) // opens the help
	third, effect := second.Update(ui.Key{Name: "ctrl+c"})
	fmt.Println(len(first.Pages()), len(second.Pages()), len(third.Pages()))
	fmt.Printf("%T\n", effect.Request)
	fmt.Printf("%s", first.View().AppendText(nil, &first))
	// Output:
	// 0 1 1
	// ui.Quit
	// 7
}
