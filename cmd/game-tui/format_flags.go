package main

import (
	"strconv"

	"github.com/spf13/cobra"
)

// formatFlag asks for a format in place of text.
type formatFlag struct {
	format *format
	is     format
}

func (v formatFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	switch {
	case err == nil && on:
		*v.format = v.is
	case err == nil && *v.format == v.is:
		*v.format = asText
	}
	return err
}

func (v formatFlag) String() string { return strconv.FormatBool(v.format != nil && *v.format == v.is) }
func (formatFlag) Type() string     { return "bool" }

// addFormat adds the flag that asks for a format. Of several only one may be typed.
func addFormat(cmd *cobra.Command, f *format, is format, usage string) {
	cmd.Flags().VarPF(formatFlag{f, is}, is.String(), "", usage).NoOptDefVal = "true"
	for _, other := range []format{asCSV, asJSON, asMarkdown} {
		if other != is && cmd.Flags().Lookup(other.String()) != nil {
			cmd.MarkFlagsMutuallyExclusive(other.String(), is.String())
		}
	}
}
