package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// debian packs the program with its manual page, completions and service. The
// service is not started: what it shows is for the administrator to say.
func debian(t target, c commit) error {
	work, err := os.MkdirTemp("", "game-tui-deb")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var list files.Contents
	add := func(path, from string, mode os.FileMode, kind string) {
		list = append(list, &files.Content{Source: from, Destination: path, Type: kind,
			FileInfo: &files.ContentFileInfo{Mode: mode, MTime: c.when, Owner: "root", Group: "root"}})
	}
	add("/usr/bin/game-tui", filepath.Join(out, t.file()), 0o755, "")
	add("/usr/lib/systemd/system/game-tui.service", "game-tui.service", 0o644, "")
	add("/etc/default/game-tui", "game-tui.default", 0o644, files.TypeConfig)
	add("/usr/share/doc/game-tui/copyright", source+"/LICENSE", 0o644, "")
	read := func(path string) func() ([]byte, error) { return func() ([]byte, error) { return os.ReadFile(path) } }
	prints := func(args ...string) func() ([]byte, error) { return func() ([]byte, error) { return printed(args...) } }
	for _, page := range []struct {
		path string
		text func() ([]byte, error)
	}{
		{"/usr/share/bash-completion/completions/game-tui", prints("completion", "bash")},
		{"/usr/share/zsh/vendor-completions/_game-tui", prints("completion", "zsh")},
		{"/usr/share/fish/vendor_completions.d/game-tui.fish", prints("completion", "fish")},
		{"/usr/share/man/man1/game-tui.1.gz", prints("man")},
		{"/usr/share/doc/game-tui/changelog.gz", read(source + "/CHANGELOG.md")},
		{"/usr/share/doc/game-tui/third-party.gz", read(filepath.Join(out, thirdParty))},
	} {
		text, err := page.text()
		if err != nil {
			return err
		}
		if strings.HasSuffix(page.path, ".gz") {
			text = packed(text)
		}
		from := filepath.Join(work, fmt.Sprint(len(list)))
		if err := os.WriteFile(from, text, 0o644); err != nil {
			return err
		}
		add(page.path, from, 0o644, "")
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "game-tui", Arch: t.arch, Platform: "linux", Version: c.version, Release: "1", VersionSchema: "none",
		Section: "games", Priority: "optional", License: "MIT", MTime: c.when,
		Maintainer:   "the developers of game-tui <game-tui@localhost>",
		Description:  "Plays and shows matches of the Jutge course games in a terminal\n" + description,
		Overridables: nfpm.Overridables{Contents: list, Deb: nfpm.Deb{Compression: "gzip"}},
	})
	packager, err := nfpm.Get("deb")
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := packager.Package(info, &text); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "game-tui_linux_"+t.arch+".deb"), text.Bytes(), 0o644)
}

// description is what a package's description says below its first line.
const description = `Four programs play Harry Potter, Money Heist or The Purge on a grid:
game-tui plays the match as the official engine does, byte for byte, and
shows it in colour with scores, orders and events, to you and over SSH to
others. It runs tournaments, says when and why a match was lost, and makes
pictures and pages of it.`

// packed is the text as gzip, without a time.
func packed(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(text)
	z.Close()
	return b.Bytes()
}
