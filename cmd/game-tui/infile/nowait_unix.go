//go:build unix

package infile

import "syscall"

// NoWait opens without waiting for anybody, and makes no terminal ours.
const NoWait = syscall.O_NONBLOCK | syscall.O_NOCTTY
