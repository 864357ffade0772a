package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// Rules for architecture-specific system calls.
var (
	nativeRules         = newRules(callAllow, unix.SYS_FSTATAT, unix.SYS_GETRLIMIT)
	nativeCompilerRules []rule
	nativeValgrindRules = []rule{skipCreate(unix.SYS_OPENAT, 2), {call: unix.SYS_UNLINKAT, verdict: callSkip}}
)
