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
	if t.Size.Seeds.Count > 0 && !t.Size.Seeds.IsAdditional {
		return fmt.Errorf("--resume keeps the file's settings; to add seeds, use --seeds +%d, or --for 1h for as many as fit into that time", t.Size.Seeds.Count)
	}
	return t.resumeWith(ctx, func(_ *league.File, p *league.Plan) (*roster.PlannedPlayers, *match.Field, error) {
		return t.loadField(ctx, p, args, nil, roster.ChangedPlayerHint)
	})
}

// resumeWith resumes the tournament in the file t.ResumeFile, with the players that load returns.
func (t *tournament) resumeWith(ctx context.Context, load func(*league.File, *league.Plan) (*roster.PlannedPlayers, *match.Field, error)) error {
	var plan *league.Plan
	file, err := league.Resume(t.ResumeFile, func(p *league.Plan) error {
		if p.EngineVersion != buildinfo.Name() {
			return fmt.Errorf("started with game-tui %s, but this is %s; resume it with that version, or start a new tournament", p.EngineVersion, buildinfo.Name())
		}
		if command := p.Format.ResumeCommand(); command != t.format.ResumeCommand() {
			return fmt.Errorf("started by another command; to resume it, run game-tui %s %s", command, cliarg.Quote(t.ResumeFile))
		}
		plan = p
		return nil
	})
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return files.WithoutOp(err)
	}
	if err != nil {
		return show.ExplainError(t.ResumeFile, err)
	}
	c, field, err := load(file, plan)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	if n, first := file.Damage(); n > 0 {
		fmt.Fprintf(t.Stderr, "%s:%s; removed %s, whose matches will be replayed\n", sanitize.Line(t.ResumeFile), sanitize.Line(first.Error()), format.Count(n, "line"))
	}
	blocks := 0
	file.View(func(s *league.Standings) { blocks = s.Plan.Blocks() })
	if more := t.Size.Seeds.Count; more > 0 {
		blocks += more
		if err := file.Amend(blocks); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	file.View(func(s *league.Standings) {
		played, planned := s.Matches()
		fmt.Fprintf(t.Stderr, "%s of %s matches played\n", format.GroupDigits(played), format.GroupDigits(planned))
	})
	return t.play(ctx, t.ResumeFile, c, field, file, time.Now(), blocks, math.MaxInt)
}

// loadField loads the players of a tournament file, except those that finished reports as having no
// matches left. hint is appended to errors about players.
func (t *tournament) loadField(ctx context.Context, p *league.Plan, args []resolve.Typed, finished func(int) bool, hint string) (*roster.PlannedPlayers, *match.Field, error) {
	c, err := t.loadRoster(ctx, p, args, finished)
	if err != nil {
		return nil, nil, err
	}
	field, err := c.Field(ctx)
	if err != nil {
		err = fmt.Errorf("%w; %s", err, hint)
	}
	return c, field, err
}

// loadRoster loads the players of a tournament file. The file is untrusted, so its programs run
// in a sandbox by default.
func (t *tournament) loadRoster(ctx context.Context, p *league.Plan, args []resolve.Typed, finished func(int) bool) (*roster.PlannedPlayers, error) {
	game, err := roster.GameOf(t.ResumeFile, p)
	if err != nil {
		return nil, err
	}
	if p.Limits.Sandbox != "" {
		t.Request.Sandbox = sandbox.Require
	} else if roster.CountPrograms(p) > 0 {
		if err := t.Request.RequireSandbox("the tournament file " + t.ResumeFile); err != nil {
			return nil, err
		}
	}
	if err := roster.CheckLimits(t.ResumeFile, t.Request.Options.Limits, roster.RequiredLimits(p), func() string { return t.resumeCommand(t.ResumeFile, p) }); err != nil {
		return nil, err
	}
	c := roster.New(game, p, t.Request.Sandbox, t.loader.Copies)
	c.File, c.Finished = t.ResumeFile, finished
	if err := t.loader.RequireTyped(ctx, c, args, func() string { return t.resumeCommand(t.ResumeFile, p) }); err != nil {
		return nil, err
	}
	t.loader.Warn(p, t.log)
	return c, nil
}

func (t *tournament) resumeCommand(name string, p *league.Plan) string {
	args := append([]string{"game-tui", p.Format.ResumeCommand(), cliarg.Quote(name)}, t.RepeatOptions...)
	if t.Request.FolderSandbox == sandbox.Require && !roster.CanSandbox(p) {
		args = append(args, "--sandbox=auto")
	}
	for _, l := range roster.RequiredLimits(p) {
		args = append(args, l.Option)
	}
	for _, flag := range t.pendingOptions {
		args = append(args, cliarg.Quote(flag))
	}
	for _, i := range roster.PlayersToRetype(name, p) {
		if i < len(p.Players)-len(t.pendingOptions) {
			args = append(args, cliarg.Quote(roster.WordOf(&p.Players[i])))
		}
	}
	return strings.Join(args, " ")
}
