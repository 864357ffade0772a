package launch

import (
	"fmt"
	"runtime"
	"slices"
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
	callSkip  = unix.SECCOMP_RET_ERRNO                       // the call returns 0 and has no effect
	callKill  = unix.SECCOMP_RET_KILL_PROCESS
)

// test looks at one argument of a call.
type test struct {
	arg int
	// Of the argument's low half: bits of mask must equal one of want.
	mask uint32
	want []uint32
	not  bool // … none of want
	wide bool // the high half must be 0
}

func assembleFilter(pid int, role Role) ([]bpf.RawInstruction, error) {
	if auditArch == 0 {
		return nil, fmt.Errorf("seccomp: no list of calls for %s", runtime.GOARCH)
	}
	return bpf.Assemble(filter(pid, role))
}

// filter returns the filter of a role: a list of calls, some with conditions, and EPERM for all others. pid is
// the process that gets the filter. The first entry for a call that fits its arguments decides.
func filter(pid int, role Role) []bpf.Instruction {
	prog := []bpf.Instruction{
		bpf.LoadAbsolute{Off: atArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		bpf.RetConstant{Val: callKill},
		bpf.LoadAbsolute{Off: atCall, Size: 4},
	}
	extra := role.calls()
	for _, c := range extra.conditions {
		prog = append(prog, c.code()...)
	}
	for _, call := range extra.skipped {
		prog = append(prog, answer(call, callSkip)...)
	}
	for _, call := range slices.Concat(commonCalls, nativeCalls, extra.allowed) {
		prog = append(prog, answer(call, callAllow)...)
	}
	for _, c := range conditions(uint32(pid)) {
		prog = append(prog, c.code()...)
	}
	for _, call := range unavailable {
		prog = append(prog, answer(call, callNone)...)
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

// code allows or skips the call when all tests pass. Otherwise it loads the number of the call again for what
// follows.
func (c condition) code() []bpf.Instruction {
	var body []bpf.Instruction
	for i := len(c.tests) - 1; i >= 0; i-- {
		body = append(c.tests[i].code(len(body)+1), body...)
	}
	verdict := uint32(callAllow)
	if c.skip {
		verdict = callSkip
	}
	body = append(body, bpf.RetConstant{Val: verdict}, bpf.LoadAbsolute{Off: atCall, Size: 4})
	return append([]bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: uint32(c.call), SkipTrue: uint8(len(body))},
	}, body...)
}

// code goes on behind it when the test passes, and else jumps over so many instructions more.
func (t test) code(rest int) []bpf.Instruction {
	off := uint32(atArgs + 8*t.arg)
	check := []bpf.Instruction{bpf.LoadAbsolute{Off: off, Size: 4}}
	if t.mask != 0 {
		check = append(check, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: t.mask})
	}
	for i, v := range t.want {
		// To behind the refusal, or to the refusal itself behind one more jump.
		left := uint8(len(t.want) - i - 1)
		check = append(check, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipTrue: left + 1})
	}
	if t.not { // no value fits: over the refusal, where those that do have gone
		check = append(check, bpf.Jump{Skip: 1})
	}
	check = append(check, bpf.Jump{Skip: uint32(rest)})
	if t.wide {
		check = append([]bpf.Instruction{
			bpf.LoadAbsolute{Off: off + 4, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipTrue: 1},
			bpf.Jump{Skip: uint32(len(check) + rest)},
		}, check...)
	}
	return check
}

// HasSeccomp says whether the kernel takes filters that answer with an error,
// and this architecture has its list of calls.
func HasSeccomp() bool {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	return e == 0 && auditArch != 0
}
