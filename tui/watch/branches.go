package watch

import (
	"slices"
	"strconv"
	"strings"

	"game-tui/sim/record"
)

// Branches are a match and what was played on from its rounds, as a shell keeps them.
// The zero value has none.
type Branches struct {
	records []*record.Record // the match itself is the first
	names   []string         // of them
}

// Add adds a branch and returns its number; words say what it is worth. match is the
// match itself, and counts with the first branch.
func (b *Branches) Add(match, branch *record.Record, words string) int {
	if b.records == nil {
		b.records, b.names = []*record.Record{match}, []string{"the match itself"}
	}
	_, what, _ := strings.Cut(branch.Meta().Note, " from ") // the match is known
	b.records = append(b.records, branch)
	b.names = append(b.names, what+"; "+words)
	return len(b.records) - 1
}

// Len is how many branches there are, without the match itself.
func (b *Branches) Len() int { return max(len(b.records)-1, 0) }

// At is the branch that Switch asks for, or the match itself, and its name; -1: there is
// none.
func (b *Branches) At(arg string) (n int, name string) {
	n, err := strconv.Atoi(arg)
	if err != nil || n < 0 || n >= len(b.records) {
		return -1, ""
	}
	return n, b.names[n]
}

// Record is that of a branch, or of the match itself.
func (b *Branches) Record(n int) *record.Record { return b.records[n] }

// Find is the number of a record among them; -1: it is none of them.
func (b *Branches) Find(rec *record.Record) int { return slices.Index(b.records, rec) }

// Opened is the input that shows a branch, or the match itself, in a round.
func (b *Branches) Opened(n, round int) Opened {
	return Opened{Paused: true, Round: round, Branches: append([]string(nil), b.names...), Branch: n}
}
