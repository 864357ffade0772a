//go:build race

package harrypotter_test

const raceEnabled = true
