package main

import (
	"github.com/spf13/cobra"

	"game-tui/ai/process"
)

// typedValue is a flag, or an argument, whose word may name a program. Here, and nowhere
// else, a word becomes one that the user has typed.
type typedValue struct{ word *process.Typed }

func (v typedValue) Set(word string) error {
	*v.word = process.AsTyped(word)
	return nil
}

func (v typedValue) String() string { return v.word.String() }
func (typedValue) Type() string     { return "string" }

// typing is what a command runs whose arguments may name programs.
func typing(run func(cmd *cobra.Command, words []process.Typed) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		words := make([]process.Typed, len(args))
		for i, arg := range args {
			_ = typedValue{&words[i]}.Set(arg) // it takes any word
		}
		return run(cmd, words)
	}
}
