//go:build race

package moneyheist_test

const raceEnabled = true
