// Package fileop replaces and removes files. On Windows this fails while another program has the
// file open, so both functions retry for about two seconds.
package fileop

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Replace renames a file within its folder and overwrites any file with the new name. Callers must
// close the file first.
func Replace(from, to string) error {
	err := retry(func() error { return replace(from, to) })
	if link, ok := errors.AsType[*os.LinkError](err); ok && inUse(err) {
		link.Err = fmt.Errorf("%w; the file may be open in another program", link.Err)
	}
	return err
}

// RemoveAll removes a file or folder without following links. It returns nil if path does not
// exist.
func RemoveAll(path string) error { return retry(func() error { return removeAll(path) }) }

// maxPause is the maximum pause between retries. Each pause is twice the last.
const maxPause = 2 * time.Second

// retry calls do until it succeeds, time runs out, or it fails for a reason other than a file in
// use.
func retry(do func() error) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := do()
		if err == nil || !inUse(err) || pause > maxPause {
			return err
		}
		time.Sleep(pause)
	}
}
