package qualify

import (
	"slices"
	"testing"
	"time"

	"game-tui/ai/process/sandbox"
)

// TestWarningsUseTheJudgesLimits checks that warnings use the highest usage of all matches,
// regardless of the limits of the trial.
func TestWarningsUseTheJudgesLimits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		cpu  time.Duration
		took []sandbox.Usage // usage per match
		want []string
	}{
		"little": {time.Second, []sandbox.Usage{{Memory: 20 << 20, AddressSpace: 900 << 20, Threads: 5, OpenFile: "/dev/null"}}, nil},
		"most of a match counts": {time.Second, []sandbox.Usage{{Memory: 20 << 20}, {Memory: 70<<20 + 1}, {Memory: 20 << 20}},
			[]string{"uses more memory than the judge allows: 71 MiB of 64 MiB"}},
		"nearly all": {2500 * time.Millisecond, []sandbox.Usage{{Memory: 60 << 20}}, []string{
			"uses nearly all the processor time that the judge allows: 2.50 s of 3 s, and the judge's machine may be slower",
			"uses nearly all the memory that the judge allows: 60 MiB of 64 MiB"}},
		"a kit's player": {4 * time.Second, []sandbox.Usage{{IsKitPlayer: true, Memory: 5 << 20, AddressSpace: 100 << 20, Threads: 2, OpenFile: "/tmp/x"}}, []string{
			"uses more processor time than the judge allows: 4.00 s of 3 s, and the judge's machine may be slower",
			"uses more memory than the judge allows: 100 MiB of 64 MiB address space",
			"opens files (/tmp/x); the judge does not have your files",
			"starts threads or processes; the judge allows only one of each"}},
	} {
		most := usage{cpu: c.cpu}
		for i := range c.took {
			most.add(&c.took[i])
		}
		if got := most.warnings(); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
