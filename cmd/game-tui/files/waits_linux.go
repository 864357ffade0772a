package files

import (
	"os"

	"golang.org/x/sys/unix"
)

// dataWaits reports whether a pipe has bytes to read. A writer that started
// together with this program gets a moment.
func dataWaits(f *os.File) bool {
	fd := int(f.Fd())
	_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 50)
	n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
	return err == nil && n > 0
}
