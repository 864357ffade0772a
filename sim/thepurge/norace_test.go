//go:build !race

package thepurge_test

const raceEnabled = false
