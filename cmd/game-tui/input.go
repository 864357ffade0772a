package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"game-tui/sim/res"
)

// stdinName is how errors call standard input.
const stdinName = "standard input"

// inputText reads the configuration named by -i, or that of a standard input
// which is a redirected file. A nil text means that there is none.
func inputText(ctx context.Context, name string) (string, []byte, error) {
	if name != "" {
		text, err := readText(ctx, name)
		if name == "-" {
			name = stdinName
		}
		return name, text, err
	}
	info, err := os.Stdin.Stat()
	if err != nil {
		return "", nil, nil // closed: as good as none
	}
	if info.Mode().IsRegular() {
		text, err := readText(ctx, "-")
		if err == nil && len(text) == 0 {
			return "", nil, nil
		}
		return stdinName, text, err
	}
	if info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0 && dataWaits(os.Stdin) {
		return "", nil, errors.New("data waits on standard input: type -i - to read the configuration from it, or < /dev/null to leave it alone")
	}
	return "", nil, nil
}

// readText reads a whole file, packed or not; "-" is standard input. A read
// that blocks does not outlive ctx.
func readText(ctx context.Context, name string) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := readFile(name)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		return r.text, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func readFile(name string) ([]byte, error) {
	file := os.Stdin
	if name != "-" {
		info, err := os.Stat(name)
		if err != nil {
			return nil, fileError(err)
		}
		if info.IsDir() {
			return nil, fmt.Errorf("%s: is a folder; name a file in it", name)
		}
		if file, err = os.Open(name); err != nil {
			return nil, fileError(err)
		}
		defer file.Close()
	}
	text, err := res.Load(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, cause(err))
	}
	return text, nil
}

// fileError shortens "open FILE: reason" to "FILE: reason".
func fileError(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}
