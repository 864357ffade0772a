package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

type Execution struct {
	Budget Budget
	Dir    *os.Root // writable folder, or nil
	Input  []byte
	Stdout io.Writer // receives at most maxSelfOutput bytes; may be nil
	Stderr io.Writer
}

// A SignalError is the name of the signal that ended a program.
type SignalError string

func (e SignalError) Error() string { return "ended by " + string(e) }

// Run runs the program until it exits, and kills it if it exceeds the budget.
func (plan *Plan) Run(ctx context.Context, e Execution) error {
	c, err := plan.Start()
	if err != nil {
		return err
	}
	go func() {
		c.Stdin.Write(e.Input)
		c.Stdin.Close()
	}()
	c.CopyStderr(e.Stderr)
	printed := make(chan struct{})
	go func() {
		defer close(printed)
		if e.Stdout != nil {
			io.CopyN(e.Stdout, c.Stdout, maxSelfOutput)
		}
		io.Copy(io.Discard, c.Stdout)
	}()
	gauges := []func() totals{c.sessionUsage}
	if e.Dir != nil {
		gauges = append(gauges, func() totals { return c.sessionDisk(e.Dir, e.Budget.Disk) })
	}
	select {
	case <-c.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-time.After(e.Budget.Wall):
		err = fmt.Errorf("it took more than %s", e.Budget.Wall)
	case over := <-e.Budget.watch(c.exited, gauges):
		err = fmt.Errorf("it took %w", over)
	}
	c.Kill()
	<-c.exited
	<-printed
	c.DrainStderr()
	c.Close()
	switch s := c.Status; {
	case err != nil:
		return err
	case s.Signal != "":
		return SignalError(s.Signal)
	case s.Code != 0:
		return fmt.Errorf("exit code %d", s.Code)
	}
	return nil
}

// session returns the IDs of all processes in the sandbox.
func (c *Process) session() (list []int) {
	for _, pid := range processes() {
		if _, session := parentAndSession(pid); session == c.pid {
			list = append(list, pid)
		}
	}
	return list
}

func (c *Process) sessionUsage() (u totals) {
	for _, pid := range c.session() {
		folder, text := liveFolder(pid)
		u.processes++
		if u.mappings += countMappings(folder, maxMappings); u.mappings > maxMappings {
			return u
		}
		u.threads += int(statusField(text, "Threads:"))
		u.memory += (statusField(text, "RssAnon:") + statusField(text, "RssShmem:") + statusField(text, "VmPTE:")) << 10
	}
	return u
}

// sessionDisk returns the disk space of files below dir and of deleted files in use.
func (c *Process) sessionDisk(dir *os.Root, limit int64) totals {
	n := diskUsage(dir, limit)
	deleted := deletedFiles{}
	for _, pid := range c.session() {
		deleted.process(pid)
	}
	for _, size := range deleted {
		n += size
	}
	return totals{disk: n}
}
