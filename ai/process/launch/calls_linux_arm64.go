package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// nativeCalls are this architecture's differently named calls; it has none of
// the older ones.
var nativeCalls = []int{unix.SYS_FSTATAT, unix.SYS_GETRLIMIT}

// nativeBuildCalls are the older ones among what a compiler calls.
var nativeBuildCalls = []int{unix.SYS_RENAMEAT}

func nativeConditions() []condition { return nil }
