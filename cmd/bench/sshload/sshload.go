// Package sshload puts a server that people watch matches on under the load of
// real SSH clients on loopback, and measures it: the server is a process of its
// own, this one holds all of its clients. It reads /proc and so needs Linux.
package sshload

import "io"

// Scenario is one measurement of at most a minute.
type Scenario struct {
	Name, About string
	Run         func(*Load) error
}

// Scenarios are all there are.
var Scenarios = []Scenario{
	{"bytes", "bytes a round of a gallery of 100x40", (*Load).bytes},
	{"join", "first frame while 50 join a second", served((*Load).join)},
	{"follow", "2,000 follow a match of 10 rounds a second", served((*Load).follow)},
	{"analysis", "2,000 follow while their match is analysed all the time", served((*Load).analysis)},
	{"private", "1,000 look around, five keys a second, while 500 follow", served((*Load).private)},
	{"slow", "a line of 12 KB/s among 100 others", served((*Load).slow)},
	{"churn", "10,000 joins and leaves with bursts of window changes", (*Load).churn},
	{"capacity", "how many can follow", served((*Load).capacity)},
}

// served starts a server for a scenario that watches its match with followers.
func served(run func(l *Load, p *process, f *followers) error) func(*Load) error {
	return func(l *Load) error {
		p, err := l.start(pace)
		if err != nil {
			return err
		}
		defer p.stop()
		f := newFollowers()
		defer f.close()
		return run(l, p, f)
	}
}

// Load is what a scenario is given.
type Load struct {
	Server   string                                 // path of game-tui
	Report   func(name, unit string, value float64) // takes a figure; it is NaN if it could not be read
	Progress io.Writer                              // takes lines for somebody who waits
}
