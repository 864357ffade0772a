package launch

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Offsets in the kernel's struct seccomp_data; both architectures are
// little-endian.
const (
	atCall = 0
	atArch = 4
	atArgs = 16
)

// Answers of the filter.
const (
	callAllow = unix.SECCOMP_RET_ALLOW
	callDeny  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	callNone  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS) // libraries then try the older call
	callKill  = unix.SECCOMP_RET_KILL_PROCESS
)

// test looks at one argument of a call and leaves what follows it when the
// argument is refused.
type test struct {
	arg int
	// Of the argument's low half: bits of mask must equal one of want.
	mask uint32
	want []uint32
	not  bool // … none of want
	wide bool // the high half must be 0
}

func assembleFilter(pid int, threads bool) ([]bpf.RawInstruction, error) {
	if auditArch == 0 {
		return nil, fmt.Errorf("seccomp: no list of calls for %s", runtime.GOARCH)
	}
	return bpf.Assemble(filter(pid, threads))
}

// filter is the filter of a player: a list of calls, some with conditions, and
// EPERM for all others. pid is the player's own.
func filter(pid int, threads bool) []bpf.Instruction {
	prog := []bpf.Instruction{
		bpf.LoadAbsolute{Off: atArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		bpf.RetConstant{Val: callKill},
		bpf.LoadAbsolute{Off: atCall, Size: 4},
	}
	for _, call := range append(commonCalls, nativeCalls...) {
		prog = append(prog, answer(call, callAllow)...)
	}
	prog = append(prog, answer(unix.SYS_CLONE3, callNone)...)
	for _, c := range conditions(uint32(pid), threads) {
		prog = append(prog, checked(c.call, c.tests)...)
	}
	return append(prog, bpf.RetConstant{Val: callDeny})
}

// answer answers one call at once.
func answer(call int, with uint32) []bpf.Instruction {
	return []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(call), SkipTrue: 1},
		bpf.RetConstant{Val: with},
	}
}

// checked allows one call when all tests pass.
func checked(call int, tests []test) []bpf.Instruction {
	var body []bpf.Instruction
	for _, t := range tests {
		body = append(body, t.code()...)
	}
	body = append(body, bpf.RetConstant{Val: callAllow})
	return append([]bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(call), SkipTrue: uint8(len(body))},
	}, body...)
}

// code refuses the call unless the test passes.
func (t test) code() []bpf.Instruction {
	off := uint32(atArgs + 8*t.arg)
	var prog []bpf.Instruction
	if t.wide {
		prog = append(prog,
			bpf.LoadAbsolute{Off: off + 4, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipTrue: 1},
			bpf.RetConstant{Val: callDeny})
	}
	prog = append(prog, bpf.LoadAbsolute{Off: off, Size: 4})
	if t.mask != 0 {
		prog = append(prog, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: t.mask})
	}
	for i, v := range t.want {
		// To behind the refusal, or to the refusal itself behind one more jump.
		left := uint8(len(t.want) - i - 1)
		prog = append(prog, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipTrue: left + 1})
	}
	if t.not { // no value fits: over the refusal, where those that do have gone
		prog = append(prog, bpf.Jump{Skip: 1})
	}
	return append(prog, bpf.RetConstant{Val: callDeny})
}

// HasSeccomp says whether the kernel takes filters that answer with an error,
// and this architecture has its list of calls.
func HasSeccomp() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return e == 0 && auditArch != 0
}
