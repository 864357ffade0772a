// Package fileop replaces and removes files that another program may have open. On Windows such a file
// can neither be replaced nor removed, and virus scanners open every new file for a moment. So both functions
// retry for about two seconds before they return an error. On Unix they succeed at once.
package fileop

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Replace renames a file, and replaces the file that has the new name, if any. Both names must be in the same
// folder, and the caller must have closed both files.
func Replace(from, to string) error {
	err := retry(func() error { return replace(from, to) })
	if link, ok := errors.AsType[*os.LinkError](err); ok && inUse(err) {
		link.Err = fmt.Errorf("%w: another program may have it open: close it there", link.Err)
	}
	return err
}

// RemoveAll removes a file, or a folder and its contents. It does not follow links. If the path does not
// exist, it returns nil.
func RemoveAll(path string) error { return retry(func() error { return removeAll(path) }) }

// patience is how long retry waits in all, about. Each pause is twice as long as the last one.
const patience = 2 * time.Second

// retry calls do until it succeeds, patience runs out, or the error is not about a file in use.
func retry(do func() error) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := do()
		if err == nil || !inUse(err) || pause > patience {
			return err
		}
		time.Sleep(pause)
	}
}
