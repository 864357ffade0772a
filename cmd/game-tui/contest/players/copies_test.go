package players

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
)

// hashes are those of the files of a program, as they were copied.
func hashes(t *testing.T, d *Copies, g *league.Program) string {
	t.Helper()
	var list []string
	for _, f := range g.Files {
		text := make([]byte, f.Size+1)
		n, err := d.Read(f.SHA256, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		text = text[:n]
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(text)) != f.Size {
			t.Errorf("%s: the copy is not what the plan says", f.Name)
		}
		list = append(list, f.SHA256)
	}
	return strings.Join(list, " ")
}

// TestPlayersThatChangeAreReadOnce: a player that changes while a tournament begins plays as it was when it was
// read, and what the plan says of it is what plays.
func TestPlayersThatChangeAreReadOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bot := filepath.Join(dir, "bot.sh")
	write := func(text string) {
		if err := os.WriteFile(bot+".new", []byte(text), 0o755); err != nil {
			t.Error(err)
		}
		if err := os.Rename(bot+".new", bot); err != nil {
			t.Error(err)
		}
	}
	write("#!/bin/sh\n")
	d := NewCopies(CopyRoom)
	defer d.Close()
	game, _ := catalog.Find("thepurge")
	f := &Reader{play.Request{Sandbox: process.Off}, io.Discard}
	list, err := f.Contenders(t.Context(), game, []process.Typed{process.AsTyped(bot), process.AsTyped("Demo")}, d)
	if err != nil {
		t.Fatal(err)
	}
	was := hashes(t, d, list[0].Program)
	write("#!/bin/sh\nexit 3\n")
	c := f.Copies(game, &league.Plan{Game: "thepurge"}, list, d)
	field, err := c.Field(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if is := hashes(t, d, c.Plan.Player[0].Program); is != was || field.Entries[0].Seat.Hash == "" {
		t.Errorf("%s plays, %s was read", is, was)
	}
	// Whatever is written meanwhile, one state is hashed and copied.
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				write(strings.Repeat(fmt.Sprintln("#", i), 1+i%7*1000))
			}
		}
	}()
	for range 100 {
		g, _, err := d.Take(commandOf(t, bot))
		if err != nil && !strings.Contains(err.Error(), "is being changed") {
			t.Fatal(err)
		}
		if err == nil {
			hashes(t, d, g)
		}
	}
	close(stop)
	<-stopped
}

// TestCopiesAreBounded: of a player, and of all, and before anything is read.
func TestCopiesAreBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bot"), 0o755); err != nil {
		t.Fatal(err)
	}
	bot, data := filepath.Join(dir, "bot", "main.sh"), filepath.Join(dir, "bot", "data")
	for _, name := range []string{bot, data} {
		if err := os.WriteFile(name, bytes.Repeat([]byte("#"), 10_000), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	folder := commandOf(t, filepath.Dir(bot))
	none := func(context.Context, league.File, io.Writer) error {
		t.Error("something is read")
		return nil
	}
	said := league.Program{Argv: []string{"bot"}, Files: []league.File{{Name: "bot/x", Size: league.MaxBytes}, {Name: "bot/y", Size: 1}}}
	for _, c := range []struct {
		name string
		room int64
		do   func(*Copies) error
		want error
	}{
		{"a player", CopyRoom, func(d *Copies) error { _, _, err := d.Take(folder); return err }, nil},
		{"no room for a player", 15_000, func(d *Copies) error { _, _, err := d.Take(folder); return err }, ErrRoom},
		{"no room for its folders", 21_000, func(d *Copies) error { _, _, err := d.Take(folder); return err }, ErrRoom},
		{"no room for another", 60_000, func(d *Copies) error {
			if _, _, err := d.Take(folder); err != nil {
				t.Error(err)
			}
			_, _, err := d.Take(folder)
			return err
		}, ErrRoom},
		{"a plan", CopyRoom, func(d *Copies) error { _, err := d.Fetch(t.Context(), &said, none); return err }, league.ErrLarge},
		{"a plan without room", 1 << 20, func(d *Copies) error {
			_, err := d.Fetch(t.Context(), &league.Program{Argv: said.Argv, Files: said.Files[:1]}, none)
			return err
		}, ErrRoom},
	} {
		d := NewCopies(c.room)
		if err := c.do(d); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		list, err := os.ReadDir(d.path)
		if want := min(d.players, 1); err != nil || c.want != nil && d.players == 1 && len(list) != 0 || len(list) > want {
			t.Errorf("%s: %d folders are left, %v", c.name, len(list), err)
		}
		d.Close()
	}
	if err := os.Truncate(data, 1<<40); err != nil {
		t.Skip(err)
	}
	d := NewCopies(CopyRoom)
	defer d.Close()
	if _, _, err := d.Take(folder); !errors.Is(err, league.ErrLarge) {
		t.Errorf("a file of 1 TiB: %v", err)
	}
}

// commandOf is a typed command.
func commandOf(t *testing.T, word string) process.Command {
	t.Helper()
	c, ok, err := process.Parse(process.AsTyped(word))
	if err != nil || !ok {
		t.Fatal(word, ok, err)
	}
	return c
}
