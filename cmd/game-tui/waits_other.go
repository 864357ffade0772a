//go:build !linux && !darwin

package main

import "os"

// dataWaits cannot tell here.
func dataWaits(*os.File) bool { return false }
