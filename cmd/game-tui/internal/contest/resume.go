package contest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"game-tui/ai/process/resolve"
	"game-tui/ai/process/sandbox"
	"game-tui/cmd/game-tui/internal/buildinfo"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/contest/show"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/sim/league"
	"game-tui/sim/match"
	"game-tui/sim/sanitize"
	"game-tui/tui/format"
)

func (t *tournament) resume(ctx context.Context, args []resolve.Typed) error {
	if t.Size.Seeds.Count > 0 && !t.Size.Seeds.IsMore {
		return fmt.Errorf("--resume keeps the file's settings; to add seeds, use --seeds +%d, or --for 1h for as many as fit into that time", t.Size.Seeds.Count)
	}
	return t.reopen(ctx, func(_ *league.File, p *league.Plan) (*roster.Planned, *match.Field, error) {
		return t.resumeField(ctx, p, args, nil, roster.AdviceIfChanged)
	})
}

// reopen resumes the tournament in the file t.Resume, with the players that load returns.
func (t *tournament) reopen(ctx context.Context, load func(*league.File, *league.Plan) (*roster.Planned, *match.Field, error)) error {
	var plan *league.Plan
	record, err := league.Resume(t.Resume, func(p *league.Plan) error {
		if p.EngineVersion != buildinfo.Name() {
			return fmt.Errorf("started with game-tui %s, but this is %s; resume it with that version, or start a new tournament", p.EngineVersion, buildinfo.Name())
		}
		if command := p.Format.ResumeCommand(); command != t.format.ResumeCommand() {
			return fmt.Errorf("to continue it, run game-tui %s %s", command, cliarg.Quote(t.Resume))
		}
		plan = p
		return nil
	})
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return files.Error(err)
	}
	if err != nil {
		return show.ExplainError(t.Resume, err)
	}
	c, field, err := load(record, plan)
	if err != nil {
		return errors.Join(err, record.Close())
	}
	if n, first := record.Damage(); n > 0 {
		fmt.Fprintf(t.Stderr, "%s:%s; removed %s, whose matches will be replayed\n", sanitize.Line(t.Resume), sanitize.Line(first.Error()), format.Count(n, "line"))
	}
	blocks := 0
	record.View(func(s *league.Standings) { blocks = s.Plan.Blocks() })
	if more := t.Size.Seeds.Count; more > 0 {
		blocks += more
		if err := record.Amend(blocks); err != nil {
			return errors.Join(err, record.Close())
		}
	}
	record.View(func(s *league.Standings) {
		played, planned := s.Matches()
		fmt.Fprintf(t.Stderr, "%s of %s matches played\n", format.GroupDigits(played), format.GroupDigits(planned))
	})
	return t.play(ctx, t.Resume, c, field, record, time.Now(), blocks, math.MaxInt)
}

// resumeField loads the players of a tournament file, except those that idle reports as having no
// matches left. hint is appended to errors about players.
func (t *tournament) resumeField(ctx context.Context, p *league.Plan, args []resolve.Typed, idle func(int) bool, hint string) (*roster.Planned, *match.Field, error) {
	c, err := t.resumeRoster(ctx, p, args, idle)
	if err != nil {
		return nil, nil, err
	}
	field, err := c.Field(ctx)
	if err != nil {
		err = fmt.Errorf("%w; %s", err, hint)
	}
	return c, field, err
}

// resumeRoster loads the players of a tournament file. The file is untrusted, so its programs run
// in a sandbox by default.
func (t *tournament) resumeRoster(ctx context.Context, p *league.Plan, args []resolve.Typed, idle func(int) bool) (*roster.Planned, error) {
	game, err := roster.GameOf(t.Resume, p)
	if err != nil {
		return nil, err
	}
	if p.Limits.Sandbox != "" {
		t.Request.Sandbox = sandbox.Require
	} else if roster.CountPrograms(p) > 0 {
		if err := t.Request.RequireSandbox("the tournament file " + t.Resume); err != nil {
			return nil, err
		}
	}
	if err := roster.CheckLimits(t.Resume, t.Request.Options.Limits, roster.RequiredLimits(p), func() string { return t.resumeCommand(t.Resume, p) }); err != nil {
		return nil, err
	}
	c := roster.New(game, p, t.Request.Sandbox, t.players.Dir)
	c.File, c.Finished = t.Resume, idle
	if err := t.players.RequireTyped(ctx, c, args, func() string { return t.resumeCommand(t.Resume, p) }); err != nil {
		return nil, err
	}
	t.players.Warn(p, t.log)
	return c, nil
}

func (t *tournament) resumeCommand(name string, p *league.Plan) string {
	args := append([]string{"game-tui", p.Format.ResumeCommand(), cliarg.Quote(name)}, t.Repeat...)
	if t.Request.FolderSandbox == sandbox.Require && !roster.CanSandbox(p) {
		args = append(args, "--sandbox=auto")
	}
	for _, l := range roster.RequiredLimits(p) {
		args = append(args, l.Option)
	}
	for _, flag := range t.pending {
		args = append(args, cliarg.Quote(flag))
	}
	for _, i := range roster.PlayersToRetype(name, p) {
		if i < len(p.Players)-len(t.pending) {
			args = append(args, cliarg.Quote(roster.WordOf(&p.Players[i])))
		}
	}
	return strings.Join(args, " ")
}
