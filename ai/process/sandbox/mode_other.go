//go:build !linux

package sandbox

import "runtime"

func systemLayers() []Layer {
	missing := "not on " + runtime.GOOS + ": only Linux has it; play programs that you trust"
	return []Layer{
		{landlockName, false, missing},
		{seccompName, false, missing},
		{"limits", false, missing},
		{"cpu clock", false, "what a player says itself is shown, its budget is not enforced"},
	}
}
