// Package fileop replaces and removes files that another program may have open. On Windows that
// fails, and virus scanners open every new file for a moment, so both functions retry for about two
// seconds.
package fileop

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Replace renames a closed file. A file with the new name is replaced. Both names must be in one
// folder.
func Replace(from, to string) error {
	err := retry(func() error { return replace(from, to) })
	if link, ok := errors.AsType[*os.LinkError](err); ok && inUse(err) {
		link.Err = fmt.Errorf("%w: another program may have it open: close it there", link.Err)
	}
	return err
}

// RemoveAll removes a file or folder without following links. It returns nil if path does not
// exist.
func RemoveAll(path string) error { return retry(func() error { return removeAll(path) }) }

// maxWait is about how long retry waits in total. Each pause is twice as long as the one before.
const maxWait = 2 * time.Second

// retry calls do until it succeeds, time runs out, or the error is not about a file in use.
func retry(do func() error) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := do()
		if err == nil || !inUse(err) || pause > maxWait {
			return err
		}
		time.Sleep(pause)
	}
}
