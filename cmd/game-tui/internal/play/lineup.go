package play

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"game-tui/ai"
	"game-tui/ai/process"
	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
)

// SeatPlayers puts the players named by args into spec and returns them. The default line-up fills
// the other seats. Like [Request.Entries], it sets the sandbox in spec.
func (r *Request) SeatPlayers(ctx context.Context, game sim.Game, spec *match.Spec, args []resolve.Typed) ([sim.Seats]match.Entry, error) {
	var lineUp [sim.Seats]match.Entry
	if len(args) > sim.Seats {
		return lineUp, fmt.Errorf("%d players given (%s), but a match has %d", len(args), strings.Join(Words(args), " "), sim.Seats)
	}
	list, err := r.Entries(ctx, game, spec, args)
	if err != nil {
		return lineUp, err
	}
	for i, name := range ai.LineUp(game.Name()) {
		if i < len(list) {
			lineUp[i] = list[i]
		} else if lineUp[i], err = NewBuiltin(game, name, nil); err != nil {
			return lineUp, err
		}
		spec.Players[i] = lineUp[i].Player
	}
	return lineUp, nil
}

// Entries returns the players named by args. If any of them is a program, it sets the sandbox in
// spec and logs warnings.
func (r *Request) Entries(ctx context.Context, game sim.Game, spec *match.Spec, args []resolve.Typed) ([]match.Entry, error) {
	named, err := r.Resolve(ctx, game, args)
	if err != nil {
		return nil, err
	}
	list := make([]match.Entry, len(args))
	for i, p := range named {
		list[i], err = p.Builtin, p.Err
		if p.IsProgram && err == nil {
			list[i], err = NewProgram(args[i].String(), p.Command, spec.Limits, r.Sandbox)
		}
		if err != nil {
			return nil, &PlayerError{args[i].String(), err}
		}
	}
	if slices.ContainsFunc(named, func(p NamedPlayer) bool { return p.IsProgram }) {
		spec.Sandbox = sandbox.LayersInForce(r.Sandbox)
		r.WarnAboutPrograms()
	}
	return list, nil
}

// A NamedPlayer is a player named on the command line.
type NamedPlayer struct {
	Builtin   match.Entry
	IsProgram bool
	Command   resolve.Command // compiled command; only valid if Err is nil
	Err       error
}

// Resolve returns the players named by args. It checks built-in names before compiling anything.
func (r *Request) Resolve(ctx context.Context, game sim.Game, args []resolve.Typed) ([]NamedPlayer, error) {
	list := make([]NamedPlayer, len(args))
	var programs []resolve.Command
	for i, word := range args {
		p, err := &list[i], error(nil)
		if p.Command, p.IsProgram, err = resolve.Parse(word); err == nil && !p.IsProgram {
			p.Builtin, err = NewBuiltin(game, word.String(), r.CommandNames)
		}
		if err != nil {
			return nil, err
		}
		if p.IsProgram {
			programs = append(programs, p.Command)
		}
	}
	compileErrs, k := r.CompileAll(ctx, programs), 0
	for i := range list {
		if p := &list[i]; p.IsProgram {
			p.Command, p.Err = programs[k], compileErrs[k]
			k++
		}
	}
	return list, nil
}

// A PlayerError is an error about the player named by Word.
type PlayerError struct {
	Word string
	Err  error
}

// Error returns a message that starts with "player" and Word. It does not repeat Word if Err starts
// with it.
func (e *PlayerError) Error() string {
	reason := e.Err.Error()
	if rest, ok := strings.CutPrefix(reason, e.Word); ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, ":")) {
		return "player " + reason
	}
	return fmt.Sprintf("player %s: %s", e.Word, reason)
}

func (e *PlayerError) Unwrap() error { return e.Err }

// NewBuiltin returns the entry of the built-in player called name. If the game has no such player, the
// error may suggest a command from commands.
func NewBuiltin(game sim.Game, name string, commands []string) (match.Entry, error) {
	if b, ok := ai.Find(game.Name(), name); ok {
		return match.Entry{Player: match.PlayerSpec{Name: b.Name}, New: b.New}, nil
	}
	if strings.HasSuffix(name, ".res") || strings.HasSuffix(name, ".res.gz") {
		return match.Entry{}, fmt.Errorf("player %s is a recording; open it with game-tui watch FILE", name)
	}
	if IsFolder(name) && filepath.Base(name) == name {
		return match.Entry{}, fmt.Errorf("player %q is a folder; type %s/", name, cliarg.Quote(name))
	}
	if len(name) > sim.MaxNameLen {
		return match.Entry{}, fmt.Errorf("player %q: names have at most %d bytes", name, sim.MaxNameLen)
	}
	names := BuiltinNames(game.Name())
	near := cliarg.Nearest(name, slices.Concat(names, commands))
	plays := func(game string) bool {
		_, ok := ai.Find(game, name)
		return ok
	}
	hint := ""
	if i := slices.IndexFunc(catalog.Names(), plays); i >= 0 {
		hint = name + " is a player of --game " + catalog.Names()[i] + "; "
	} else if near >= len(names) {
		hint = "did you mean the command " + commands[near-len(names)] + "? "
	} else if near >= 0 {
		hint = "did you mean " + names[near] + "? "
	}
	return match.Entry{}, fmt.Errorf("no player %q in %s; %sthe built-in players are %s; for a program, give a path such as ./mybot/",
		name, game.Title(), hint, strings.Join(names, ", "))
}

func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func PlayersFunc(lineUp *[sim.Seats]match.Entry) func() [sim.Seats]sim.Player {
	return func() (list [sim.Seats]sim.Player) {
		for i, e := range lineUp {
			list[i] = e.New()
		}
		return list
	}
}

func Words(args []resolve.Typed) []string {
	list := make([]string, len(args))
	for i, w := range args {
		list[i] = w.String()
	}
	return list
}

// maxFolderName is the maximum length of a folder name in bytes.
const maxFolderName = 40

// NewProgram returns the entry of a program named arg.
func NewProgram(arg string, command resolve.Command, limits sim.Limits, mode sandbox.Mode) (match.Entry, error) {
	spec := process.Spec{Command: command, Limits: limits, Sandbox: mode}
	if err := spec.Check(); err != nil {
		return match.Entry{}, err
	}
	player := match.PlayerSpec{Name: arg, DisplayName: resolve.ShortName(command.Words()), Hash: hashFiles(command)}
	if words := command.Words(); len(words) == 1 && IsFolder(words[0]) {
		player.Folder = sanitize.Truncate(norm.NFC.String(resolve.DisplayName(words)), maxFolderName)
	}
	return match.Entry{Player: player, New: func() sim.Player { return process.New(spec) }}, nil
}

// hashFiles returns the hash of all files of a command, or "" if it has no files or they are too
// large.
func hashFiles(command resolve.Command) string {
	h := sha256.New()
	bytesLeft := int64(league.MaxProgramSize)
	err := command.WalkFiles(func(f *resolve.File) error {
		if f.Info.IsDir() {
			return nil
		}
		n, _ := f.Copy(h, bytesLeft) // Skip unreadable files.
		if bytesLeft -= n; bytesLeft < 0 {
			return league.ErrProgramTooLarge
		}
		return nil
	})
	if err != nil || bytesLeft == league.MaxProgramSize {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
