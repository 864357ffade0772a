//go:build !unix

package league

import "os"

// lock does nothing here: these systems have no lock that the standard library offers.
func lock(*os.File) error { return nil }

// syncRefused: folders cannot be synced here.
func syncRefused(error) bool { return true }
