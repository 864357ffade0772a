package launch

import "golang.org/x/sys/unix"

// A Role determines which system calls and writes a program is allowed.
type Role uint8

const (
	// Player is a single process with read-only access.
	Player Role = iota
	// Compiler may also run its toolchain and write below Plan.Dir.
	Compiler
	// Valgrind runs a player inside Valgrind's process, with the permissions of a player.
	Valgrind
)

// calls are the differences between a role and Player. Landlock cannot restrict changes of modes,
// times, owners and locks, so the filter must.
type calls struct {
	allowed    []int
	skipped    []int // return 0 without an effect
	conditions []condition
}

func (r Role) calls() calls {
	switch r {
	case Compiler:
		return compilerCalls()
	case Valgrind:
		// It starts without writing. Creating its two temporary files only returns 0, the read-only
		// standard input, which must stay open.
		keepInput := condition{call: unix.SYS_CLOSE, tests: []test{{arg: 0, want: []uint32{0}}}, skip: true}
		return calls{conditions: append(nativeValgrindConditions, keepInput)}
	}
	return calls{}
}

// compilerCalls allow starting processes and writing files. Changes of modes, times and locks are
// ignored. fallocate and rename are denied, because the disk measurement would be too late or miss
// files.
func compilerCalls() calls {
	return calls{
		allowed: append([]int{
			unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT,
			unix.SYS_FTRUNCATE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE, unix.SYS_CHDIR, unix.SYS_FCHDIR,
		}, nativeCompilerCalls...),
		skipped: append([]int{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT, unix.SYS_FLOCK}, nativeCompilerSkipped...),
		conditions: append([]condition{
			// New processes must be children of the compiler and share its namespaces.
			{call: unix.SYS_CLONE, tests: []test{{arg: 0, want: []uint32{0}, mask: unix.CLONE_THREAD | unix.CLONE_PARENT | unix.CLONE_PTRACE | unix.CLONE_NEWNS |
				unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET}}},
			writableOpen(unix.SYS_OPENAT, 2),
		}, nativeCompilerConditions...),
	}
}

// writableOpen allows creating files, except unnamed ones, which are not measured.
func writableOpen(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_TMPFILE &^ unix.O_DIRECTORY, want: []uint32{0}}}}
}

// creates ignores a call that creates a file.
func creates(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_CREAT, want: []uint32{unix.O_CREAT}}}, skip: true}
}
