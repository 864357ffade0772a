//go:build !unix

package league

import (
	"errors"
	"os"
)

// lock does nothing here: these systems have no lock that the standard library offers.
func lock(*os.File) error { return nil }

// held returns an error: see lock.
func held(*os.File) (bool, error) { return false, errors.ErrUnsupported }

// syncRefused: folders cannot be synced here.
func syncRefused(error) bool { return true }
