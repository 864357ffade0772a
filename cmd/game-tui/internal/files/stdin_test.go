package files

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// A pipe is read whole if something comes on it, is no configuration if it is empty, and is not waited
// for if nobody writes to it.
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
