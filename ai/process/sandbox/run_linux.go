package sandbox

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

// An execution is the input, the output and the limits of a program in a sandbox.
type Execution struct {
	Budget Budget
	Dir    *os.Root // where it may write; nil means nowhere
	Input  []byte
	Stdout io.Writer // gets its standard output, at most maxSelfOutput bytes; nil means nothing
	Stderr io.Writer // gets its standard error
}

// A SignalError is the signal that ended a program.
type SignalError string

func (e SignalError) Error() string { return "ended by " + string(e) }

// finish starts what is planned and waits until it has ended, or ends it where it exceeds its budget.
func (plan *Plan) Run(ctx context.Context, e Execution) error {
	c, err := plan.Start()
	if err != nil {
		return err
	}
	go func() {
		c.Stdin.Write(e.Input) // until it has ended
		c.Stdin.Close()
	}()
	c.CopyStderr(e.Stderr)
	printed := make(chan struct{})
	go func() { // until the pipe is closed
		defer close(printed)
		if e.Stdout != nil {
			io.CopyN(e.Stdout, c.Stdout(), maxSelfOutput)
		}
		io.Copy(io.Discard, c.Stdout())
	}()
	select {
	case <-c.exited:
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-time.After(e.Budget.Wall):
		err = fmt.Errorf("it took more than %s", e.Budget.Wall)
	case over := <-e.Budget.watch(c.exited, c.gauges(e.Dir, e.Budget.Disk)...):
		err = fmt.Errorf("it took %w", over)
	}
	c.Kill()
	<-c.exited
	c.KillStrays()
	<-printed
	c.DrainStderr() // before it is closed
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
