package launch

import (
	"slices"

	"golang.org/x/sys/unix"
)

// A Role is the kind of a program. It decides which system calls and which writes are allowed.
type Role uint8

const (
	// Player is one process that only reads what it was given.
	Player Role = iota
	// Compiler may also start the programs of its toolchain, and write below Plan.Dir.
	Compiler
	// Valgrind is valgrind's memcheck, which runs a player inside its own process and has its
	// rights.
	Valgrind
)

// fileSize returns the size in bytes of the largest file that a program may write.
func (r Role) fileSize() uint64 {
	if r == Compiler {
		return MaxFile
	}
	return 0
}

// calls are those in which a role differs from a player. Landlock does not deny changing modes,
// times, owners and locks of files outside of a folder, so the filter must.
type calls struct {
	allowed    []int
	skipped    []int // return 0 without effect
	conditions []condition
}

func (r Role) calls() calls {
	switch r {
	case Compiler:
		return compilerCalls()
	case Valgrind:
		return valgrindCalls()
	}
	return calls{}
}

// compilerCalls let a compiler start processes and write files. Compilers set modes, times and
// locks but do not depend on them. Without fallocate filling the disk takes time. Without rename no
// file can escape from being measured.
func compilerCalls() calls {
	c := calls{
		allowed: []int{
			unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT,
			unix.SYS_FTRUNCATE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE, unix.SYS_CHDIR, unix.SYS_FCHDIR,
		},
		skipped: []int{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT, unix.SYS_FLOCK},
		conditions: []condition{
			// New processes stay in the compiler's namespaces and are its children.
			{call: unix.SYS_CLONE, tests: []test{{arg: 0, want: []uint32{0}, mask: unix.CLONE_THREAD | unix.CLONE_PARENT | unix.CLONE_PTRACE | unix.CLONE_NEWNS |
				unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET}}},
			writableOpen(unix.SYS_OPENAT, 2),
		},
	}
	c.allowed = append(c.allowed, nativeCompilerCalls...)
	c.skipped = append(c.skipped, nativeCompilerSkipped...)
	c.conditions = append(c.conditions, nativeCompilerConditions...)
	return c
}

// writableOpen allows creating files, except nameless ones, which are not found when the folder is
// measured.
func writableOpen(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_TMPFILE &^ unix.O_DIRECTORY, want: []uint32{0}}}}
}

// valgrindCalls let valgrind start without writing. It creates two temporary files, keeps them open
// and removes them. Here the creation returns 0, which is the standard input, so that must stay
// open. Writing to it fails.
func valgrindCalls() calls {
	return calls{conditions: slices.Concat(nativeValgrindConditions, []condition{
		{call: unix.SYS_CLOSE, tests: []test{{arg: 0, want: []uint32{0}}}, skip: true},
	})}
}

// creates skips a call that creates a file.
func creates(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_CREAT, want: []uint32{unix.O_CREAT}}}, skip: true}
}
