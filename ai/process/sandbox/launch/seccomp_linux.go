package launch

import (
	"cmp"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in the kernel's struct seccomp_data on little-endian machines.
const (
	atCall = 0
	atArch = 4
	atArgs = 16
)

const (
	callAllow = unix.SECCOMP_RET_ALLOW
	callDeny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	callNone  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS) // makes libraries use an older call
	callSkip  = unix.SECCOMP_RET_ERRNO                       // returns 0 without an effect
	callKill  = unix.SECCOMP_RET_KILL_PROCESS
)

// load loads the 32-bit field of struct seccomp_data at an offset.
func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

// ifEqual skips equal instructions if the loaded number is value, and other instructions otherwise.
func ifEqual(value uint32, equal, other uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: value, Jt: equal, Jf: other}
}

func jump(over int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JA, K: uint32(over)}
}

func ret(verdict uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: verdict}
}

// A test checks one argument of a system call.
type test struct {
	arg int
	// mask is applied to the low 32 bits, which must then be one of want.
	mask uint32
	want []uint32
	not  bool // inverts the test: the value must not be in want
	wide bool // also requires the high 32 bits to be 0
}

// filter returns the filter for process pid. The first matching entry applies; other calls fail
// with EPERM.
func filter(pid int, role Role) []unix.SockFilter {
	prog := []unix.SockFilter{load(atArch), ifEqual(auditArch, 1, 0), ret(callKill), load(atCall)}
	for _, c := range slices.Concat(role.conditions(), always(callAllow, commonCalls...), native, conditions(uint32(pid))) {
		prog = append(prog, c.code()...)
	}
	return append(prog, ret(callDeny))
}

// code returns instructions that return the verdict if all tests pass, and otherwise reload the call
// number.
func (c condition) code() []unix.SockFilter {
	var body []unix.SockFilter
	for i := len(c.tests) - 1; i >= 0; i-- {
		body = append(c.tests[i].code(len(body)+1), body...)
	}
	body = append(body, ret(cmp.Or(c.verdict, callAllow)), load(atCall))
	return append([]unix.SockFilter{ifEqual(uint32(c.call), 0, uint8(len(body)))}, body...)
}

// code returns instructions that fall through if the test passes, and otherwise skip rest more.
func (t test) code(rest int) []unix.SockFilter {
	off := uint32(atArgs + 8*t.arg)
	check := []unix.SockFilter{load(off)}
	if t.mask != 0 {
		check = append(check, unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: t.mask})
	}
	for i, v := range t.want {
		// A match skips the remaining comparisons and the following jump.
		left := uint8(len(t.want) - i - 1)
		check = append(check, ifEqual(v, left+1, 0))
	}
	if t.not { // without a match, skip the rejecting jump
		check = append(check, jump(1))
	}
	check = append(check, jump(rest))
	if t.wide {
		check = append([]unix.SockFilter{load(off + 4), ifEqual(0, 1, 0), jump(len(check) + rest)}, check...)
	}
	return check
}

// HasSeccomp reports whether the kernel and this package support the filter on this architecture.
func HasSeccomp() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return e == 0 && auditArch != 0
}
