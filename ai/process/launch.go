package process

import (
	"os"
	"sync/atomic"
)

// launchWord makes this binary the launcher of a player.
const launchWord = "__launch"

// canLaunch says that this binary answers to launchWord.
var canLaunch atomic.Bool

// RunLauncher is called first of all in main. Where this process was started as
// the launcher of a player, it becomes the player and never returns.
func RunLauncher() {
	if len(os.Args) == 3 && os.Args[1] == launchWord {
		launch(os.Args[2])
	}
	if len(os.Args) == 3 && os.Args[1] == probeWord {
		probe(os.Args[2])
	}
	canLaunch.Store(hasLauncher)
}
