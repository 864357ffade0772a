package sandbox

import (
	"fmt"

	"game-tui/ai/process/sandbox/launch"
)

func systemLayers() []Layer {
	lock := Layer{landlockName, false, "needs Linux 5.13 with landlock among its security modules (boot option lsm=landlock,…)"}
	if abi := launch.LandlockABI(); abi > 0 {
		lock = Layer{fmt.Sprintf("%s %d", landlockName, abi), true, "files: only the player and its libraries" + landlockAbout(abi)}
	}
	filter := Layer{seccompName, false, "needs Linux 4.14 on amd64 or arm64 with CONFIG_SECCOMP_FILTER"}
	if launch.HasSeccomp() {
		filter = Layer{seccompName, true, "no processes, network, signals or writing of files"}
	}
	return []Layer{lock, filter,
		{"limits", true, "memory, files, and processor time as a backstop"},
		{"cpu clock", true, "measures the processor time of players"},
		{"subreaper", true, "ends what a player leaves behind"}}
}

func landlockAbout(abi int) string {
	switch {
	case abi < 4:
		return "; Linux 6.7 would also block TCP, 6.12 signals"
	case abi < 6:
		return ", no TCP; Linux 6.12 would also block signals"
	}
	return ", no TCP, no signals to others"
}
