package launch

import (
	"bytes"
	"debug/elf"
	"os"
	"testing"
)

// FuzzProgram reads programs as the launcher does before the sandbox closes.
func FuzzProgram(f *testing.F) {
	for _, name := range []string{"/proc/self/exe", "/bin/true"} {
		if text, err := os.ReadFile(name); err == nil {
			f.Add(text[:min(len(text), 8192)])
		}
	}
	f.Add([]byte("\x7fELF"))
	f.Fuzz(func(t *testing.T, text []byte) {
		program, err := elf.NewFile(bytes.NewReader(text))
		if err != nil {
			return
		}
		if got := loaderOf(program); len(got) >= 4096 {
			t.Errorf("the name of a loader has %d bytes, want less than 4096", len(got))
		}
	})
}
