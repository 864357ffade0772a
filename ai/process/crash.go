package process

import (
	"bytes"
)

// crash finds the line that explains a crash among what a program writes on standard error: the exception behind a
// traceback of Python, the first line of a panic of Go or Rust, the failed assertion of C++. The zero value is ready to use.
type crash struct {
	line      []byte // of the newest crash; empty if there was none
	traceback bool   // the lines of a traceback of Python follow, which begin with blanks
	message   bool   // the message of a panic of Rust follows
}

// add looks at one more line.
func (c *crash) add(line []byte) {
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

// Beginnings and parts of lines by which languages and checks explain a crash.
var (
	crashStarts = [][]byte{
		[]byte("panic: "), []byte("fatal error: "), []byte("Exception in thread "), []byte("terminate called"), []byte("  what():  "),
	}
	crashParts = [][]byte{
		[]byte(": Assertion "), []byte(" panicked at "), []byte("ERROR: AddressSanitizer: "), []byte(": runtime error: "),
	}
)

// explains reports whether a line alone explains a crash. It is called for each line that a player writes, so it is
// quick.
func explains(line []byte) bool {
	for _, start := range crashStarts {
		if bytes.HasPrefix(line, start) {
			return true
		}
	}
	for _, part := range crashParts {
		if bytes.Contains(line, part) {
			return true
		}
	}
	name, _, _ := bytes.Cut(line, []byte(":")) // "TypeError: …", "java.lang.IllegalStateException"
	return !bytes.ContainsAny(name, " \t") && (bytes.HasSuffix(name, []byte("Error")) || bytes.HasSuffix(name, []byte("Exception")))
}
