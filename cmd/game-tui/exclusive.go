package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// whyAlone is the annotation of a flag that says why others are to be left out.
const whyAlone = "game-tui-alone"

// standsAlone says that a flag stands without the others, and why: "goes on with what the record says".
func standsAlone(cmd *cobra.Command, flag, why string, others ...string) {
	_ = cmd.Flags().SetAnnotation(flag, whyAlone, []string{why})
	for _, other := range others {
		cmd.MarkFlagsMutuallyExclusive(flag, other)
	}
}

// groupErrors are those of cobra for flags that do not go together, and for such that do.
var groupErrors = regexp.MustCompile(`^if any flags in the group \[([^\]]*)\] are set (none of the others can be|they must all be set); `)

// groupError words an error of cobra about flags that belong together, or do not.
func groupError(cmd *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	m := groupErrors.FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	flags := strings.Fields(m[1])
	if strings.HasPrefix(m[2], "they") {
		return errors.New("--" + strings.Join(flags, " and --") + " belong together: give both")
	}
	if f := cmd.Flags().Lookup(flags[0]); f != nil && f.Annotations[whyAlone] != nil && len(flags) == 2 {
		return fmt.Errorf("--%s %s: leave out --%s", flags[0], f.Annotations[whyAlone][0], flags[1])
	}
	flags = slices.DeleteFunc(flags, func(name string) bool { return !cmd.Flags().Changed(name) })
	return errors.New("--" + strings.Join(flags, " and --") + " exclude each other: type one of the two")
}
