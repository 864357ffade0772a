package sandbox

import (
	"fmt"

	"game-tui/ai/process/sandbox/launch"
)

func systemLayers() []Layer {
	lock := Layer{"landlock", false, "needs Linux 5.13 with landlock among its security modules (boot option lsm=landlock,…)", true}
	abi := launch.LandlockABI()
	if abi > 0 {
		lock = Layer{fmt.Sprint("landlock ", abi), true, "files: only the player and its libraries", true}
	}
	switch {
	case abi >= 6:
		lock.About += ", no TCP, no signals to others"
	case abi >= 4:
		lock.About += ", no TCP; Linux 6.12 would also block signals"
	case abi > 0:
		lock.About += "; Linux 6.7 would also block TCP, and Linux 6.12 signals"
	}
	filter := Layer{"seccomp", false, "needs Linux 4.14 on amd64 or arm64 with CONFIG_SECCOMP_FILTER", true}
	if launch.HasSeccomp() {
		filter.InForce, filter.About = true, "no processes, network, signals or file writes"
	}
	return []Layer{lock, filter,
		{"limits", true, "memory, files, and processor time as a backstop", false},
		{"cpu clock", true, "measures players' processor time", false},
		{"subreaper", true, "ends processes that a player leaves behind", false}}
}
