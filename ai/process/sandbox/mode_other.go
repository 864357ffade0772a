//go:build !linux

package sandbox

import "runtime"

func systemLayers() []Layer {
	missing := "not available on " + runtime.GOOS + " (Linux only); run only programs that you trust"
	return []Layer{
		{"landlock", false, missing, true},
		{"seccomp", false, missing, true},
		{"limits", false, missing, false},
		{"cpu clock", false, "players report their own times, which are not limited", false},
	}
}
