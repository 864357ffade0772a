package launch

import (
	"errors"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	accessReadFile = unix.LANDLOCK_ACCESS_FS_READ_FILE
	accessReadDir  = unix.LANDLOCK_ACCESS_FS_READ_DIR
	accessExecute  = unix.LANDLOCK_ACCESS_FS_EXECUTE

	accessWriteFile = unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	// A compiler may not link, move or execute the files in its folder.
	accessWriteDir = accessReadFile | accessReadDir | accessWriteFile | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR
)

// LandlockABI returns the Landlock version of the kernel, or 0 if the launcher cannot use Landlock.
func LandlockABI() int {
	v, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 || strconv.IntSize < 64 {
		return 0
	}
	return int(v)
}

// rulesetAttr returns attributes that cover everything a Landlock version can restrict.
func rulesetAttr(abi int) (attr unix.LandlockRulesetAttr) {
	last := uint64(unix.LANDLOCK_ACCESS_FS_MAKE_SYM)
	for _, newer := range []struct {
		abi  int
		last uint64
	}{
		{2, unix.LANDLOCK_ACCESS_FS_REFER},
		{3, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{5, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
		{9, unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX},
	} {
		if abi >= newer.abi {
			last = newer.last
		}
	}
	attr.Handled_access_fs = 2*last - 1
	if abi >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if abi >= 10 {
		attr.Handled_access_net |= unix.LANDLOCK_ACCESS_NET_BIND_UDP | unix.LANDLOCK_ACCESS_NET_CONNECT_SEND_UDP
	}
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return attr
}

type ruleset int

func newRuleset() (ruleset, error) {
	attr := rulesetAttr(LandlockABI())
	fd, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if e != 0 {
		return 0, wrap("landlock", e)
	}
	return ruleset(fd), nil
}

// allow grants the rights in access to path, and those in folderAccess if path is a folder. Missing
// files are ignored.
func (r ruleset) allow(path string, access, folderAccess uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return wrap(path, err)
	}
	defer unix.Close(fd)
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return wrap(path, err)
	}
	if info.Mode&unix.S_IFMT == unix.S_IFDIR {
		access |= folderAccess
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(fd)}
	_, _, e := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if e != 0 {
		return wrap("landlock", e)
	}
	return nil
}

// enforce permanently restricts this thread and the program that it will execute.
func (r ruleset) enforce() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return wrap("landlock", err)
	}
	if _, _, e := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r), 0, 0); e != 0 {
		return wrap("landlock", e)
	}
	return unix.Close(int(r))
}
