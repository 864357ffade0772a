package buildinfo

import (
	"runtime/debug"
	"testing"
)

func TestVersionTellsCommitAndItsDate(t *testing.T) {
	set := func(pairs ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	commit := set("vcs.revision", "0123456789abcdef0123", "vcs.time", "2026-11-22T07:33:33Z", "vcs.modified", "false")
	changed := set("vcs.revision", "0123456789abcdef0123", "vcs.time", "2026-11-22T07:33:33Z", "vcs.modified", "true")
	for _, c := range []struct {
		main string
		set  []debug.BuildSetting
		want string
	}{
		{"v0.3.0", commit, "v0.3.0, commit 0123456789ab (2026-11-22)"},
		{"(devel)", commit, "devel-0123456789ab, commit 0123456789ab (2026-11-22)"},
		{"(devel)", changed, "devel-0123456789ab+dirty, commit 0123456789ab (2026-11-22), with local changes"},
		{"(devel)", nil, "devel"},
		{"", nil, "devel"},
		{"v0.3.0", nil, "v0.3.0"}, // release installed with go install
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.set}
		if _, got := describe(info); got != c.want {
			t.Errorf("version %q with %v: %q, not %q", c.main, c.set, got, c.want)
		}
	}
}
