package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// nativeCalls are this architecture's differently named calls; it has none of
// the older ones.
var nativeCalls = []int{unix.SYS_FSTATAT, unix.SYS_GETRLIMIT}

// The older or differently named calls in which roles differ from a player.
var (
	nativeCompilerCalls      []int
	nativeCompilerSkipped    []int
	nativeCompilerConditions []condition
	nativeValgrindConditions = []condition{creates(unix.SYS_OPENAT, 2), {call: unix.SYS_UNLINKAT, skip: true}}
)

func nativeConditions() []condition { return nil }
