package main

import (
	"github.com/spf13/cobra"

	"game-tui/cmd/game-tui/contest"
)

// hubTitle is the group of flags of many machines.
const hubTitle = "Many machines"

// addDial adds the flags of a program that connects to a server.
func addDial(cmd *cobra.Command, f *contest.Network) {
	set := cmd.Flags()
	set.StringVar(&f.Tokens, "token-file", "", "`file` with a line NAME TOKEN, by which this machine is let in")
	set.StringVar(&f.CA, "tls-ca", "", "certificates (`file`) that are trusted in place of the system's")
	set.BoolVar(&f.Insecure, "insecure", false, "without TLS beyond this machine: others on the way can read all and change it")
	group(set, hubTitle, "token-file", "tls-ca", "insecure")
}

// addListen adds the flags of a program that runs a server.
func addListen(cmd *cobra.Command, f *contest.Network) {
	set := cmd.Flags()
	set.StringVar(&f.Cert, "tls-cert", "", "certificate (`file`) of this machine, for TLS")
	set.StringVar(&f.Key, "tls-key", "", "key (`file`) of --tls-cert")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	group(set, hubTitle, "tls-cert", "tls-key")
}
