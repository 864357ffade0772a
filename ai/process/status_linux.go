package process

import (
	"fmt"
	"os"
)

func isRoot() bool { return os.Geteuid() == 0 }

func layers() []Layer {
	launcher := canLaunch.Load()
	lock := Layer{landlockName, false, "needs Linux 5.13 with landlock among its security modules (boot option lsm=landlock,…)"}
	if abi := landlockABI(); abi > 0 {
		lock = Layer{fmt.Sprintf("%s %d", landlockName, abi), launcher, "no files but the player and its libraries" + landlockAbout(abi)}
	}
	filter := Layer{seccompName, false, "needs Linux 4.14 on amd64 or arm64 with CONFIG_SECCOMP_FILTER"}
	if hasSeccomp() {
		filter = Layer{seccompName, launcher, "no processes, network, signals, nor any file written"}
	}
	limits := Layer{"limits", launcher, "memory, files, processor time as a backstop"}
	for _, l := range []*Layer{&lock, &filter, &limits} {
		if !launcher {
			l.About = "this program has no launcher"
		}
	}
	return []Layer{lock, filter, limits,
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
