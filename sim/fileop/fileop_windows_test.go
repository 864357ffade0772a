package fileop

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRetryWaitsForOthers(t *testing.T) {
	t.Parallel()
	tries := 0
	err := retry(func() error {
		if tries++; tries < 3 {
			return &os.LinkError{Op: "rename", Err: syscall.Errno(32)}
		}
		return nil
	})
	if err != nil || tries != 3 {
		t.Errorf("got %d tries, %v, want 3", tries, err)
	}
}

func TestOpenFileIsNotReplaced(t *testing.T) {
	t.Parallel()
	dir := makeFiles(t, "old", "new")
	to := filepath.Join(dir, "old")
	reader, err := os.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := Replace(filepath.Join(dir, "new"), to); err == nil || !strings.HasSuffix(err.Error(), "may be open in another program") {
		t.Errorf("got %v, want who may be in the way", err)
	}
	if text, err := os.ReadFile(to); string(text) != "old" {
		t.Errorf("got %q, %v, want old", text, err)
	}
}
