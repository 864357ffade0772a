package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// exactly demands n arguments, in words that say what to type.
func exactly(n int, hint string) cobra.PositionalArgs { return between(n, n, hint) }

// atMost allows up to n arguments, in words that say what to type.
func atMost(n int, hint string) cobra.PositionalArgs { return between(0, n, hint) }

func between(least, most int, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("%s (%d named)", hint, len(args))
		}
		return nil
	}
}
