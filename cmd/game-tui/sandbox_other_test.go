//go:build !linux

package main

func mainNoLandlock() { panic("there is no Landlock on this system") }
