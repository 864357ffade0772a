//go:build !unix

package infile

// NoWait is nothing where files have no such modes.
const NoWait = 0
