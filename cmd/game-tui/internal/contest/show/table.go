package show

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"game-tui/cmd/game-tui/internal/contest/roster"
	"game-tui/cmd/game-tui/internal/files"
	"game-tui/cmd/game-tui/internal/progress"
	"game-tui/cmd/game-tui/internal/report"
	"game-tui/sim/league"
	"game-tui/sim/league/schedule"
	"game-tui/sim/match"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/export"
	"game-tui/tui/export/encode"
	"game-tui/tui/ui"
)

// Printer configures how a tournament file is shown.
type Printer struct {
	Format                     report.Format
	PrintConfig, OpenDashboard bool

	NamesFile string // CSV file with names for the players
	CopyPath  string // path for a copy with the new names; if set, nothing else is written

	HTMLPath      string // path of the page, or of the folder for all pages
	SplitByPlayer bool   // whether to write a separate folder for each player
}

// Print prints a tournament or its configuration, opens the dashboard, or writes web pages or a
// copy.
func (f *Printer) Print(ctx context.Context, w, stderr io.Writer, name string) error {
	switch {
	case f.OpenDashboard:
		return f.showDashboard(ctx, name)
	case f.CopyPath != "" && f.NamesFile == "":
		return errors.New("-o writes a copy with other names; add --names FILE")
	}
	naming, err := roster.ReadNaming(f.NamesFile)
	if err != nil {
		return err
	}
	file, err := files.Open(name)
	if err != nil {
		return files.WithoutOp(err)
	}
	defer file.Close()
	if f.CopyPath != "" {
		return f.writeCopy(file, name, naming, stderr)
	}
	standings, err := league.ReadStandings(file)
	if err != nil {
		return fileError(name, err, &league.Plan{})
	}
	if f.PrintConfig {
		_, err := io.WriteString(w, standings.Plan.Config)
		return err
	}
	recorded := *standings.Plan
	if naming != nil {
		naming.Rename(standings.Plan)
		naming.Report(stderr, standings.Plan)
		if err := standings.Plan.Seal(); err != nil {
			return fmt.Errorf("%s: %w", f.NamesFile, err)
		}
	}
	r := NewStandings(name, standings)
	if f.HTMLPath != "" {
		return f.writeHTML(ctx, stderr, name, &recorded, standings, r)
	}
	return r.Write(w, f.Format)
}

// writeCopy writes a renamed copy of the file for publication.
func (f *Printer) writeCopy(source *os.File, name string, naming *roster.Naming, stderr io.Writer) error {
	if _, err := os.Lstat(f.CopyPath); err == nil {
		return fmt.Errorf("%s already exists; name another file", f.CopyPath)
	}
	var plan *league.Plan
	return writeFile(f.CopyPath, func(w io.Writer) error {
		err := league.Copy(w, source, func(p *league.Plan) {
			plan = p
			naming.Rename(p)
			naming.Report(stderr, p)
		}, naming.RenameFolders)
		if errors.Is(err, league.ErrDamaged) || errors.Is(err, league.ErrNotTournament) {
			return fileError(name, err, plan)
		}
		return err
	})
}

func (f *Printer) showDashboard(ctx context.Context, name string) error {
	if !files.StdoutIsTerminal() {
		return errors.New("--ui needs a terminal; omit it to print the table")
	}
	t, err := Follow(name)
	if err == nil && t.Plan.Format == schedule.Final {
		err = fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	if err != nil {
		return err
	}
	return t.Show(ctx, func(ctx context.Context, a *Replayer) error { return RunDashboard(ctx, t.Monitor, a, nil) })
}

func PrintPlayoff(ctx context.Context, w io.Writer, f report.Format, name string) error {
	results := map[int]*league.Result{}
	in, err := ReadKnockout(ctx, name, func(r *league.Result) { results[r.N] = r })
	if err != nil {
		return err
	}
	p := in.Plan
	if p.Format == schedule.Final {
		return fmt.Errorf("%s: %w", name, league.ErrFinal)
	}
	for _, k := range in.Keys {
		in.Schedule.AddKey(k)
	}
	return report.NewPlayoff(name, p, in.Schedule, results, roster.WordOf, func(ref league.MatchRef) (int32, string) {
		return SeedAndReplayCommand(p, in.Schedule, ref)
	}).Write(w, f)
}

// maxSiteBytes is the maximum total size of the match pages in bytes. Further matches are listed with
// the command that plays them.
const maxSiteBytes = 28 << 20

type site struct {
	dir         string
	standings   *league.Standings
	report      *report.Standings
	replayer    *Replayer
	pageCounter *progress.Counter

	mu            sync.Mutex
	pages         map[league.MatchRef]pageFile
	missingReason string // why some matches have no page
}

type pageFile struct {
	name string
	size int64
}

// writeHTML writes a tournament as one page or as a site. plan is the recorded plan; the players in
// standings may have been renamed.
func (f *Printer) writeHTML(ctx context.Context, stderr io.Writer, name string, plan *league.Plan, standings *league.Standings, r *report.Standings) error {
	if ext := strings.ToLower(filepath.Ext(f.HTMLPath)); ext == ".html" || ext == ".htm" {
		if f.SplitByPlayer {
			return errors.New("--private writes a folder for each player; name a new folder, as in --html handout")
		}
		return writeFile(f.HTMLPath, func(w io.Writer) error { return r.WriteHTML(w, report.PageLinks{}) })
	}
	if list, err := os.ReadDir(f.HTMLPath); err == nil && len(list) > 0 || err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("--html %s already exists; name a new folder, or a page such as table.html", f.HTMLPath)
	}
	replayer, err := NewReplayer(name, plan)
	if err != nil {
		return err
	}
	defer replayer.Close()
	replayer.NamesPlan = standings.Plan
	if err := os.MkdirAll(f.HTMLPath, 0o777); err != nil {
		return files.NewWriteError(f.HTMLPath, err)
	}
	s := &site{dir: f.HTMLPath, standings: standings, report: r, replayer: replayer, pages: map[league.MatchRef]pageFile{}}
	list := s.matchesToShow()
	s.pageCounter = progress.NewCounter(stderr, len(list)+len(r.Players), "pages")
	write := s.writePages
	if f.SplitByPlayer {
		write = s.writeHandouts
	}
	text, err := write(ctx, list)
	s.pageCounter.Stop()
	if err != nil {
		return err
	}
	fmt.Fprintln(stderr, text)
	if s.missingReason != "" {
		fmt.Fprintln(stderr, "some matches are missing:", sanitize.Line(s.missingReason))
	}
	return nil
}

// writePages writes the pages of matches and players, and index.html. It returns a message with the
// path of index.html.
func (s *site) writePages(ctx context.Context, list []league.MatchRef) (text string, err error) {
	err = s.replayAll(ctx, list, func(ctx context.Context, i int, rec *record.Record) error {
		name := fmt.Sprintf("match-%03d.html", i+1)
		size, err := s.writeMatch(ctx, filepath.Join(s.dir, name), rec, true)
		if err == nil {
			s.mu.Lock()
			s.pages[list[i]] = pageFile{name, size}
			s.mu.Unlock()
		}
		return err
	})
	if err != nil {
		return "", err
	}
	s.dropExcess()
	if len(s.pages) > 0 {
		for name, text := range encode.SharedFiles() {
			if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o666); err != nil {
				return "", err
			}
		}
	}
	match := func(ref league.MatchRef) string {
		ref.Seat = 0
		return s.pages[ref].name
	}
	pages := report.PageLinks{Player: playerPageName, Match: match, MissingReason: s.missingReason}
	for i := range s.report.Players {
		err := writeFile(filepath.Join(s.dir, playerPageName(s.report.Players[i].Entry)), func(w io.Writer) error {
			return s.report.WritePlayerHTML(w, i, "index.html", pages)
		})
		if err != nil {
			return "", err
		}
		s.pageCounter.Add(1)
	}
	index := filepath.Join(s.dir, "index.html")
	err = writeFile(index, func(w io.Writer) error { return s.report.WriteHTML(w, pages) })
	return "open " + sanitize.Line(index), err
}

func playerPageName(entry int) string { return fmt.Sprintf("player-%03d.html", entry+1) }

var shownKinds = []struct {
	kind league.HighlightKind
	name string
}{{league.WorstMatch, "worst"}, {league.BestMatch, "best"}}

// isShown reports whether a match gets a page. A player's worst match gets one only if it was lost.
func isShown(kind league.HighlightKind, m league.Highlight) bool {
	return m.Played && (kind != league.WorstMatch || m.Margin < 0)
}

// matchesToShow returns the worst and best matches of all players, without duplicates and with the
// worst ones first.
func (s *site) matchesToShow() (list []league.MatchRef) {
	for _, as := range shownKinds {
		for i := range s.report.Players {
			m := s.standings.Highlights.Players[s.report.Players[i].Entry][as.kind]
			if m.Seat = 0; isShown(as.kind, m) && !slices.Contains(list, m.MatchRef) {
				list = append(list, m.MatchRef)
			}
		}
	}
	return list
}

// replayAll plays matches again on all cores and passes each record to handle. If a match cannot be
// played, it stores the reason in s.missingReason.
func (s *site) replayAll(ctx context.Context, list []league.MatchRef, handle func(ctx context.Context, i int, rec *record.Record) error) error {
	if s.report.HasSecretSeeds {
		s.missingReason = "the players' seeds are secret until all matches are played"
		return nil
	}
	return match.ParallelFor(ctx, len(list), func(ctx context.Context, i int) error {
		rec, err := s.replayer.Play(ctx, list[i])
		if err == nil {
			err = handle(ctx, i, rec)
		} else if ctx.Err() == nil {
			s.mu.Lock()
			s.missingReason = sanitize.Line(err.Error())
			s.mu.Unlock()
			err = nil
		}
		s.pageCounter.Add(1)
		return err
	})
}

// writeMatch writes the page of a match, without the players' output, and returns its size.
func (s *site) writeMatch(ctx context.Context, name string, rec *record.Record, useSharedFiles bool) (int64, error) {
	request := export.NewRequest(ui.ExportOptions{Format: "html", Round: -1, From: -1, To: -1})
	request.UseSharedFiles = useSharedFiles
	work, err := request.Prepare(withoutOutput(rec))
	if err != nil {
		return 0, err
	}
	out, err := files.Create(name)
	if err != nil {
		return 0, err
	}
	defer out.Discard()
	if err := work.Write(out, func(int) bool { return ctx.Err() == nil }); err != nil {
		return 0, err
	}
	return out.Size, out.Commit()
}

func withoutOutput(rec *record.Record) *record.Record {
	copied := record.New(*rec.Meta(), rec.State(0))
	for k := range rec.Edge() {
		turn := *rec.Turn(k)
		for i := range turn.Reports {
			turn.Reports[i].Stderr, turn.Reports[i].Marks = nil, nil
		}
		copied.AppendFrom(rec, k, &turn)
	}
	_, err := rec.Ended()
	copied.End(err)
	return copied
}

// dropExcess keeps match pages, in order, up to a total size of maxSiteBytes, and removes the rest.
func (s *site) dropExcess() {
	list := slices.SortedFunc(maps.Keys(s.pages), func(a, b league.MatchRef) int { return strings.Compare(s.pages[a].name, s.pages[b].name) })
	total := int64(0)
	for _, at := range list {
		if total += s.pages[at].size; total > maxSiteBytes {
			s.missingReason = "all match pages together would be too large"
			_ = os.Remove(filepath.Join(s.dir, s.pages[at].name))
			delete(s.pages, at)
		}
	}
}

// writeHandouts writes a folder for each player, with the player's page, worst and best match, and
// output in these matches. The file who.csv maps the folders to players.
func (s *site) writeHandouts(ctx context.Context, list []league.MatchRef) (text string, err error) {
	for i := range s.report.Players {
		folder := s.handoutFolder(s.report.Players[i].Entry)
		if err := os.Mkdir(folder, 0o777); err != nil {
			return "", files.NewWriteError(s.dir, err)
		}
	}
	err = s.replayAll(ctx, list, func(ctx context.Context, i int, rec *record.Record) error {
		return s.writeHandoutMatch(ctx, list[i], rec)
	})
	for i := 0; i < len(s.report.Players) && err == nil; i++ {
		entry := s.report.Players[i].Entry
		folder := s.handoutFolder(entry)
		pages := report.PageLinks{MissingReason: s.missingReason, Match: func(ref league.MatchRef) string {
			for _, as := range shownKinds {
				if _, err := os.Stat(filepath.Join(folder, as.name+".html")); err == nil && s.standings.Highlights.Players[entry][as.kind].MatchRef == ref {
					return as.name + ".html"
				}
			}
			return ""
		}}
		err = writeFile(filepath.Join(folder, "index.html"), func(w io.Writer) error { return s.report.WritePlayerHTML(w, i, "", pages) })
		s.pageCounter.Add(1)
	}
	if err != nil {
		return "", err
	}
	who := filepath.Join(s.dir, "who.csv")
	return sanitize.Line(who) + " maps folders to players; keep it private", writeFile(who, func(w io.Writer) error {
		table := csv.NewWriter(w)
		_ = table.Write([]string{"folder", "player"}) // Flush reports write errors.
		for i, name := range s.standings.Plan.Names()[:len(s.report.Players)] {
			_ = table.Write([]string{filepath.Base(s.handoutFolder(i)), sanitize.CSVCell(name)})
		}
		table.Flush()
		return table.Error()
	})
}

func (s *site) handoutFolder(entry int) string {
	return filepath.Join(s.dir, fmt.Sprintf("player-%03d", entry+1))
}

// writeHandoutMatch writes a match into the folder of each player whose worst or best match it is.
func (s *site) writeHandoutMatch(ctx context.Context, ref league.MatchRef, rec *record.Record) error {
	// Rivals in a comparison get no folder.
	for entry, matches := range s.standings.Highlights.Players[:len(s.report.Players)] {
		for _, as := range shownKinds {
			m := matches[as.kind]
			seat := m.Seat
			if m.Seat = 0; m.MatchRef != ref || !isShown(as.kind, m) {
				continue
			}
			path := filepath.Join(s.handoutFolder(entry), as.name)
			if _, err := s.writeMatch(ctx, path+".html", rec, false); err != nil {
				return err
			}
			if err := writeFile(path+".txt", func(w io.Writer) error { return writeOutput(w, rec, seat) }); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeOutput(w io.Writer, rec *record.Record, seat int) error {
	fmt.Fprintf(w, "standard error of seat %d, seed %d, by round\n", seat, rec.Meta().Seed)
	for k := range rec.Edge() {
		for _, line := range rec.Turn(k).Reports[seat].Stderr {
			if _, err := fmt.Fprintf(w, "%d %s\n", k, sanitize.Line(line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeFile writes a file atomically.
func writeFile(name string, write func(io.Writer) error) error {
	out, err := files.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	text := bufio.NewWriter(out)
	if err := errors.Join(write(text), text.Flush()); err != nil {
		return err
	}
	return out.Commit()
}
