package launch

import (
	"slices"

	"golang.org/x/sys/unix"
)

// A Role is the kind of program that is launched. It decides which system calls are allowed and whether files may be
// written. The zero value is Player.
type Role uint8

const (
	// Player is one process that reads what it was given and writes nothing.
	Player Role = iota
	// Compiler also starts the programs of its toolchain, and writes below Plan.Dir.
	Compiler
	// Valgrind is valgrind's memcheck, which runs a player inside its own process. It has the rights of a player.
	Valgrind
)

// fileSize returns the size in bytes of the largest file that a program of the role may write.
func (r Role) fileSize() uint64 {
	if r == Compiler {
		return MaxFile
	}
	return 0
}

// calls are the system calls in which a role differs from a player. Landlock keeps a compiler from opening,
// creating or executing files outside its folders, but not from changing modes, times, owners and locks
// of files by their names. So the filter must.
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
		return valgrindCalls()
	}
	return calls{}
}

// compilerCalls let a compiler start processes and write files. Compilers set modes, times and locks of what they
// write, but do not depend on them. Without fallocate it takes time to fill the disk. Without rename no file can leave a
// folder that is about to be measured; where the go command cannot rename, it copies.
func compilerCalls() calls {
	c := calls{
		allowed: []int{
			unix.SYS_WAIT4, unix.SYS_WAITID, unix.SYS_UNLINKAT, unix.SYS_MKDIRAT,
			unix.SYS_FTRUNCATE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE, unix.SYS_CHDIR, unix.SYS_FCHDIR,
		},
		skipped: []int{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_UTIMENSAT, unix.SYS_FLOCK},
		conditions: []condition{
			// New processes stay in the namespaces of the compiler and are its own children. Threads are those of a player.
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

// writableOpen allows opening and creating files, but no nameless ones, which a walk through the folder does not
// find.
func writableOpen(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_TMPFILE &^ unix.O_DIRECTORY, want: []uint32{0}}}}
}

// valgrindCalls let valgrind start without writing. It creates two temporary files that imitate files of /proc, keeps
// them open and removes their names. Here the creation returns 0, the descriptor of the standard input, of which
// valgrind makes a copy; so the standard input must not be closed afterwards. What valgrind writes into these
// "files" fails, since the standard input cannot be written to.
func valgrindCalls() calls {
	return calls{conditions: slices.Concat(nativeValgrindConditions, []condition{
		{call: unix.SYS_CLOSE, tests: []test{{arg: 0, want: []uint32{0}}}, skip: true},
	})}
}

// creates skips a call that creates a file.
func creates(call, flags int) condition {
	return condition{call: call, tests: []test{{arg: flags, mask: unix.O_CREAT, want: []uint32{unix.O_CREAT}}}, skip: true}
}
