package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"game-tui/cmd/bench/sshload"
)

// loadFloors are the floors of the SSH scenarios, by name. A lag is counted in
// rounds of 100 ms.
var loadFloors = map[string][]floor{
	"bytes": {
		atMost("median a round, truecolor", "KB", 4),
		atMost("median a round, 256 colours", "KB", 3),
	},
	"join": {atMost("first frame, p99", "ms", 1000)},
	"follow": {
		atMost("2,000 watchers: lag, p99", "rounds", 2),
		atMost("memory a following watcher", "MB", 0.4),
	},
	"analysis": {
		atMost("2,000 watchers: lag, p99", "rounds", 2),
		atMost("match off its pace, max", "rounds", 1),
	},
	"private": {
		atMost("key to frame, p99", "ms", 50),
		atMost("memory a private watcher", "MB", 0.25),
		atMost("500 followers: lag, p99", "rounds", 2),
	},
	"slow": {
		atMost("slow line: lag, max", "s", 10).whateverSpeed(), // the line decides
		atMost("100 others: lag, p99", "rounds", 2),
	},
	"churn": {
		atMost("goroutines more than before", "", 0),
		atMost("descriptors more than before", "", 0),
		atMost("live memory more than before", "MB", 3),
		atMost("resident memory more than before", "MB", 20),
	},
	"capacity": nil,
}

// loadSuites are the SSH scenarios against a server program.
func loadSuites(server string) []suite {
	var list []suite
	for _, sc := range sshload.Scenarios {
		list = append(list, suite{
			name: "ssh/" + sc.Name, source: load{sc, server},
			speed: network, linux: true, floors: loadFloors[sc.Name], all: true,
		})
	}
	return list
}

// load measures with a scenario of SSH clients.
type load struct {
	sshload.Scenario
	server string
}

func (l load) String() string { return l.About }

// check fails if there is no server program. It is called before anything is measured.
func (l load) check() error {
	if _, err := os.Stat(l.server); err != nil {
		return fmt.Errorf("%w: make build writes bin/game-tui, -server names another program", err)
	}
	return nil
}

func (l load) measure(report func(figure), progress io.Writer) error {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the clients are not what is measured
	return l.Run(&sshload.Load{Server: l.server, Progress: progress, Report: func(name, unit string, value float64) {
		fmt.Fprintf(progress, "%s: %s %s\n", name, short(value), unit)
		report(figure{name, unit, value})
	}})
}
