//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/sim/simtest"
)

// restarted is a program that is killed and started again.
type restarted struct {
	args []string
	*started
}

func (p *restarted) start(t *testing.T) { p.started = start(t, exec.Command(p.args[0], p.args[1:]...)) }

// parties are the programs that play one tournament together.
type parties struct {
	*testing.T
	record, whole string // files of this tournament, and of an undisturbed one
	tasks         int
	coordinator   *restarted
	resume        []string // arguments that resume as the coordinator
	workers       []*restarted
	nodes         []*restarted // servers between them; none if the coordinator listens
}

// meet starts a tournament on workers, with the given number of seeds. The workers play everything
// if cores is 0. They connect to the coordinator, or to a cluster of three servers.
func meet(t *testing.T, seeds, cores int, cluster bool) *parties {
	exe, dir := program(t), t.TempDir()
	p := &parties{T: t, record: filepath.Join(dir, "t.jsonl"), whole: filepath.Join(dir, "whole.jsonl"), tasks: 4 * seeds}
	begin := []string{"tournament", "Null", "Demo", "Greedy", "Null", "--game", "thepurge", "--seed", "11", "--seeds", fmt.Sprint(seeds)}
	succeeds(t, append(begin, "-o", p.whole)...)
	ports := freePorts(t, 6)
	where := "127.0.0.1:" + ports[0]
	many := []string{"--listen", where, "--cores", fmt.Sprint(cores), "--verify", "5%"}
	if cluster {
		var urls []string
		for i := range 3 {
			urls = append(urls, "nats://127.0.0.1:"+ports[i])
			p.nodes = append(p.nodes, &restarted{args: append([]string{"nats-node", ports[i], ports[3+i]}, ports[3:]...)})
		}
		where = strings.Join(urls, ",")
		many[0], many[1] = "--nats", where
	}
	for i := range 2 {
		p.workers = append(p.workers, &restarted{args: []string{exe, "worker", where, "--name", fmt.Sprint("w", i), "--cores", "2", "--stay"}})
	}
	p.coordinator = &restarted{args: append(append([]string{exe}, append(begin, "-o", p.record)...), many...)}
	p.resume = append([]string{exe, "tournament", "--resume", p.record}, many...)
	for _, each := range p.all() {
		each.start(t)
		t.Cleanup(func() { each.kill() })
	}
	return p
}

func (p *parties) all() []*restarted {
	return append(append(append([]*restarted{}, p.nodes...), p.workers...), p.coordinator)
}

// kill kills a party after some more results and restarts it.
func (p *parties) kill(victim *restarted) {
	p.Helper()
	grows(p.T, p.record, int64(200+rand.IntN(1200)), p.coordinator.ended)
	victim.kill()
	if _, err := os.Stat(p.record); err == nil {
		p.coordinator.args = p.resume
	}
	victim.start(p.T)
}

// end waits for the end of the tournament and checks that the table is that of the undisturbed one,
// that each task has one result, and that only victims have exited.
func (p *parties) end(victims []*restarted) {
	p.Helper()
	err := simtest.Receive(p.T, "the end of the coordinator", p.coordinator.ended)
	p.coordinator.ended <- err
	if err != nil {
		p.Fatalf("%v\n%s", err, p.coordinator.said)
	}
	asUndisturbed(p.T, p.record, p.whole, p.tasks)
	if !bytes.Contains(readFile(p.T, p.record), []byte(`"worker":"anybody/w`)) {
		p.Error("no worker played")
	}
	for _, each := range p.all() {
		if each != p.coordinator && len(each.ended) > 0 {
			p.Errorf("%q has ended\n%s", each.args, each.said)
		}
	}
}

// TestEachPartyOutlivesKills plays tournaments on workers and kills the coordinator, a worker or a
// server: each alone, and all at random. In the end each task has one result, the same as on one
// machine.
func TestEachPartyOutlivesKills(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		cores   int // of the coordinator
		cluster bool
		usual   int // kills
		victims func(p *parties) []*restarted
	}{
		{"the coordinator", 0, false, 2, func(p *parties) []*restarted { return []*restarted{p.coordinator} }},
		{"the coordinator at a cluster", 0, true, 2, func(p *parties) []*restarted { return []*restarted{p.coordinator} }},
		{"a worker", 0, false, 2, func(p *parties) []*restarted { return p.workers }},
		{"a server", 0, true, 2, func(p *parties) []*restarted { return p.nodes }},
		{"all", 1, true, 4, (*parties).all},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := kills(t, c.usual)
			seeds := 15 * n // enough for workers to get some, whichever party is killed
			if c.cores > 0 {
				seeds *= 6 // the coordinator alone needs longer than workers to connect again
			}
			p := meet(t, seeds, c.cores, c.cluster)
			victims := c.victims(p)
			for range n {
				p.kill(victims[rand.IntN(len(victims))])
			}
			p.end(victims)
		})
	}
}
