package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/cmd/game-tui/infile"
	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/league"
	"game-tui/sim/match"
)

// copies are the players of a plan as they play it: what is built in, and of programs copies, in a
// folder of this program's own, of the files that the plan names by their hashes. What becomes of
// the files meanwhile changes nothing. The other words of a plan are text, which opens nothing,
// but for those of typed.
type copies struct {
	game   sim.Game
	plan   *league.Plan
	limits sim.Limits
	mode   process.Mode
	typed  map[int]process.Command // players that were typed in this command
	remote league.Fetch            // where files come from; nil: from this disk
	room   int64                   // bytes that copies may still take

	mu        sync.Mutex
	dir       string                  // of all copies; empty where there is none
	made      map[int]process.Command // by player
	paths     map[string]string       // of copies, by hash
	originals []*original
}

// original is a file of this disk that was copied.
type original struct {
	player int
	file   league.File
	info   fs.FileInfo
}

// newCopies makes copies of nothing yet. They must be closed.
func newCopies(game sim.Game, p *league.Plan, mode process.Mode) *copies {
	return &copies{game: game, plan: p, limits: matchLimits(p), mode: mode, room: math.MaxInt64,
		made: map[int]process.Command{}, paths: map[string]string{}}
}

// close removes the copies.
func (c *copies) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.dir != "" {
		_ = os.RemoveAll(c.dir) // what is left there is nobody's
	}
}

// field is the field of all players, on so many cores of this machine.
func (c *copies) field(ctx context.Context, cores int) (*match.Field, error) {
	field := fieldOf(c.game, c.plan)
	c.limits.MatchWall = wallOf(c.plan, cores)
	field.Spec.Limits = c.limits
	for i := range c.plan.Player {
		e, err := c.entry(ctx, i)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", c.plan.Player[i].Name, err)
		}
		field.Entries = append(field.Entries, e)
	}
	return field, nil
}

// entry makes a player ready to play.
func (c *copies) entry(ctx context.Context, i int) (match.Entry, error) {
	e := &c.plan.Player[i]
	if e.Program == nil {
		b, ok := ai.Find(c.game.Name(), e.Builtin)
		if !ok {
			return match.Entry{}, fmt.Errorf("there is no built-in player %s in %s", clean.Short(e.Builtin, 40), c.game.Title())
		}
		return match.Entry{Seat: match.Seat{Name: b.Name}, New: b.New}, nil
	}
	command, err := c.command(ctx, i)
	if err != nil {
		return match.Entry{}, err
	}
	return newProgram(wordOf(e), command, c.limits, c.mode)
}

// command is the command of a player that is a program, whose files are copied the first time.
func (c *copies) command(ctx context.Context, i int) (process.Command, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if command, ok := c.made[i]; ok {
		return command, nil
	}
	g := c.plan.Player[i].Program
	room, err := g.Room()
	if err != nil {
		return process.Command{}, err
	}
	if room > c.room {
		return process.Command{}, errRoom
	}
	if c.dir == "" {
		if c.dir, err = os.MkdirTemp("", "game-tui-players-"); err != nil {
			return process.Command{}, fmt.Errorf("copy its files: %w", err)
		}
	}
	dir := filepath.Join(c.dir, strconv.Itoa(i))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return process.Command{}, err
	}
	words, err := g.Copy(ctx, dir, c.fetch(i))
	if err != nil {
		return process.Command{}, errors.Join(err, os.RemoveAll(dir))
	}
	c.room -= room
	for _, f := range g.Files {
		c.paths[f.SHA256] = filepath.Join(dir, strconv.Itoa(f.Word), filepath.FromSlash(f.Name))
	}
	command, ok := c.typed[i]
	if !ok {
		command = process.Foreign(g.Argv)
	}
	c.made[i] = command.With(words)
	return c.made[i], nil
}

// errRoom says that the files of players take more than they may.
var errRoom = errors.New("the files of the players take more than they may")

// fetch gives the files of a player.
func (c *copies) fetch(i int) league.Fetch {
	if c.remote != nil {
		return c.remote
	}
	return func(ctx context.Context, f league.File, w io.Writer) error {
		info, err := c.readOriginal(ctx, i, f, w)
		if err == nil {
			c.originals = append(c.originals, &original{i, f, info})
		}
		return err
	}
}

// Why a file of this disk is not what the plan says.
var (
	errChanged = errors.New("has changed since the tournament began")
	errGone    = errors.New("is not there any more (looked from this folder)")
)

// pathOf is where a file of a player lies on this disk.
func (c *copies) pathOf(i int, f league.File) string {
	word := c.plan.Player[i].Program.Argv[f.Word]
	if abs, err := filepath.Abs(word); err == nil {
		word = abs
	}
	return filepath.Join(filepath.Dir(word), filepath.FromSlash(f.Name))
}

// readOriginal reads a file of a player from this disk. Whatever word the plan has for it, no other
// file than that of its hash counts.
func (c *copies) readOriginal(ctx context.Context, i int, f league.File, w io.Writer) (fs.FileInfo, error) {
	file, err := infile.Open(ctx, c.pathOf(i, f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if file.Info().Size() != f.Size {
		return nil, errChanged
	}
	h := sha256.New()
	if _, err := io.Copy(io.MultiWriter(h, w), io.LimitReader(file, f.Size+1)); err != nil {
		return nil, err
	}
	if hex.EncodeToString(h.Sum(nil)) != f.SHA256 {
		return nil, errChanged
	}
	return file.Info(), nil
}

// lookEvery is how often the files that were copied are looked at.
const lookEvery = 10 * time.Second

// watched tells, of each player once, that a file of it is not what was copied any more: now and
// then, and a last time when it is stopped.
func (c *copies) watched(tell func(string)) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		told := map[int]bool{}
		for going := true; going; {
			select {
			case <-tick.C:
			case <-end:
				going = false
			}
			c.look(told, tell)
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}

// look looks at all files that were copied, and reads those that seem to be others.
func (c *copies) look(told map[int]bool, tell func(string)) {
	c.mu.Lock()
	list := slices.Clone(c.originals)
	c.mu.Unlock()
	for _, o := range list {
		if told[o.player] {
			continue
		}
		info, err := os.Stat(c.pathOf(o.player, o.file))
		if err == nil && os.SameFile(info, o.info) && info.Size() == o.info.Size() && info.ModTime().Equal(o.info.ModTime()) {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), lookEvery)
		info, err = c.readOriginal(ctx, o.player, o.file, io.Discard)
		cancel()
		if err == nil {
			o.info = info
			continue
		}
		told[o.player] = true
		tell(fmt.Sprintf("player %s: %s: %v; it goes on as it was", c.plan.Player[o.player].Name, o.file.Name, err))
	}
}

// broken finds the players that do not start here: where they start nowhere, the
// player is at fault and not the worker.
func (c *copies) broken(ctx context.Context) (list []int) {
	for i := range c.plan.Player {
		if c.plan.Player[i].Program != nil && c.describe(ctx, i) != nil {
			list = append(list, i)
		}
	}
	return list
}

// describe says why a player that is a program does not start.
func (c *copies) describe(ctx context.Context, i int) error {
	command, err := c.command(ctx, i)
	if err == nil {
		_, _, err = process.Describe(ctx, process.Spec{Command: command, Limits: matchLimits(c.plan), Sandbox: c.mode})
	}
	return err
}

// read reads a part of a file for a worker, by its hash.
func (c *copies) read(sum string, p []byte, offset int64) (int, error) {
	c.mu.Lock()
	path := c.paths[sum]
	c.mu.Unlock()
	f, err := os.Open(path)
	if err != nil {
		return 0, errUnread
	}
	defer f.Close()
	n, err := f.ReadAt(p, offset)
	if err != nil && err != io.EOF {
		return 0, errUnread
	}
	return n, nil
}

var errUnread = errors.New("cannot be read on the coordinator's machine any more")
