package play

import (
	"math"
	"runtime"
	"runtime/debug"
)

// CollectLate makes collections of garbage rare while matches are played one after another:
// they are garbage soon. Near the memory that this is worth it collects more often; a limit
// that the operator gives (GOMEMLIMIT) holds instead.
func CollectLate() {
	debug.SetGCPercent(400)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(lateBase+lateCore*runtime.GOMAXPROCS(0)) << 20)
	}
}

// What collecting late may take, in MiB: of the program, and of each match that is played.
const (
	lateBase = 128
	lateCore = 24
)
