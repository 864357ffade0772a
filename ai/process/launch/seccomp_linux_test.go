package launch

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

const self = 4711

// ask runs the filter on one call.
func ask(t *testing.T, threads bool, arch uint32, call int, args ...uint64) uint32 {
	t.Helper()
	vm, err := bpf.NewVM(filter(self, threads))
	if err != nil {
		t.Fatal(err)
	}
	// The machine of the library reads numbers as networks write them; the halves
	// of the arguments lie as the kernel lays them.
	data := make([]byte, 64)
	put := binary.BigEndian.PutUint32
	put(data[atCall:], uint32(call))
	put(data[atArch:], arch)
	for i, a := range args {
		put(data[atArgs+8*i:], uint32(a))
		put(data[atArgs+8*i+4:], uint32(a>>32))
	}
	verdict, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(verdict)
}

func TestFilter(t *testing.T) {
	t.Parallel()
	if auditArch == 0 {
		t.Skip("skipped: no list of calls for this architecture")
	}
	const private = unix.MAP_PRIVATE | unix.MAP_ANONYMOUS
	const thread = unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_SIGHAND
	for _, c := range []struct {
		name    string
		threads bool
		want    uint32
		call    int
		args    []uint64
	}{
		{"read", false, callAllow, unix.SYS_READ, nil},
		{"execve", false, callAllow, unix.SYS_EXECVE, nil},
		{"open to read", false, callAllow, unix.SYS_OPENAT, []uint64{0, 0, unix.O_RDONLY | unix.O_CLOEXEC | unix.O_DIRECTORY}},
		{"open to write", false, callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_WRONLY}},
		{"create", false, callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_CREAT}},
		{"temporary file", false, callDeny, unix.SYS_OPENAT, []uint64{0, 0, unix.O_TMPFILE}},
		{"memory", false, callAllow, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private}},
		{"library", false, callAllow, unix.SYS_MMAP, []uint64{0, 1 << 20, 5, unix.MAP_PRIVATE}},
		{"shared memory", false, callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, unix.MAP_SHARED | unix.MAP_ANONYMOUS}},
		{"growing stack", false, callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private | mapGrowsdown}},
		{"huge pages", false, callDeny, unix.SYS_MMAP, []uint64{0, 1 << 20, 3, private | unix.MAP_HUGETLB}},
		{"raise", false, callAllow, unix.SYS_TGKILL, []uint64{self, self, 6}},
		{"signal another", false, callDeny, unix.SYS_TGKILL, []uint64{1, 1, 9}},
		{"kill another", false, callDeny, unix.SYS_KILL, []uint64{1, 9}},
		{"kill the group", false, callDeny, unix.SYS_KILL, []uint64{0, 9}},
		{"kill all", false, callDeny, unix.SYS_KILL, []uint64{1<<64 - 1, 9}},
		{"own descriptor", false, callDeny, unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}},
		{"close on exec", false, callAllow, unix.SYS_FCNTL, []uint64{0, unix.F_SETFD, 1}},
		{"push characters", false, callDeny, unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}},
		{"is a terminal", false, callAllow, unix.SYS_IOCTL, []uint64{0, unix.TCGETS}},
		{"read a limit", false, callAllow, unix.SYS_PRLIMIT64, []uint64{0, 3, 0, 1 << 40}},
		{"set a limit", false, callDeny, unix.SYS_PRLIMIT64, []uint64{0, 3, 1 << 40, 0}},
		{"limit another", false, callDeny, unix.SYS_PRLIMIT64, []uint64{1, 3, 0, 0}},
		{"fork", true, callDeny, unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}},
		{"vfork", true, callDeny, unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK}},
		{"thread", true, callAllow, unix.SYS_CLONE, []uint64{thread}},
		{"thread of a plain program", false, callDeny, unix.SYS_CLONE, []uint64{thread}},
		{"clone3", true, callNone, unix.SYS_CLONE3, nil},
		{"socket", true, callDeny, unix.SYS_SOCKET, nil},
		{"ptrace", true, callDeny, unix.SYS_PTRACE, nil},
		{"another process's memory", true, callDeny, unix.SYS_PROCESS_VM_READV, nil},
		{"io_uring", true, callDeny, unix.SYS_IO_URING_SETUP, nil},
		{"memfd", true, callDeny, unix.SYS_MEMFD_CREATE, nil},
		{"mount", true, callDeny, unix.SYS_MOUNT, nil},
		{"execveat", true, callDeny, unix.SYS_EXECVEAT, nil},
		{"unknown", true, callDeny, 100_000, nil},
		{"x32", true, callDeny, 0x40000000 | unix.SYS_READ, nil},
	} {
		if got := ask(t, c.threads, auditArch, c.call, c.args...); got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, got, c.want)
		}
	}
	if got := ask(t, true, 1, unix.SYS_READ); got != callKill {
		t.Errorf("another architecture: %#x", got)
	}
}
