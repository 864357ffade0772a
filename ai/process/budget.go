package process

import (
	"errors"
	"fmt"
	"time"
)

// A Budget bounds what all processes of one sandbox take together. Where one bound is exceeded, all of them are
// killed.
type Budget struct {
	Processes int           // at a time
	Memory    int64         // bytes
	Disk      int64         // bytes of all files in the working directory
	Threads   int           // at a time
	Wall      time.Duration // from the start to the end
}

// DefaultBuild is the budget of a compiler with all programs that it starts. Much of its time it may wait for a busy
// machine.
var DefaultBuild = Budget{Processes: 64, Memory: 2 << 30, Disk: 512 << 20, Threads: 1024, Wall: 5 * time.Minute}

// Check returns an error that names the flags if a bound is not positive.
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
	case u.threads > b.Threads:
		return fmt.Errorf("more than %d threads", b.Threads)
	case u.memory > b.Memory:
		return fmt.Errorf("more than %s of memory (--build-memory)", megabytes(b.Memory))
	case u.disk > b.Disk:
		return fmt.Errorf("more than %s of disk (--build-disk)", megabytes(b.Disk))
	}
	return nil
}

// usage is what the processes of a sandbox take at one moment.
type usage struct {
	processes, threads int
	memory, disk       int64 // bytes
}

// A gauge measures some of what a sandbox takes, and leaves the rest 0.
type gauge struct {
	every time.Duration // between two measurements
	share int           // measuring takes at most this part of the time, or else it happens less often
	read  func() usage
}

// watch returns a channel that gets an error when a gauge shows more than the budget. Watching ends when the program has
// exited.
func (b Budget) watch(exited <-chan struct{}, gauges ...gauge) <-chan error {
	over := make(chan error, len(gauges))
	for _, g := range gauges {
		go func() {
			for {
				begin := time.Now()
				if err := b.exceeded(g.read()); err != nil {
					over <- err
					return
				}
				select {
				case <-exited:
					return
				case <-time.After(max(g.every, time.Duration(g.share-1)*time.Since(begin))):
				}
			}
		}()
	}
	return over
}

// megabytes formats a size in MiB, or in KiB where that would not be a whole number.
func megabytes(n int64) string {
	if n%(1<<20) != 0 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
