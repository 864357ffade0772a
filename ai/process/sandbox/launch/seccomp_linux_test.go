package launch

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

const self = 4711

// ask runs the filter on one system call.
func ask(t *testing.T, arch uint32, call int, args ...uint64) uint32 {
	t.Helper()
	return askFilter(t, buildFilter(self, Player), arch, call, args...)
}

func askFilter(t *testing.T, filter []unix.SockFilter, arch uint32, call int, args ...uint64) uint32 {
	t.Helper()
	program := make([]bpf.Instruction, len(filter))
	for i, f := range filter {
		program[i] = bpf.RawInstruction{Op: f.Code, Jt: f.Jt, Jf: f.Jf, K: f.K}.Disassemble()
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	// The library's virtual machine reads big-endian numbers. The two halves of an argument are in
	// the kernel's order.
	data := make([]byte, 64)
	put := binary.BigEndian.PutUint32
	put(data[callOffset:], uint32(call))
	put(data[archOffset:], arch)
	for i, a := range args {
		put(data[argsOffset+8*i:], uint32(a))
		put(data[argsOffset+8*i+4:], uint32(a>>32))
	}
	verdict, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(verdict)
}

// clockOf returns the ID of a process's CPU clock.
func clockOf(pid uint32) uint64 { return uint64(^pid<<3 | 2) }

func TestPlayerFilter(t *testing.T) {
	t.Parallel()
	if auditArch == 0 {
		t.Skip("skipped: no list of calls for this architecture")
	}
	const private = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS
	const thread = unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SIGHAND | unix.CLONE_FILES | unix.CLONE_FS
	for _, c := range []struct {
		name string
		want uint32
		call int
		args []uint64
	}{
		{"read", callAllow, unix.SYS_READ, nil},
		{"execve", callAllow, unix.SYS_EXECVE, nil},
		{"open to read", callAllow, unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC | unix.O_DIRECTORY}},
		{"open to write", callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY}},
		{"create", callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT}},
		{"temporary file", callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE}},
		{"memory", callAllow, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private}},
		{"library", callAllow, unix.SYS_MMAP, []uint64{0, 1 << 20, 5, unix.MAP_PRIVATE}},
		{"shared memory", callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}},
		{"growing stack", callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private | mapGrowsdown}},
		{"locked memory", callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private | unix.MAP_LOCKED}},
		{"collapse pages", callDeny, unix.SYS_MADVISE, []uint64{0, 4096, unix.MADV_COLLAPSE}},
		{"huge pages", callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private | unix.MAP_HUGETLB}},
		{"raise", callAllow, unix.SYS_TGKILL, []uint64{self, self, 6}},
		{"signal another", callDeny, unix.SYS_TGKILL, []uint64{1, 1, 9}},
		{"kill another", callDeny, unix.SYS_KILL, []uint64{1, 9}},
		{"kill the group", callDeny, unix.SYS_KILL, []uint64{0, 9}},
		{"kill all", callDeny, unix.SYS_KILL, []uint64{1<<64 - 1, 9}},
		{"own descriptor", callDeny, unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}},
		{"close on exec", callAllow, unix.SYS_FCNTL, []uint64{0, unix.F_SETFD, 1}},
		{"push characters", callDeny, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}},
		{"is a terminal", callAllow, unix.SYS_IOCTL, []uint64{0, unix.TCGETS}},
		{"read a limit", callAllow, unix.SYS_PRLIMIT64, []uint64{0, 3, 0, 1 << 40}},
		{"set a limit", callDeny, unix.SYS_PRLIMIT64, []uint64{0, 3, 1 << 40, 0}},
		{"limit another", callDeny, unix.SYS_PRLIMIT64, []uint64{1, 3, 0, 0}},
		{"fork", callDeny, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}},
		{"vfork", callDeny, unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK}},
		{"thread", callAllow, unix.SYS_CLONE, []uint64{thread}},
		{"thread of glibc", callAllow, unix.SYS_CLONE, []uint64{0x3d0f00}},
		{"thread of musl", callAllow, unix.SYS_CLONE, []uint64{0x7d0f00}},
		{"thread of Go", callAllow, unix.SYS_CLONE, []uint64{0x50f00}},
		{"thread with descriptors of its own", callDeny, unix.SYS_CLONE, []uint64{thread &^ unix.CLONE_FILES}},
		{"thread with a working directory of its own", callDeny, unix.SYS_CLONE, []uint64{thread &^ unix.CLONE_FS}},
		{"close descriptors", callAllow, unix.SYS_CLOSE_RANGE, []uint64{3, 100, unix.CLOSE_RANGE_CLOEXEC}},
		{"close descriptors of this thread", callDeny, unix.SYS_CLOSE_RANGE, []uint64{3, 100, unix.CLOSE_RANGE_UNSHARE}},
		{"thread with a network of its own", callDeny, unix.SYS_CLONE, []uint64{thread | unix.CLONE_NEWNET}},
		{"thread with mounts of its own", callDeny, unix.SYS_CLONE, []uint64{thread | unix.CLONE_NEWNS}},
		{"thread that is somebody else's child", callDeny, unix.SYS_CLONE, []uint64{thread | unix.CLONE_PARENT}},
		{"process with a network of its own", callDeny, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD) | unix.CLONE_NEWNET}},
		{"wait", callAllow, unix.SYS_FUTEX, []uint64{0, futexWait | futexPrivate}},
		{"wait until", callAllow, unix.SYS_FUTEX, []uint64{0, futexWaitBitset | futexPrivate | futexRealtime}},
		{"wake", callAllow, unix.SYS_FUTEX, []uint64{0, 1 | futexPrivate}},
		{"requeue", callAllow, unix.SYS_FUTEX, []uint64{0, 4 | futexPrivate}},
		{"join a thread", callAllow, unix.SYS_FUTEX, []uint64{0, futexWaitBitset | futexRealtime}},
		{"wake others", callDeny, unix.SYS_FUTEX, []uint64{0, 1}},
		{"wake others by a bit", callDeny, unix.SYS_FUTEX, []uint64{0, 10}},
		{"wake others by an operation", callDeny, unix.SYS_FUTEX, []uint64{0, 5}},
		{"requeue others", callDeny, unix.SYS_FUTEX, []uint64{0, 3}},
		{"unlock for others", callDeny, unix.SYS_FUTEX, []uint64{0, 7}},
		{"clock", callAllow, unix.SYS_CLOCK_GETTIME, []uint64{unix.CLOCK_MONOTONIC}},
		{"own clock", callAllow, unix.SYS_CLOCK_GETTIME, []uint64{clockOf(self)}},
		{"own clock by 0", callAllow, unix.SYS_CLOCK_GETTIME, []uint64{clockOf(0)}},
		{"clock of a thread", callAllow, unix.SYS_CLOCK_GETTIME, []uint64{clockOf(12) | 4}},
		{"clock of another", callDeny, unix.SYS_CLOCK_GETTIME, []uint64{clockOf(1)}},
		{"clock of a device", callDeny, unix.SYS_CLOCK_GETTIME, []uint64{clockOf(1) | 3}},
		{"precision of another's clock", callDeny, unix.SYS_CLOCK_GETRES, []uint64{clockOf(1)}},
		{"sleep", callAllow, unix.SYS_CLOCK_NANOSLEEP, []uint64{unix.CLOCK_REALTIME}},
		{"sleep by another's clock", callDeny, unix.SYS_CLOCK_NANOSLEEP, []uint64{clockOf(1)}},
		{"own processors", callAllow, unix.SYS_SCHED_GETAFFINITY, []uint64{0}},
		{"processors of another", callUnsupported, unix.SYS_SCHED_GETAFFINITY, []uint64{1}},
		{"order of another", callDeny, unix.SYS_SCHED_GETSCHEDULER, []uint64{1}},
		{"order of another, how", callDeny, unix.SYS_SCHED_GETPARAM, []uint64{1}},
		{"own priority", callAllow, unix.SYS_GETPRIORITY, []uint64{unix.PRIO_PROCESS, self}},
		{"priority of another", callDeny, unix.SYS_GETPRIORITY, []uint64{unix.PRIO_PROCESS, 1}},
		{"priority of the user", callDeny, unix.SYS_GETPRIORITY, []uint64{unix.PRIO_USER, 0}},
		{"rights of another", callDeny, unix.SYS_CAPGET, nil},
		{"drop a file's pages", callDeny, unix.SYS_FADVISE64, []uint64{3, 0, 0, unix.FADV_DONTNEED}},
		{"see a file's pages", callDeny, unix.SYS_MINCORE, nil},
		{"give memory back", callAllow, unix.SYS_MADVISE, []uint64{0, 4096, unix.MADV_DONTNEED}},
		{"write out pages", callDeny, unix.SYS_MADVISE, []uint64{0, 4096, unix.MADV_PAGEOUT}},
		{"share equal pages", callDeny, unix.SYS_MADVISE, []uint64{0, 4096, unix.MADV_MERGEABLE}},
		{"own barrier", callAllow, unix.SYS_MEMBARRIER, []uint64{8}},
		{"barrier of all", callDeny, unix.SYS_MEMBARRIER, []uint64{1}},
		{"clone3", callUnsupported, unix.SYS_CLONE3, nil},
		{"socket", callDeny, unix.SYS_SOCKET, nil},
		{"ptrace", callDeny, unix.SYS_PTRACE, nil},
		{"another process's memory", callDeny, unix.SYS_PROCESS_VM_READV, nil},
		{"io_uring", callDeny, unix.SYS_IO_URING_SETUP, nil},
		{"memfd", callDeny, unix.SYS_MEMFD_CREATE, nil},
		{"mount", callDeny, unix.SYS_MOUNT, nil},
		{"execveat", callDeny, unix.SYS_EXECVEAT, nil},
		{"unknown", callDeny, 100_000, nil},
		{"x32", callDeny, 0x40000000 | unix.SYS_READ, nil},
	} {
		if got := ask(t, auditArch, c.call, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
	if got := ask(t, 1, unix.SYS_READ); got != callKill {
		t.Errorf("another architecture: %#x", got)
	}
}

// TestCompilerFilter checks that compilers can start processes and write files, but cannot affect
// other processes.
func TestCompilerFilter(t *testing.T) {
	t.Parallel()
	if auditArch == 0 {
		t.Skip("skipped: no list of calls for this architecture")
	}
	for _, c := range []struct {
		name string
		want uint32
		call int
		args []uint64
	}{
		{"fork", callAllow, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}},
		{"create", callAllow, unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT | unix.O_RDWR}},
		{"remove", callAllow, unix.SYS_UNLINKAT, nil},
		{"make room", callDeny, unix.SYS_FALLOCATE, []uint64{3, 0}},
		{"move", callDeny, unix.SYS_RENAMEAT2, nil},
		{"move as before", callDeny, unix.SYS_RENAMEAT, nil},
		{"nameless file", callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE | unix.O_RDWR}},
		{"change a mode", callSkip, unix.SYS_FCHMODAT, nil},
		{"change the mode of an open file", callSkip, unix.SYS_FCHMOD, nil},
		{"change times", callSkip, unix.SYS_UTIMENSAT, nil},
		{"lock", callSkip, unix.SYS_FLOCK, nil},
		{"lock a part", callDeny, unix.SYS_FCNTL, []uint64{0, unix.F_SETLK}},
		{"change the owner", callDeny, unix.SYS_FCHOWNAT, nil},
		{"set an attribute", callDeny, unix.SYS_SETXATTR, nil},
		{"process with a network of its own", callDeny, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD) | unix.CLONE_NEWNET}},
		{"process that is somebody else's child", callDeny, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD) | unix.CLONE_PARENT}},
		{"thread with descriptors of its own", callDeny, unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SIGHAND}},
		{"clone3", callUnsupported, unix.SYS_CLONE3, nil},
		{"link", callDeny, unix.SYS_SYMLINKAT, nil},
		{"new session", callDeny, unix.SYS_SETSID, nil},
		{"new group", callDeny, unix.SYS_SETPGID, nil},
		{"kill another", callDeny, unix.SYS_KILL, []uint64{1, 9}},
		{"limit another", callDeny, unix.SYS_PRLIMIT64, []uint64{1, 3, 0, 0}},
		{"own descriptor", callDeny, unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}},
		{"socket", callDeny, unix.SYS_SOCKET, nil},
		{"ptrace", callDeny, unix.SYS_PTRACE, nil},
		{"namespace", callDeny, unix.SYS_UNSHARE, nil},
	} {
		if got := askFilter(t, buildFilter(self, Compiler), auditArch, c.call, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
}

// TestValgrindHasTheRightsOfAPlayer tries every call with many arguments. Calls denied to a player
// must have no effect under Valgrind.
func TestValgrindHasTheRightsOfAPlayer(t *testing.T) {
	t.Parallel()
	if auditArch == 0 {
		t.Skip("skipped: no list of calls for this architecture")
	}
	player, valgrind := buildFilter(self, Player), buildFilter(self, Valgrind)
	skipped := 0
	for call := range 1024 {
		for _, arg := range []uint64{0, 1, 2, self, unix.O_CREAT | unix.O_EXCL | unix.O_RDWR, unix.O_TMPFILE | unix.O_RDWR, unix.CLONE_NEWUSER, uint64(unix.SIGCHLD), 1<<64 - 1} {
			for at := range 4 {
				args := make([]uint64, 6)
				args[at] = arg
				want := askFilter(t, player, auditArch, call, args...)
				switch got := askFilter(t, valgrind, auditArch, call, args...); got {
				case want:
				case callSkip:
					skipped++
				default:
					t.Errorf("call %d with %#x: got %#x, a player %#x", call, args, got, want)
				}
			}
		}
	}
	if skipped == 0 {
		t.Error("nothing was skipped: valgrind cannot start")
	}
}
