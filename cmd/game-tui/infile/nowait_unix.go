//go:build unix

package infile

import "syscall"

// noWait opens without waiting for anybody, and makes no terminal ours.
const noWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
