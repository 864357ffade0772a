//go:build !unix

package files

import "os"

// makeCopyDir makes a folder below tmp. What a killed command has left stays: without locks nobody
// knows whether another one plays there.
func makeCopyDir(tmp, prefix string) (string, *os.File, error) {
	path, err := os.MkdirTemp(tmp, prefix)
	return path, nil, err
}
