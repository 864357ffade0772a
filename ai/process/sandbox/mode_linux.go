package sandbox

import (
	"fmt"

	"game-tui/ai/process/sandbox/launch"
)

// layers are those of this system, outermost first.
func systemLayers() []Layer {
	lock := Layer{landlockName, false, "needs Linux 5.13 with landlock among its security modules (boot option lsm=landlock,…)"}
	if abi := launch.LandlockABI(); abi > 0 {
		lock = Layer{fmt.Sprintf("%s %d", landlockName, abi), true, "no files but the player and its libraries" + landlockAbout(abi)}
	}
	filter := Layer{seccompName, false, "needs Linux 4.14 on amd64 or arm64 with CONFIG_SECCOMP_FILTER"}
	if launch.HasSeccomp() {
		filter = Layer{seccompName, true, "no processes, network, signals, nor any file written"}
	}
	return []Layer{lock, filter,
		{"limits", true, "memory, files, processor time as a backstop"},
		{"cpu clock", true, "a player's processor time, read while it thinks"},
		{"subreaper", true, "what a player leaves behind is ended with it"}}
}

func landlockAbout(abi int) string {
	switch {
	case abi < 4:
		return "; Linux 6.7 would shut TCP here too, 6.12 signals"
	case abi < 6:
		return ", no TCP; Linux 6.12 would shut signals here too"
	}
	return ", no TCP, no signals to others"
}
