package process

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"runtime"
)

// machines are the kinds of programs that a system with Go's name for it runs.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64, "riscv64": elf.EM_RISCV}

// loadable refuses a file that the system would not execute, so that it is said
// before anything is played. Only its first bytes are looked at: the rest of a
// file that may be hostile is read by the launcher.
func loadable(name string, head []byte) error {
	switch {
	case len(head) == 0:
		return fmt.Errorf("%s is empty", name)
	case bytes.IndexByte(head, 0) < 0:
		return fmt.Errorf("%s is a text that names no interpreter: begin it with a line like #!/usr/bin/env python3, or say cmd:python3 %s", name, name)
	case runtime.GOOS != "linux":
		return nil
	case !bytes.HasPrefix(head, []byte(elf.ELFMAG)) || len(head) < 20:
		return fmt.Errorf("%s is no program of this system: compile it here", name)
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[elf.EI_DATA] == byte(elf.ELFDATA2MSB) {
		order = binary.BigEndian
	}
	machine := elf.Machine(order.Uint16(head[18:]))
	if want, known := machines[runtime.GOARCH]; known && machine != want {
		return fmt.Errorf("%s is a program for %s, and this system is %s: compile it here", name, machine, runtime.GOARCH)
	}
	if kind := elf.Type(order.Uint16(head[16:])); kind != elf.ET_EXEC && kind != elf.ET_DYN {
		return fmt.Errorf("%s is no program yet: link it, such as with the kit's make", name)
	}
	return nil
}
