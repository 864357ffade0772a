package process

import (
	"bytes"
	"slices"
)

// A crash finds the line of standard error that explains a crash: the exception after a Python
// traceback, a Go or Rust panic, or a failed C++ assertion.
type crash struct {
	line      []byte // explanation of the last crash
	traceback bool   // inside a Python traceback, whose lines are indented
	message   bool   // the next line is the message of a Rust panic
}

func (c *crash) addLine(line []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("Traceback (most recent call last):")):
		c.traceback = true
	case c.traceback && bytes.HasPrefix(line, []byte(" ")):
	case c.traceback:
		c.traceback = false
		c.line = append(c.line[:0], line...)
	case c.message:
		c.message = false
		c.line = append(append(c.line, ' '), line...)
	case explains(line):
		c.line = append(c.line[:0], line...)
		c.message = bytes.HasPrefix(line, []byte("thread '")) && bytes.HasSuffix(line, []byte(":"))
	}
}

var (
	crashStarts = [][]byte{
		[]byte("panic: "), []byte("fatal error: "), []byte("Exception in thread "), []byte("terminate called"), []byte("  what():  "),
	}
	crashParts = [][]byte{
		[]byte(": Assertion "), []byte(" panicked at "), []byte("ERROR: AddressSanitizer: "), []byte(": runtime error: "),
	}
)

// explains reports whether a line by itself explains a crash. It must be fast, because players may
// write many lines.
func explains(line []byte) bool {
	starts := func(start []byte) bool { return bytes.HasPrefix(line, start) }
	contains := func(part []byte) bool { return bytes.Contains(line, part) }
	if slices.ContainsFunc(crashStarts, starts) || slices.ContainsFunc(crashParts, contains) {
		return true
	}
	name, _, _ := bytes.Cut(line, []byte(":")) // such as "TypeError: …" or "java.lang.IllegalStateException"
	return !bytes.ContainsAny(name, " \t") && (bytes.HasSuffix(name, []byte("Error")) || bytes.HasSuffix(name, []byte("Exception")))
}
