package players

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"game-tui/ai/process"
	"game-tui/cmd/game-tui/files"
	"game-tui/cmd/game-tui/play"
	"game-tui/sim/catalog"
	"game-tui/sim/league"
)

// hashes are those of the files of a program, as they were copied.
func hashes(t *testing.T, d *files.Copies, g *league.Program) string {
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
	d := files.NewCopies(files.CopyRoom)
	defer d.Close()
	game, _ := catalog.Find("thepurge")
	f := &Reader{play.Request{Sandbox: "off"}, io.Discard}
	list, err := f.Contenders(t.Context(), game, []process.Typed{process.AsTyped(bot), process.AsTyped("Demo")}, d)
	if err != nil {
		t.Fatal(err)
	}
	was := hashes(t, d, list[0].Program)
	write("#!/bin/sh\nexit 3\n")
	c, err := f.Copies(game, &league.Plan{Game: "thepurge"}, list, d)
	if err != nil {
		t.Fatal(err)
	}
	field, err := c.Field(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if is := hashes(t, d, c.Plan.Player[0].Program); is != was || field.Entries[0].Seat.Hash == "" {
		t.Errorf("%s plays, %s was read", is, was)
	}
	var told []string
	c.look(map[int]bool{}, func(text string) { told = append(told, text) })
	if len(told) != 1 || !strings.Contains(told[0], "bot.sh: has changed") {
		t.Errorf("told %q", told)
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
		g, _, _, err := d.Take(commandOf(t, bot))
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

// commandOf is a typed command.
func commandOf(t *testing.T, word string) process.Command {
	t.Helper()
	c, ok, err := process.Parse(process.AsTyped(word))
	if err != nil || !ok {
		t.Fatal(word, ok, err)
	}
	return c
}
