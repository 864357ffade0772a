package files

import "golang.org/x/sys/unix"

const ioctlWaiting = unix.TIOCINQ
