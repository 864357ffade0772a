package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// nativeCalls have different names on this architecture.
var nativeCalls = []int{unix.SYS_FSTATAT, unix.SYS_GETRLIMIT}

// Older or renamed system calls used by compilers and Valgrind.
var (
	nativeConditions         []condition
	nativeCompilerCalls      []int
	nativeCompilerSkipped    []int
	nativeCompilerConditions []condition
	nativeValgrindConditions = []condition{creates(unix.SYS_OPENAT, 2), {call: unix.SYS_UNLINKAT, skip: true}}
)
