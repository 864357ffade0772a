package compile

import (
	"fmt"
	"os"
	"testing"
)

// TestMain uses a temporary store and a small Go library that compiles quickly.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "compiled")
	if err == nil {
		err = os.Setenv("XDG_CACHE_HOME", dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goPackages = []string{"errors"}
	goFlags = append(goFlags, "-gcflags=all=-N")
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}
