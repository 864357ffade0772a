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
	name string
	args []string
	*started
}

func (p *restarted) start(t *testing.T) { p.started = start(t, exec.Command(p.args[0], p.args[1:]...)) }

// TestManyMachinesOutliveKills plays a tournament on workers over a cluster of three
// servers, and kills coordinator, workers and servers without warning, one after
// another at random. In the end the record has what one machine gives, each task once.
func TestManyMachinesOutliveKills(t *testing.T) {
	exe, dir, n := program(t), t.TempDir(), kills(t, 12)
	seeds := 15 * n // enough for workers to get some, whoever is killed
	begin := []string{exe, "tournament", "Null", "Demo", "Greedy", "Null", "--game", "thepurge", "--seed", "11", "--seeds", fmt.Sprint(seeds)}
	whole, record := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "t.jsonl")
	succeeds(t, append(begin[1:], "-o", whole)...)
	ports := freePorts(t, 6)
	var urls []string
	var list []*restarted
	for i := range 3 {
		urls = append(urls, "nats://127.0.0.1:"+ports[i])
		list = append(list, &restarted{name: "node", args: append([]string{"nats-node", ports[i], ports[3+i]}, ports[3:]...)})
	}
	where := strings.Join(urls, ",")
	for i := range 3 {
		list = append(list, &restarted{name: "worker", args: []string{exe, "worker", where, "--name", fmt.Sprint("w", i), "--cores", "1", "--stay"}})
	}
	many := []string{"--nats", where, "--cores", "1", "--verify", "5%"}
	coordinator := &restarted{name: "coordinator", args: append(append(begin, "-o", record), many...)}
	list = append(list, coordinator)
	for _, p := range list {
		p.start(t)
		defer func() { p.kill() }() // as it was started last
	}
	count := map[string]int{}
	for range n {
		grows(t, record, int64(200+rand.IntN(1200)), coordinator.ended)
		p := list[rand.IntN(len(list))]
		p.kill()
		if _, err := os.Stat(record); err == nil {
			coordinator.args = append([]string{exe, "tournament", "--resume", record}, many...)
		}
		p.start(t)
		count[p.name]++
	}
	err := simtest.Receive(t, "the end of the coordinator", coordinator.ended)
	coordinator.ended <- err
	if err != nil {
		t.Fatalf("%v\n%s", err, coordinator.said)
	}
	t.Logf("after %v kills", count)
	asUndisturbed(t, record, whole, 4*seeds)
	if !bytes.Contains(readFile(t, record), []byte(`"worker":"anybody/w`)) {
		t.Error("no worker played")
	}
}
