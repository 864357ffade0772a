//go:build !unix

package infile

// noWait is nothing where files have no such modes.
const noWait = 0
