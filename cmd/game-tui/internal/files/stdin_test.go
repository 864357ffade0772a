package files

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// TestIdlePipeIsNotWaitedFor checks that a pipe is read to its end once data arrives. An empty pipe
// is not a configuration, and an idle one must not block.
func TestIdlePipeIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	text, err := readPipe(t.Context(), strings.NewReader("HarryPotter 1.0"), time.Hour)
	if string(text) != "HarryPotter 1.0" || err != nil {
		t.Errorf("of a pipe with text %q, %v", text, err)
	}
	if text, err = readPipe(t.Context(), strings.NewReader(""), time.Hour); text != nil || err != nil {
		t.Errorf("of an empty pipe %q, %v", text, err)
	}
	idle, w := io.Pipe()
	defer w.Close()
	_, err = readPipe(t.Context(), idle, time.Millisecond)
	if !errors.Is(err, ErrIdle) {
		t.Errorf("of an idle pipe %v, want ErrIdle", err)
	}
}
