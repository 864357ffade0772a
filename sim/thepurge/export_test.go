package thepurge

import "game-tui/sim"

// AllowNightBuild makes a board play by the rules of the 2020 edition.
func AllowNightBuild(b sim.Board) { b.(*Board).nightBuild = true }
