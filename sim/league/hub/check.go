package hub

import (
	"context"
	"fmt"
	"strings"

	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/sanitize"
)

// maxChecks is how many results can wait for a check. Results beyond that are not checked.
const maxChecks = 16

// check is a worker's result that is to be played again on this machine.
type check struct {
	task   schedule.Task
	name   string // of the worker
	result string
}

// outcome describes the parts of a result that do not depend on the machine.
func outcome(r *league.Result) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Scores, r.Leads)
	for _, o := range r.Outs {
		fmt.Fprint(&b, " ", o.Match, o.Place, o.Reason, o.Round)
	}
	return b.String()
}

// Check plays a sample of the workers' results again, one at a time, until ctx ends, and logs
// differences. The results count nevertheless.
func (d *Dispatcher) Check(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case c := <-d.checks:
			d.check(ctx, c)
		}
	}
}

// check plays a match again. It logs a difference once per token and programs of the match.
func (d *Dispatcher) check(ctx context.Context, c *check) {
	r, err := d.Play(ctx, &c.task)
	if err != nil {
		return // ctx has ended, or the match cannot be played here
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if outcome(&r) == c.result {
		d.counts.Checked++
		return
	}
	d.counts.Differing++
	var programs []string
	for _, e := range c.task.LineUp {
		if d.plan.Players[e].Program != nil {
			programs = append(programs, sanitize.Line(d.plan.Players[e].Name))
		}
	}
	token, names := tokenOf(c.name), sanitize.JoinNames(programs, maxListed)
	if d.warned.Add(token + " " + names) {
		hint := ", with built-in players only: do not trust the results of token " + token
		if len(programs) > 0 {
			hint = "; its programs may depend on the clock or the machine: " + names
		}
		d.Log(fmt.Sprintf("worker %s: task %d differs when played again here%s", c.name, c.task.N, hint))
	}
}
