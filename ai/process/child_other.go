//go:build !linux

package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"game-tui/sim"
)

// hasCPUClock says that the processor time of a player is measured. Here it is
// not: what the player says itself is shown, and its budget is not enforced.
const hasCPUClock = false

// spawn starts a program with the protection that every system has: pipes,
// a clean end, and the limit on the time of an answer.
func spawn(prog *program, spec Spec) (*child, error) {
	c := &child{exited: make(chan struct{})}
	theirs, err := c.pipes()
	if err != nil {
		return nil, err
	}
	defer closeAll(theirs[:])
	process, err := os.StartProcess(prog.path, prog.argv, &os.ProcAttr{
		Dir:   prog.folder,
		Env:   environment(spec.Sandbox),
		Files: theirs[:],
		Sys:   ownGroup(),
	})
	if err != nil {
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", prog.path, err)
	}
	c.pid = process.Pid
	if err := c.keepTogether(process); err != nil && process.Kill() == nil { // otherwise it has ended already
		_, _ = process.Wait()
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", prog.path, err)
	}
	go c.reap(process)
	return c, nil
}

func (c *child) reap(process *os.Process) {
	state, err := process.Wait()
	c.mu.Lock()
	c.reaped = true
	if err == nil {
		c.status = endingOf(state)
	}
	c.mu.Unlock()
	c.killGroup()
	c.ended()
}

// kill ends the program and what is in its group.
func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		c.killGroup()
	}
}

func (c *child) stop() { c.kill() }

func (c *child) cpu() time.Duration { return 0 }

func (c *child) usage() (memory int64, threads int) { return 0, 0 }

func (c *child) delayed() time.Duration { return 0 }

func (c *child) busy() bool { return false }

func availableMemory() int64 { return 0 }

func (c *child) limitFiles(int) {}

func (c *child) measure(*Usage) {}

func (c *child) sweep() {}

func lacksRoom(error) bool { return false }

// Inspect needs a sandbox.
func Inspect(context.Context, string, ...string) ([]string, error) { return nil, errors.ErrUnsupported }

// mappable is unknown: nothing limits it.
func mappable(sim.Limits) int64 { return 0 }

// removeTree removes a folder with all that is in it.
func removeTree(dir string) error { return os.RemoveAll(dir) }

// execute is for systems with a sandbox.
func execute(context.Context, Budget, *os.Root, []string, *stderrLog) error {
	return errors.ErrUnsupported
}

func (s compiledStore) lock(context.Context, string, time.Duration) (unlock func()) { return func() {} }

// Probe has nothing to try here.
func Probe() ([]Trial, error) { return nil, errors.New("there is no sandbox on this system") }

func layers() []Layer {
	missing := "not on " + runtime.GOOS + ": only Linux has it; play programs that you trust"
	return []Layer{
		{landlockName, false, missing},
		{seccompName, false, missing},
		{"limits", false, missing},
		{"cpu clock", false, "what a player says itself is shown, its budget is not enforced"},
	}
}

// Trace needs a sandbox, and says nothing.
func Trace(context.Context, string, sim.Init, []sim.State) ([]string, error) {
	return nil, errors.New("valgrind is used on Linux only")
}
