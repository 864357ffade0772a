package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// debian packs the program with its manual page, completions and service. The
// service is not started: what it shows is for the administrator to say.
func debian(out string, t target, c commit, pages map[string][]byte) error {
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
	write := func(path string, text []byte) error {
		from := filepath.Join(work, fmt.Sprint(len(list)))
		add(path, from, 0o644, "")
		return os.WriteFile(from, text, 0o644)
	}
	add("/usr/bin/game-tui", filepath.Join(out, t.file()), 0o755, "")
	add("/usr/lib/systemd/system/game-tui.service", "game-tui.service", 0o644, "")
	add("/etc/default/game-tui", "game-tui.default", 0o644, files.TypeConfig)
	add("/usr/share/doc/game-tui/copyright", source+"/LICENSE", 0o644, "")
	for _, text := range []struct{ path, page string }{
		{"/usr/share/bash-completion/completions/game-tui", "completion bash"},
		{"/usr/share/zsh/vendor-completions/_game-tui", "completion zsh"},
		{"/usr/share/fish/vendor_completions.d/game-tui.fish", "completion fish"},
	} {
		if err := write(text.path, pages[text.page]); err != nil {
			return err
		}
	}
	changes, err := os.ReadFile(source + "/CHANGELOG.md")
	if err != nil {
		return err
	}
	if err := write("/usr/share/man/man1/game-tui.1.gz", packed(pages["man"])); err != nil {
		return err
	}
	if err := write("/usr/share/doc/game-tui/changelog.gz", packed(changes)); err != nil {
		return err
	}
	licences, err := os.ReadFile(filepath.Join(out, thirdParty))
	if err != nil {
		return err
	}
	if err := write("/usr/share/doc/game-tui/third-party.gz", packed(licences)); err != nil {
		return err
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
	f, err := os.Create(filepath.Join(out, "game-tui_linux_"+t.arch+".deb"))
	if err != nil {
		return err
	}
	if err := packager.Package(info, f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// description is what a package's description says below its first line.
const description = `Four programs play Harry Potter, Money Heist or The Purge on a grid:
game-tui plays the match as the official engine does, byte for byte, and
shows it in colour with scores, orders and events, to you and over SSH to
others. It runs tournaments, says when and why a match was lost, and makes
pictures and pages of it.`

// packed is the text as gzip, the same bytes at every time.
func packed(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.ModTime = time.Time{}
	z.Write(text)
	z.Close()
	return b.Bytes()
}
