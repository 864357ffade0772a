//go:build !linux

package files

import "os"

// dataWaits cannot tell here.
func dataWaits(*os.File) bool { return false }
