package sandbox

import (
	"errors"
	"fmt"
	"time"
)

// A Budget limits what all processes of a sandbox use together. If one limit is exceeded, all of them are killed.
type Budget struct {
	Processes int           // at a time
	Memory    int64         // bytes
	Disk      int64         // bytes of all files in the working directory, and of deleted files that are in use
	Threads   int           // at a time
	Wall      time.Duration // from the start to the end
	CPU       time.Duration // processor time of each process
}

// DefaultBuild is the budget of a compiler and all programs that it starts. Wall is long because a busy machine may
// delay them.
var DefaultBuild = Budget{Processes: 64, Memory: 2 << 30, Disk: 512 << 20, Threads: 1024, Wall: 5 * time.Minute, CPU: 20 * time.Second}

// maxMappings is how many mappings of memory the processes of a sandbox may have together. The system needs memory for each
// one, which no gauge shows, and again for each fork. Compilers need some 200.
const maxMappings = 16 << 10

// Check returns an error that names the flags if processes, memory or disk are not positive. The other limits have no
// flags.
func (b Budget) Check() error {
	if b.Processes < 1 || min(b.Memory, b.Disk) < 1 {
		return errors.New("--build-processes, --build-memory and --build-disk must be above 0")
	}
	return nil
}

// exceeded returns an error if u is more than the budget.
func (b Budget) exceeded(u totals) error {
	switch {
	case u.processes > b.Processes:
		return fmt.Errorf("more than %d processes", b.Processes)
	case u.threads > b.Threads:
		return fmt.Errorf("more than %d threads", b.Threads)
	case u.mappings > maxMappings:
		return fmt.Errorf("more than %d mappings of memory", maxMappings)
	case u.memory > b.Memory:
		return fmt.Errorf("more than %s of memory", FormatBytes(b.Memory))
	case u.disk > b.Disk:
		return fmt.Errorf("more than %s of disk", FormatBytes(b.Disk))
	}
	return nil
}

// totals is what all processes of a sandbox use at one moment.
type totals struct {
	processes, threads, mappings int
	memory, disk                 int64 // bytes
}

// A gauge measures some of what a sandbox takes, and leaves the rest 0.
type gauge struct {
	every time.Duration // between two measurements
	share int           // measuring takes at most 1/share of the time, or else it happens less often
	read  func() totals
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
func FormatBytes(n int64) string {
	if n%(1<<20) != 0 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// MaxThreads is the number of threads that a program may have.
const MaxThreads = 256
