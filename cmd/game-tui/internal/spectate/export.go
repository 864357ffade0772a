package spectate

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"

	"game-tui/ai"
	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/play"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/export"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
)

// ExportConfig holds the options of `game-tui export`.
type ExportConfig struct {
	Output       string
	GivenOptions []string // options that the user set, for errors about inapplicable ones
	export.Request
}

// Run exports a recording.
func (e *ExportConfig) Run(ctx context.Context, address string) error {
	if err := e.findFormat(); err != nil {
		return err
	}
	rec, err := e.open(ctx, address)
	if err != nil {
		return err
	}
	work, err := e.Prepare(rec)
	if err != nil {
		return err
	}
	out, err := files.Create(e.Output)
	if err != nil {
		return err
	}
	done := progress.NewCounter(os.Stderr, work.ScreenCount, "screens")
	err = exportTo(ctx, out, work, done.Set)
	done.Stop()
	if err == nil {
		fmt.Fprint(os.Stderr, e.sizeHint(out.Name, out.Size))
	}
	return err
}

// exportTo writes an export, calling show with the number of finished screens. The file appears
// only once it is complete.
func exportTo(ctx context.Context, out *files.Output, work *export.Work, show func(n int)) error {
	defer out.Discard()
	err := work.Write(out, func(n int) bool {
		show(n)
		return ctx.Err() == nil
	})
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	return out.Commit()
}

// export writes what the viewer sees to a new file in the current folder and returns its path. It
// exports a match in progress up to the current round.
func (s *spectator) export(ctx context.Context, req ui.Export, progress func(string)) (string, error) {
	f := export.NewRequest(req.ExportOptions)
	var work *export.Work
	var err error
	if s.Command != nil && f.FileFormat.IsCard() {
		f.OpenCommand, err = s.Command(ui.CopyCommand{Record: req.Record, Round: f.Round, HighlightedSeat: -1})
		// Name a recording without its folder.
		if name := req.Record.Meta().Source; err == nil && name != "" {
			f.OpenCommand = openCommand(name, f.Round)
		}
	}
	if f.FileFormat.IsSingleRound && !f.FileFormat.IsCard() {
		work, err = f.PrepareScreen(req.Screen(), req.Palette, req.Record.Meta())
	} else {
		work, err = f.Prepare(req.Record)
	}
	if err != nil {
		return "", err
	}
	out, err := files.CreateMatchFile(req.Record.Meta(), f.FileFormat.Extension)
	if err != nil {
		return "", err
	}
	err = exportTo(ctx, out, work, func(n int) {
		if n%20 == 0 {
			progress(fmt.Sprintf("exporting: %d of %d screens", n, work.ScreenCount))
		}
	})
	return files.AbsolutePath(out.Name), err
}

// sizeHint returns a hint if many services would refuse a file of this size and it could be
// smaller.
func (e *ExportConfig) sizeHint(name string, size int64) string {
	if size <= export.MaxFileSize || e.FileFormat.IsSingleRound {
		return ""
	}
	return fmt.Sprintf("%s is %d MB; for a smaller file, %s\n", sanitize.Line(name), size/1e6, export.FileSizeHint)
}

func (e *ExportConfig) findFormat() error {
	if e.Output == "" {
		return errors.New("name the output file, as in -o match.html; its extension or --format must be one of " + strings.Join(export.FormatNames(), ", "))
	}
	name, hint := e.Format, "--format "+strconv.Quote(e.Format)
	if name == "" {
		name = export.FormatNameForExt(strings.ToLower(strings.TrimPrefix(filepath.Ext(e.Output), ".")))
		hint = "-o " + e.Output + ": unknown file extension"
		if e.Output == "-" {
			hint = "-o - needs --format"
		}
	}
	if err := e.SetFormat(name, hint, func(option string) bool { return slices.Contains(e.GivenOptions, option) }); err != nil {
		return err
	}
	if e.Output == "-" && e.FileFormat.Name != "txt" && term.IsTerminal(os.Stdout.Fd()) {
		return fmt.Errorf("%s is binary; add -o match.%s, or redirect the output with > FILE", e.FileFormat.Name, e.FileFormat.Extension)
	}
	return nil
}

// open reads a recording. If there are no notes, open replays the match to obtain them.
func (e *ExportConfig) open(ctx context.Context, arg string) (*record.Record, error) {
	p, err := files.ParseAddress(arg)
	if err != nil {
		return nil, err
	}
	if err := e.SetPlace(p); err != nil {
		return nil, err
	}
	rec, text, hasNotes, err := files.OpenRecording(ctx, p.Name)
	if err != nil {
		return nil, err
	}
	if _, err := p.Resolve(rec); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	e.OpenCommand = openCommand(p.Name, p.Round)
	if hasNotes {
		return rec, nil
	}
	progress.Show(os.Stderr, "replaying the match to recover missing data")
	defer progress.Clear(os.Stderr)
	if match.Enrich(ctx, text, rec, ai.Find) {
		var turns []*sim.Turn // Omit processor times, because they differ between runs.
		for k := 0; rec.Turn(k) != nil; k++ {
			t := *rec.Turn(k)
			for seat := range t.Reports {
				t.Reports[seat].CPU, t.Reports[seat].TotalCPU = 0, 0
			}
			turns = append(turns, &t)
		}
		rec.Enrich(turns)
		if again, ok := replayCommand(rec.Meta()); ok { // Built-in players need no recording.
			e.OpenCommand = again
		}
	}
	return rec, ctx.Err()
}

// openCommand returns the command that opens a recording in the current folder.
func openCommand(name string, round int) string {
	return "game-tui watch " + cliarg.Quote(location.Address{Name: filepath.Base(name), Round: round}.String())
}

// replayCommand returns the command that replays a match of built-in players. It returns false if
// the settings are not the game's default.
func replayCommand(m *record.Meta) (string, bool) {
	config, err := catalog.ReadConfig(configs.Default(m.Game.Name()))
	if err != nil || !bytes.Equal(config.Settings.AppendText(nil), m.Settings.AppendText(nil)) {
		return "", false
	}
	var source []string
	if m.Game != catalog.Default() {
		source = []string{"--game", m.Game.Name()}
	}
	return play.MatchCommand(m.Names[:], source, m.Seed, nil, nil), true
}
