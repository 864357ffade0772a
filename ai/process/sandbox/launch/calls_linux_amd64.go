package launch

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// Rules for architecture-specific system calls. The filter rejects x32 calls.
var (
	nativeRules = append(newRules(callAllow,
		unix.SYS_NEWFSTATAT, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_ACCESS, unix.SYS_READLINK, unix.SYS_GETDENTS,
		unix.SYS_DUP2, unix.SYS_PIPE, unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_EPOLL_CREATE, unix.SYS_EPOLL_WAIT, unix.SYS_EVENTFD,
		unix.SYS_TIME, unix.SYS_ARCH_PRCTL, unix.SYS_GETRLIMIT, unix.SYS_GETPGRP, unix.SYS_PAUSE,
	), rule{call: unix.SYS_OPEN, tests: []test{{arg: 1, mask: writeFlags, want: []uint32{0}}}})
	nativeCompilerRules = append(newRules(callAllow,
		unix.SYS_CREAT, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_UNLINK, unix.SYS_RMDIR, unix.SYS_MKDIR,
	), rule{call: unix.SYS_CHMOD, verdict: callSkip}, allowWritableOpen(unix.SYS_OPEN, 1))
	nativeValgrindRules = []rule{skipCreate(unix.SYS_OPEN, 1), {call: unix.SYS_UNLINK, verdict: callSkip}}
)
