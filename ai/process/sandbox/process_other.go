//go:build !linux

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"game-tui/ai/process/resolve"

	"game-tui/sim"
)

// HasCPUClock is false because this system cannot measure processor time.
const HasCPUClock = false

// Start starts a player without a sandbox.
func Start(prog *resolve.Program, o Options) (*Process, error) {
	c := &Process{exited: make(chan struct{})}
	theirs, err := c.openPipes()
	if err != nil {
		return nil, err
	}
	defer closeFiles(theirs[:])
	process, err := os.StartProcess(prog.Path, prog.Argv, &os.ProcAttr{
		Dir:   prog.Folder,
		Env:   environment(o.Mode),
		Files: theirs[:],
		Sys:   processGroupAttr(),
	})
	if err != nil {
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", prog.Path, err)
	}
	c.pid = process.Pid
	if err := c.addToGroup(process); err != nil && process.Kill() == nil {
		_, _ = process.Wait()
		c.closePipes()
		return nil, fmt.Errorf("%s: %w", prog.Path, err)
	}
	go c.reap(process)
	return c, nil
}

func (c *Process) reap(process *os.Process) {
	state, err := process.Wait()
	c.mu.Lock()
	c.reaped = true
	if err == nil {
		c.Status = exitStatusOf(state)
	}
	c.mu.Unlock()
	c.killGroup()
	c.finish()
}

func (c *Process) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped {
		c.killGroup()
	}
}

func (c *Process) Stop() { c.Kill() }

func (c *Process) CPU() time.Duration { return 0 }

func (c *Process) Usage() (memory int64, threads int) { return 0, 0 }

func (c *Process) RunDelay() time.Duration { return 0 }

func (c *Process) IsBusy() bool { return true }

func AvailableMemory() int64 { return 0 }

func (c *Process) LimitOpenFiles(int) {}

func (c *Process) Measure(*Usage) {}

func IsOutOfResources(error) bool { return false }

// Inspect returns an error because this system has no sandbox.
func Inspect(context.Context, string, ...string) ([]string, error) { return nil, errors.ErrUnsupported }

// MaxMapped returns 0 because this system does not limit mapped memory.
func MaxMapped(sim.Limits) int64 { return 0 }

func Probe() ([]EscapeAttempt, error) { return nil, errors.New("there is no sandbox on this system") }
