package sandbox

import (
	"errors"
	"fmt"
	"time"
)

// A Budget limits the processes in a sandbox. If they exceed it, all of them are killed.
type Budget struct {
	Processes int   // simultaneous processes
	Memory    int64 // in bytes
	Disk      int64 // in bytes, including deleted files that are still open
	Threads   int   // simultaneous threads
	Wall      time.Duration
	CPU       time.Duration // processor time per process
}

// DefaultBuildBudget is the default budget of a compilation. Its wall time allows for a busy machine.
var DefaultBuildBudget = Budget{Processes: 64, Memory: 2 << 30, Disk: 512 << 20, Threads: 1024, Wall: 5 * time.Minute, CPU: 20 * time.Second}

// maxMappings limits memory mappings, whose kernel memory is not measured. Compilers need about
// 200.
const maxMappings = 16 << 10

// Check returns an error if a limit that can be set by a flag is not positive.
func (b Budget) Check() error {
	if b.Processes < 1 || min(b.Memory, b.Disk) < 1 {
		return errors.New("--build-processes, --build-memory and --build-disk must be above 0")
	}
	return nil
}

func (b Budget) checkUsage(u totals) error {
	switch {
	case u.processes > b.Processes:
		return fmt.Errorf("more than %d processes", b.Processes)
	case u.threads > b.Threads:
		return fmt.Errorf("more than %d threads", b.Threads)
	case u.mappings > maxMappings:
		return fmt.Errorf("more than %d memory mappings", maxMappings)
	case u.memory > b.Memory:
		return fmt.Errorf("more than %s of memory", FormatBytes(b.Memory))
	case u.disk > b.Disk:
		return fmt.Errorf("more than %s of disk", FormatBytes(b.Disk))
	}
	return nil
}

type totals struct {
	processes, threads, mappings int
	memory, disk                 int64 // in bytes
}

// watch returns a channel that receives an error if the budget is exceeded before the program
// exits. Each gauge measures part of the usage.
func (b Budget) watch(exited <-chan struct{}, gauges []func() totals) <-chan error {
	over := make(chan error, len(gauges))
	for _, measure := range gauges {
		go func() {
			for {
				begin := time.Now()
				if err := b.checkUsage(measure()); err != nil {
					over <- err
					return
				}
				select {
				case <-exited:
					return
				case <-time.After(max(20*time.Millisecond, 3*time.Since(begin))):
				}
			}
		}()
	}
	return over
}

// FormatBytes formats a size in MiB, or in KiB if it is not a multiple of 1 MiB.
func FormatBytes(n int64) string {
	if n%(1<<20) != 0 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

const MaxThreads = 256
