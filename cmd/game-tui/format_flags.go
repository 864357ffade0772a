package main

import (
	"strconv"

	"game-tui/cmd/game-tui/report"

	"github.com/spf13/cobra"
)

// formatFlag asks for a format in place of text.
type formatFlag struct {
	format *report.Format
	is     report.Format
}

func (v formatFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	switch {
	case err == nil && on:
		*v.format = v.is
	case err == nil && *v.format == v.is:
		*v.format = report.Text
	}
	return err
}

func (v formatFlag) String() string { return strconv.FormatBool(v.format != nil && *v.format == v.is) }
func (formatFlag) Type() string     { return "bool" }

// addFormat adds the flag that asks for a format. Of several only one may be typed.
func addFormat(cmd *cobra.Command, f *report.Format, is report.Format, usage string) {
	cmd.Flags().VarPF(formatFlag{f, is}, is.String(), "", usage).NoOptDefVal = "true"
	for _, other := range report.Formats {
		if other != is && cmd.Flags().Lookup(other.String()) != nil {
			cmd.MarkFlagsMutuallyExclusive(other.String(), is.String())
		}
	}
}
