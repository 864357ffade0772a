package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// Conditions for architecture-specific system calls.
var (
	nativeConditions         = newConditions(callAllow, unix.SYS_FSTATAT, unix.SYS_GETRLIMIT)
	nativeCompilerConditions []condition
	nativeValgrindConditions = []condition{skipCreate(unix.SYS_OPENAT, 2), {call: unix.SYS_UNLINKAT, verdict: callSkip}}
)
