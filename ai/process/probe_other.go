//go:build !linux

package process

import (
	"errors"
	"os"
)

func runProbe() (string, error) { return "", errors.New("there is no sandbox on this system") }

func probe(string) { os.Exit(2) }
