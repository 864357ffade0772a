package launch

import (
	"cmp"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in the kernel's struct seccomp_data on little-endian machines.
const (
	callOffset = 0
	archOffset = 4
	argsOffset = 16
)

const (
	callAllow       = unix.SECCOMP_RET_ALLOW
	callDeny        = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	callUnsupported = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS) // makes libraries use an older call
	callSkip        = unix.SECCOMP_RET_ERRNO                       // makes the call do nothing and return 0
	callKill        = unix.SECCOMP_RET_KILL_PROCESS
)

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func ifEqual(value uint32, skipIfEqual, skipIfNot uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jt: skipIfEqual, Jf: skipIfNot}
}

func jumpForward(skip int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(skip)}
}

func ret(verdict uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: verdict}
}

// A test checks one argument of a system call.
type test struct {
	arg int
	// The low 32 bits of the argument, masked with mask, must be in want.
	mask            uint32
	want            []uint32
	negate          bool // inverts the test
	requireHighZero bool // requires the high 32 bits of the argument to be 0
}

// buildFilter returns the seccomp filter for a process. By default, calls fail with EPERM.
func buildFilter(pid int, role Role) []unix.SockFilter {
	prog := []unix.SockFilter{load(archOffset), ifEqual(auditArch, 1, 0), ret(callKill), load(callOffset)}
	common := newRules(callAllow, commonCalls...)
	for _, c := range slices.Concat(role.rules(), common, nativeRules, processRules(uint32(pid))) {
		prog = append(prog, c.compile()...)
	}
	return append(prog, ret(callDeny))
}

// compile compiles c to instructions that return the verdict if all tests pass, and otherwise reload
// the call number.
func (c rule) compile() []unix.SockFilter {
	var body []unix.SockFilter
	for i := len(c.tests) - 1; i >= 0; i-- {
		body = append(c.tests[i].compile(len(body)+1), body...)
	}
	body = append(body, ret(cmp.Or(c.verdict, callAllow)), load(callOffset))
	return append([]unix.SockFilter{ifEqual(uint32(c.call), 0, uint8(len(body)))}, body...)
}

// compile compiles t to instructions that jump forward by failSkip if the test fails.
func (t test) compile(failSkip int) []unix.SockFilter {
	off := uint32(argsOffset + 8*t.arg)
	check := []unix.SockFilter{load(off)}
	if t.mask != 0 {
		check = append(check, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: t.mask})
	}
	for i, v := range t.want {
		left := uint8(len(t.want) - i - 1)
		check = append(check, ifEqual(v, left+1, 0))
	}
	if t.negate {
		check = append(check, jumpForward(1))
	}
	check = append(check, jumpForward(failSkip))
	if t.requireHighZero {
		check = append([]unix.SockFilter{load(off + 4), ifEqual(0, 1, 0), jumpForward(len(check) + failSkip)}, check...)
	}
	return check
}

// HasSeccomp reports whether the kernel and this package support the filter.
func HasSeccomp() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return e == 0 && auditArch != 0
}

// commonCalls are allowed with any arguments. They do not affect other processes.
var commonCalls = []int{
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_PREADV, unix.SYS_WRITE, unix.SYS_WRITEV,
	unix.SYS_CLOSE, unix.SYS_LSEEK, unix.SYS_FSTAT, unix.SYS_STATX, unix.SYS_FSTATFS, unix.SYS_STATFS,
	unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_READLINKAT, unix.SYS_GETCWD, unix.SYS_GETDENTS64,
	unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_PIPE2, unix.SYS_PPOLL, unix.SYS_PSELECT6,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2,
	unix.SYS_MPROTECT, unix.SYS_MUNMAP, unix.SYS_MREMAP, unix.SYS_BRK,
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGTIMEDWAIT,
	unix.SYS_SIGALTSTACK, unix.SYS_RESTART_SYSCALL,
	unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY,
	unix.SYS_GETRANDOM, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID,
	unix.SYS_GETGROUPS, unix.SYS_GETRESUID, unix.SYS_GETRESGID, unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETRUSAGE, unix.SYS_TIMES,
	unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_GETCPU,
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN, unix.SYS_UMASK,
	unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	// Landlock restricts which files can be executed.
	unix.SYS_EXECVE,
}

// A rule gives the verdict on a system call whose arguments pass all tests.
type rule struct {
	call    int
	tests   []test
	verdict uint32 // 0 means callAllow
}

func newRules(verdict uint32, calls ...int) (list []rule) {
	for _, call := range calls {
		list = append(list, rule{call: call, verdict: verdict})
	}
	return list
}

const writeFlags = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND | (unix.O_TMPFILE &^ unix.O_DIRECTORY)

const (
	prSetVMA     = 0x53564d41
	tcgets2      = 0x802c542a
	mapGrowsdown = 0x100
)

// threadFlags are the clone flags allowed for threads. Other flags create processes or namespaces.
const (
	requiredThreadFlags = unix.CLONE_THREAD | unix.CLONE_VM | unix.CLONE_FILES | unix.CLONE_FS
	threadFlags         = requiredThreadFlags | unix.CLONE_SYSVSEM | unix.CLONE_SIGHAND | unix.CLONE_SETTLS |
		unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_SETTID | unix.CLONE_CHILD_CLEARTID | unix.CLONE_DETACHED
)

func clocks(self uint32) []uint32 {
	list := []uint32{unix.CLOCK_REALTIME, unix.CLOCK_MONOTONIC, unix.CLOCK_PROCESS_CPUTIME_ID, unix.CLOCK_THREAD_CPUTIME_ID,
		unix.CLOCK_MONOTONIC_RAW, unix.CLOCK_REALTIME_COARSE, unix.CLOCK_MONOTONIC_COARSE, unix.CLOCK_BOOTTIME, unix.CLOCK_TAI}
	for _, pid := range []uint32{0, self} {
		for which := range uint32(3) {
			list = append(list, ^pid<<3|which)
		}
	}
	return list
}

// threadClockBits holds the ID bits set for thread clocks, which the kernel restricts to the same
// process.
const threadClockBits = 1<<31 | 4

// advice lists the allowed madvise values. Others may affect files or other processes.
var advice = []uint32{unix.MADV_NORMAL, unix.MADV_RANDOM, unix.MADV_SEQUENTIAL, unix.MADV_WILLNEED, unix.MADV_DONTNEED, unix.MADV_FREE,
	unix.MADV_DONTFORK, unix.MADV_DOFORK, unix.MADV_HUGEPAGE, unix.MADV_NOHUGEPAGE, unix.MADV_DONTDUMP, unix.MADV_DODUMP,
	unix.MADV_POPULATE_READ, unix.MADV_POPULATE_WRITE, guardInstall, guardRemove}

func processRules(self uint32) []rule {
	pidIsSelf := test{arg: 0, want: []uint32{self}}
	pidIsSelfOrZero := test{arg: 0, want: []uint32{0, self}}
	myClock := test{arg: 0, want: clocks(self)}
	futexes := []uint32{futexWait, futexWaitBitset} // libraries need these two to join threads
	for op := uint32(futexWait); op <= futexCmpRequeuePI; op++ {
		futexes = append(futexes, op|futexPrivate)
	}
	return []rule{
		{call: unix.SYS_CLONE, tests: []test{{arg: 0, mask: requiredThreadFlags, want: []uint32{requiredThreadFlags}}, {arg: 0, mask: ^uint32(threadFlags), want: []uint32{0}}}},
		{call: unix.SYS_FUTEX, tests: []test{{arg: 1, mask: ^uint32(futexRealtime), want: futexes}}},
		{call: unix.SYS_CLOCK_GETTIME, tests: []test{myClock}},
		{call: unix.SYS_CLOCK_GETTIME, tests: []test{{arg: 0, mask: threadClockBits, want: []uint32{threadClockBits}}}},
		// CLOSE_RANGE_UNSHARE would give a thread separate descriptors.
		{call: unix.SYS_CLOSE_RANGE, tests: []test{{arg: 2, mask: ^uint32(unix.CLOSE_RANGE_CLOEXEC), want: []uint32{0}}}},
		{call: unix.SYS_CLOCK_GETRES, tests: []test{myClock}},
		{call: unix.SYS_CLOCK_NANOSLEEP, tests: []test{myClock}},
		{call: unix.SYS_SCHED_GETAFFINITY, tests: []test{pidIsSelfOrZero}},
		{call: unix.SYS_SCHED_GETPARAM, tests: []test{pidIsSelfOrZero}},
		{call: unix.SYS_SCHED_GETSCHEDULER, tests: []test{pidIsSelfOrZero}},
		{call: unix.SYS_GETPRIORITY, tests: []test{{arg: 0, want: []uint32{unix.PRIO_PROCESS}}, {arg: 1, want: []uint32{0, self}}}},
		{call: unix.SYS_MADVISE, tests: []test{{arg: 2, want: advice}}},
		// Other membarrier commands interrupt all processes.
		{call: unix.SYS_MEMBARRIER, tests: []test{{arg: 0, want: []uint32{0, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8}}}},
		{call: unix.SYS_OPENAT, tests: []test{{arg: 2, mask: writeFlags, want: []uint32{0}}}},
		// The memory limit does not cover shared, locked or huge pages, or growing stacks.
		{call: unix.SYS_MMAP, tests: []test{
			{arg: 3, mask: unix.MAP_SHARED | unix.MAP_ANONYMOUS, want: []uint32{unix.MAP_SHARED | unix.MAP_ANONYMOUS}, negate: true},
			{arg: 3, mask: mapGrowsdown | unix.MAP_HUGETLB | unix.MAP_LOCKED, want: []uint32{0}},
		}},
		// F_SETOWN could send signals to other processes.
		{call: unix.SYS_FCNTL, tests: []test{{arg: 1, want: []uint32{unix.F_DUPFD, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL,
			unix.F_DUPFD_CLOEXEC, unix.F_GETPIPE_SZ}}}},
		{call: unix.SYS_IOCTL, tests: []test{{arg: 1, want: []uint32{unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCINQ, tcgets2, fioclex, fionclex, fionbio}}}},
		// abort(3) and raise(3) use these calls.
		{call: unix.SYS_KILL, tests: []test{pidIsSelf}},
		{call: unix.SYS_TGKILL, tests: []test{pidIsSelf}},
		// A process may read its limits, but not set them.
		{call: unix.SYS_PRLIMIT64, tests: []test{pidIsSelfOrZero, {arg: 2, want: []uint32{0}, requireHighZero: true}}},
		{call: unix.SYS_PRCTL, tests: []test{{arg: 0, want: []uint32{unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_GET_DUMPABLE, prSetVMA}}}},
		// ENOSYS makes libraries fall back to other calls. A filter cannot inspect the flags of
		// clone3, which are in memory.
		{call: unix.SYS_CLONE3, verdict: callUnsupported},
		{call: unix.SYS_SCHED_GETAFFINITY, verdict: callUnsupported},
	}
}

const (
	fioclex  = 0x5451
	fionclex = 0x5450
	fionbio  = 0x5421

	futexWait         = 0
	futexWaitBitset   = 9
	futexCmpRequeuePI = 12
	futexPrivate      = 1 << 7
	futexRealtime     = 1 << 8

	guardInstall = 102
	guardRemove  = 103
)

// A Role determines which system calls a program may make and which files it may write.
type Role uint8

const (
	// Player is the role of a single process with read-only access.
	Player Role = iota
	// Compiler may also run its toolchain and write below Plan.Dir.
	Compiler
	// Valgrind runs a player inside Valgrind's process.
	Valgrind
)

// rules returns the rules that apply only to this role. Some cover file modes and locks,
// which Landlock cannot restrict.
func (r Role) rules() []rule {
	switch r {
	case Compiler:
		// A compiler may not use fallocate or rename, because they would distort the measured disk
		// space.
		return slices.Concat([]rule{
			// New processes must be children of the compiler and share its namespaces.
			{call: unix.SYS_CLONE, tests: []test{{arg: 0, want: []uint32{0}, mask: unix.CLONE_THREAD | unix.CLONE_PARENT | unix.CLONE_PTRACE | unix.CLONE_NEWNS |
				unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET}}},
			allowWritableOpen(unix.SYS_OPENAT, 2),
		}, nativeCompilerRules, newRules(callSkip, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT, unix.SYS_FLOCK),
			newRules(callAllow, unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT,
				unix.SYS_FTRUNCATE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE, unix.SYS_CHDIR, unix.SYS_FCHDIR))
	case Valgrind:
		// Valgrind works without its two temporary files. Creating one returns descriptor 0, which
		// must stay open.
		keepInput := rule{call: unix.SYS_CLOSE, tests: []test{{arg: 0, want: []uint32{0}}}, verdict: callSkip}
		return append(nativeValgrindRules, keepInput)
	}
	return nil
}

// allowWritableOpen allows opening files for writing, except unnamed ones, whose size is not measured.
func allowWritableOpen(call, flags int) rule {
	return rule{call: call, tests: []test{{arg: flags, mask: unix.O_TMPFILE &^ unix.O_DIRECTORY, want: []uint32{0}}}}
}

// skipCreate turns calls that would create a file into no-ops.
func skipCreate(call, flags int) rule {
	return rule{call: call, tests: []test{{arg: flags, mask: unix.O_CREAT, want: []uint32{unix.O_CREAT}}}, verdict: callSkip}
}
