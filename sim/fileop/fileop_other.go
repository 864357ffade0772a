//go:build !windows

package fileop

import "os"

func replace(from, to string) error { return os.Rename(from, to) }
func removeAll(path string) error   { return os.RemoveAll(path) }
func inUse(error) bool              { return false }
