package process

import (
	"errors"
	"fmt"
	"time"
)

// A Budget bounds what all processes of one sandbox take together. Where one bound is exceeded, all of them are
// killed.
type Budget struct {
	Processes int   // at a time
	Memory    int64 // bytes
	Disk      int64 // bytes of all files in the working directory
}

// DefaultBuild is the budget of a compiler with all programs that it starts.
var DefaultBuild = Budget{Processes: 64, Memory: 2 << 30, Disk: 512 << 20}

// Check returns an error that names the flag of a bound that is not positive.
func (b Budget) Check() error {
	if b.Processes < 1 || min(b.Memory, b.Disk) < 1 {
		return errors.New("--build-processes, --build-memory and --build-disk must be above 0")
	}
	return nil
}

// exceeded returns an error if u is more than the budget.
func (b Budget) exceeded(u usage) error {
	switch {
	case u.processes > b.Processes:
		return fmt.Errorf("more than %d processes (--build-processes)", b.Processes)
	case u.memory > b.Memory:
		return fmt.Errorf("more than %s of memory (--build-memory)", megabytes(b.Memory))
	case u.disk > b.Disk:
		return fmt.Errorf("more than %s of disk (--build-disk)", megabytes(b.Disk))
	}
	return nil
}

// usage is what the processes of a sandbox take at one moment.
type usage struct {
	processes    int
	memory, disk int64 // bytes
}

// How often a sandbox is measured. Measuring takes at most a tenth of the time, or else it happens less often.
const (
	measureEvery = 20 * time.Millisecond
	measureShare = 10
)

// watch returns a channel that gets an error when the sandbox exceeds its budget. measure takes the next
// measurement. Watching ends when the program has exited.
func (b Budget) watch(exited <-chan struct{}, measure func() usage) <-chan error {
	over := make(chan error, 1)
	go func() {
		for {
			begin := time.Now()
			if err := b.exceeded(measure()); err != nil {
				over <- err
				return
			}
			select {
			case <-exited:
				return
			case <-time.After(max(measureEvery, measureShare*time.Since(begin))):
			}
		}
	}()
	return over
}

// megabytes formats a size in MiB, or in KiB where that would not be a whole number.
func megabytes(n int64) string {
	if n%(1<<20) != 0 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
