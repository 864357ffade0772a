package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFullDisk writes to a file system without room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16k"); err != nil {
		t.Skipf("only root may mount: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	const noRoom = ": no space left on device\n"
	for _, c := range []struct{ do, said string }{
		{"game-tui run Null Null Null Null -s 30 -o disk/x.res", "error: disk/x.res: cannot write" + noRoom},
		{"game-tui run Null Null Null Null -s 30 -o disk/x.res.gz", "error: disk/x.res.gz: cannot write" + noRoom},
		{"game-tui new go disk/bot --game thepurge", "error: write disk/bot/README.md" + noRoom},
		{"cd disk && game-tui new python .", "error: write PROTOCOL.md" + noRoom},
	} {
		code, said := shell(t, dir, c.do)
		if code != exitInvalid || said != c.said {
			t.Errorf("%s: exit code %d: %q, want %q", c.do, code, said, c.said)
		}
		if left := listing(t, disk); left != "" {
			t.Errorf("%s: left are %s", c.do, left)
		}
	}
}
