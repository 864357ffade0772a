// Package version tells how the program was built.
package version

import (
	"runtime/debug"
	"strings"
)

// build is what the program knows of how it was built.
type build struct {
	version  string // a release, or one made of date and commit; "devel" where nothing is known
	commit   string // twelve digits; empty where it was not built from a repository
	date     string // the commit's, as 2006-01-02
	modified bool   // files were changed after the commit
}

// This is how this program was built.
func This() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{version: "devel"}
	}
	return buildOf(info)
}

func buildOf(info *debug.BuildInfo) build {
	b := build{version: info.Main.Version}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value[:min(len(s.Value), 12)]
		case "vcs.time":
			b.date, _, _ = strings.Cut(s.Value, "T")
		case "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	if b.version == "" || b.version == "(devel)" {
		b.version = "devel"
		if b.commit != "" {
			b.version += "-" + b.commit
		}
		if b.modified {
			b.version += "+dirty"
		}
	}
	return b
}

// String is the build for people: "v0.3.0, commit 0123456789ab of 2026-11-22".
func (b build) String() string {
	s := b.version
	if b.commit != "" {
		s += ", commit " + b.commit + " of " + b.date
	}
	if b.modified {
		s += " with changes"
	}
	return s
}

// Name names the build in plans and recordings.
func Name() string { return This().version }
