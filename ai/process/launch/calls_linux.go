package launch

import "golang.org/x/sys/unix"

// commonCalls are the system calls that every player may make: reading what
// Landlock leaves, memory, time, waiting, and leaving.
var commonCalls = []int{
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_PREADV, unix.SYS_WRITE, unix.SYS_WRITEV,
	unix.SYS_CLOSE, unix.SYS_CLOSE_RANGE, unix.SYS_LSEEK, unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_FSTATFS, unix.SYS_STATFS,
	unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT, unix.SYS_GETCWD, unix.SYS_GETDENTS64, unix.SYS_FADVISE64,
	unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2, unix.SYS_PPOLL, unix.SYS_PSELECT6,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2,
	unix.SYS_MPROTECT, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_MINCORE, unix.SYS_BRK, unix.SYS_MEMBARRIER,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGTIMEDWAIT,
	unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY,
	unix.SYS_GETRANDOM, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
	unix.SYS_GETGROUPS, unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETRUSAGE, unix.SYS_TIMES,
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_FUTEX, unix.SYS_GETCPU, unix.SYS_GETPRIORITY,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETPARAM, unix.SYS_SCHED_GETSCHEDULER,
	unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_CAPGET, unix.SYS_UMASK,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	// The launcher's own last call. Landlock leaves nothing else to execute.
	unix.SYS_EXECVE,
}

// condition is a call that depends on its arguments.
type condition struct {
	call  int
	tests []test
}

// Bits of open flags by which a file is changed.
const writes = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND | (unix.O_TMPFILE &^ unix.O_DIRECTORY)

const (
	fDupfdCloexec = unix.F_DUPFD_CLOEXEC
	prSetVMA      = 0x53564d41
	tcgets2       = 0x802c542a
	mapGrowsdown  = 0x100
)

// conditions are the calls that are harmless with some arguments only.
func conditions(self uint32, threads bool) []condition {
	onSelf := test{arg: 0, want: []uint32{self}}
	list := []condition{
		{unix.SYS_OPENAT, []test{{arg: 2, mask: writes, want: []uint32{0}}}},
		// Memory that counts against the limit: private, and no stack or huge pages of its own.
		{unix.SYS_MMAP, []test{
			{arg: 3, mask: unix.MAP_SHARED | unix.MAP_ANONYMOUS, want: []uint32{unix.MAP_SHARED | unix.MAP_ANONYMOUS}, not: true},
			{arg: 3, mask: mapGrowsdown | unix.MAP_HUGETLB, want: []uint32{0}},
		}},
		// No signals on input and output, which F_SETOWN could send to others.
		{unix.SYS_FCNTL, []test{{arg: 1, want: []uint32{unix.F_DUPFD, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
			fDupfdCloexec, unix.F_GETPIPE_SZ}}}},
		{unix.SYS_IOCTL, []test{{arg: 1, want: []uint32{unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ, tcgets2, fioclex, fionclex, fionbio}}}},
		// abort and raise.
		{unix.SYS_KILL, []test{onSelf}},
		{unix.SYS_TGKILL, []test{onSelf}},
		// Limits may be read, not set.
		{unix.SYS_PRLIMIT64, []test{{arg: 0, want: []uint32{0, self}}, {arg: 2, want: []uint32{0}, wide: true}}},
		{unix.SYS_PRCTL, []test{{arg: 0, want: []uint32{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_GET_DUMPABLE, prSetVMA}}}},
	}
	if threads {
		const thread = unix.CLONE_THREAD | unix.CLONE_VM
		list = append(list, condition{unix.SYS_CLONE, []test{{arg: 0, mask: thread, want: []uint32{thread}}}})
	}
	return append(list, nativeConditions()...)
}

const (
	fioclex  = 0x5451
	fionclex = 0x5450
	fionbio  = 0x5421 // how libuv makes a pipe not block
)
