package source

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/match"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/tui/sshd"
	"game-tui/tui/view/lobby"
)

// still is a player that gives no orders.
type still struct{}

func (still) Play(context.Context, *sim.Query) sim.Reply { return sim.Reply{} }

// short is a configuration with few rounds.
func short(t *testing.T) string {
	t.Helper()
	g := catalog.Default()
	text := string(configs.Default(g.Name()))
	cut := strings.Replace(text, "NUM_ROUNDS\t\t\t200", "NUM_ROUNDS\t\t\t3", 1)
	if cut == text {
		t.Fatal("the configuration has no number of rounds")
	}
	return cut
}

func newMatch(ctx context.Context, t *testing.T, seed int32) *match.Match {
	t.Helper()
	g := catalog.Default()
	spec := match.Spec{Game: g.Name(), Config: short(t), Seed: seed}
	var players [sim.Seats]sim.Player
	for i := range players {
		spec.Players[i].Name, players[i] = fmt.Sprint("P", i), still{}
	}
	m, err := match.New(ctx, g, spec, players)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// recordingText returns the recording of a short match.
func recordingText(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := newMatch(context.Background(), t, 7).Run(context.Background(), match.Options{Recording: &b}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func packed(t *testing.T, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// now runs a job immediately.
func now(ctx context.Context, work func(context.Context) error) error { return work(ctx) }

func newFolder(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := NewFolder(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.root.Close() })
	return f
}

func names(v *Source) []string {
	var list []string
	for _, it := range v.List() {
		list = append(list, it.Name)
	}
	slices.Sort(list)
	return list
}

func TestFolderIsListed(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), recordingText(t)
	write(t, dir, "a.res", text)
	write(t, dir, "b.res.gz", packed(t, text))
	odd := "odd näme;\x1b.res"
	if runtime.GOOS == "windows" {
		odd = "odd näme;;.res" // names have no control characters
	}
	write(t, dir, odd, text)
	write(t, dir, "rubbish.res", []byte("\x1b[2J rubbish"))
	write(t, dir, "empty.res", nil)
	write(t, dir, ".hidden.res", text)
	write(t, dir, "notes.txt", text)
	outside := filepath.Join(t.TempDir(), "secret.res")
	write(t, filepath.Dir(outside), "secret.res", text)
	_ = os.Symlink(outside, filepath.Join(dir, "link.res"))
	_ = os.Mkdir(filepath.Join(dir, "folder.res"), 0o700)
	f := newFolder(t, dir)
	v := &Source{Folder: f}
	if got := strings.Join(names(v), " "); got != "a.res b.res empty.res odd_n__me__.res rubbish.res" {
		t.Errorf("offered: %s", got)
	}
	if v.OnlyMatch() != "" {
		t.Error("a folder has a lobby")
	}
	for _, it := range v.List() {
		if !sshd.IsValidName(it.Name) {
			t.Errorf("name %q", it.Name)
		}
		if it.Name == "a.res" && (it.Title != "Harry Potter" || it.Origin+" "+it.Players != "seed 7 P0 P1 P2 P3") {
			t.Errorf("heading %q %q", it.Title, it.Origin+" "+it.Players)
		}
		if it.Name == "rubbish.res" && it.Players != "not a recording" {
			t.Errorf("heading %q", it.Players)
		}
	}
	ctx := context.Background()
	for _, name := range []string{"a.res", "b.res", "odd_n__me__.res"} {
		c, err := v.Open(ctx, name, now)
		if err != nil {
			t.Fatal(err)
		}
		rec, next := c.Current()
		if rec.Edge() != 3 || next != nil || rec.Meta().Source != name {
			t.Errorf("%s: %d rounds of %s", name, rec.Edge(), rec.Meta().Source)
		}
		var b bytes.Buffer
		if err := v.Fetch(name, &b); err != nil || !bytes.Equal(b.Bytes(), text) {
			t.Errorf("fetch %s: %d bytes (%v)", name, b.Len(), err)
		}
	}
	for _, name := range []string{"rubbish.res", "empty.res"} {
		if _, err := v.Open(ctx, name, now); err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("open %s: %v", name, err)
		}
		var b bytes.Buffer
		if err := v.Fetch(name, &b); err == nil || err.Error() != name+": not a recording" || b.Len() > 0 {
			t.Errorf("fetch %s: %v, %d bytes", name, err, b.Len())
		}
	}
	for _, name := range []string{"link.res", "../secret.res", "folder.res", "", "x"} {
		if _, err := v.Open(ctx, name, now); !errors.Is(err, sshd.ErrNotFound) {
			t.Errorf("open %q: %v", name, err)
		}
		if err := v.Fetch(name, &bytes.Buffer{}); !errors.Is(err, sshd.ErrNotFound) {
			t.Errorf("fetch %q: %v", name, err)
		}
	}
}

// TestResultsAreReadOnce checks that a job reads the result of each file once.
func TestResultsAreReadOnce(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), recordingText(t)
	write(t, dir, "a.res", text)
	write(t, dir, "b.res.gz", packed(t, text))
	write(t, dir, "cut.res", text[:len(text)*2/3])
	write(t, dir, "bad.res", append(text[:len(text)/2:len(text)/2], "\nrubbish\n"...))
	write(t, dir, "rubbish.res", []byte("rubbish"))
	f := newFolder(t, dir)
	v := &Source{Folder: f}
	jobs := make(chan struct{}, 100)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		v.Complete(ctx, func(ctx context.Context, work func(context.Context) error) error {
			jobs <- struct{}{}
			return work(ctx)
		})
	}()
	defer func() {
		cancel()
		<-done
	}()
	results := func() map[string]lobby.Result {
		m := map[string]lobby.Result{}
		for _, it := range v.List() {
			m[it.Name] = it.Result
		}
		return m
	}
	news, stop := v.Home().Subscribe()
	defer stop()
	<-news
	got := results()
	if got["a.res"].Length != "3 rounds 0:01" || got["a.res"] != got["b.res"] || !strings.Contains(got["a.res"].Scores, "P0") {
		t.Errorf("results %+v", got)
	}
	if !strings.HasPrefix(got["cut.res"].Scores, "stopped in round ") {
		t.Errorf("of a recording that was cut: %+v", got["cut.res"])
	}
	if got["rubbish.res"] != (lobby.Result{}) {
		t.Errorf("of what is no recording: %+v", got["rubbish.res"])
	}
	if n := len(jobs); n != 4 {
		t.Errorf("%d jobs for 4 recordings", n)
	}
	write(t, dir, "new.res", text)
	if err := f.scan(); err != nil {
		t.Fatal(err)
	}
	<-news
	<-news
	if got = results(); got["new.res"] != got["a.res"] || len(jobs) != 5 {
		t.Errorf("a new recording: %+v after %d jobs", got["new.res"], len(jobs))
	}
}

// TestResultsWait checks that results are read later if no job can run now.
func TestResultsWait(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "a.res", recordingText(t))
	f := newFolder(t, dir)
	busy := errors.New("busy")
	if err := f.readResult(t.Context(), f.find("a.res"), func(context.Context, func(context.Context) error) error { return busy }); !errors.Is(err, busy) {
		t.Errorf("%v", err)
	}
	if f.nextUnread() == nil {
		t.Error("it is not tried again")
	}
}

func TestFolderChanges(t *testing.T) {
	t.Parallel()
	dir, text := t.TempDir(), recordingText(t)
	f := newFolder(t, dir)
	v := &Source{Folder: f}
	news, stop := v.Home().Subscribe()
	defer stop()
	if err := f.scan(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-news:
		t.Error("nothing has changed")
	default:
	}
	write(t, dir, "new.res", text)
	if err := f.scan(); err != nil {
		t.Fatal(err)
	}
	<-news
	c, err := v.Open(context.Background(), "new.res", now)
	if err != nil {
		t.Fatal(err)
	}
	old, _ := c.Current()
	write(t, dir, "new.res", append(text, '\n')) // a different file with the same name
	if err := f.scan(); err != nil {
		t.Fatal(err)
	}
	d, err := v.Open(context.Background(), "new.res", now)
	if err != nil {
		t.Fatal(err)
	}
	if rec, _ := d.Current(); rec == old {
		t.Error("the old file is shown")
	}
	if err := os.Remove(filepath.Join(dir, "new.res")); err != nil {
		t.Fatal(err)
	}
	if err := f.scan(); err != nil {
		t.Fatal(err)
	}
	if len(v.List()) != 0 {
		t.Errorf("still there: %v", v.List())
	}
}

func TestPackedBomb(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the whole test unpacks it")
	}
	dir := t.TempDir()
	write(t, dir, "bomb.res.gz", packed(t, append(recordingText(t), bytes.Repeat([]byte{' '}, res.MaxTextBytes)...)))
	write(t, dir, "blank.res.gz", packed(t, bytes.Repeat([]byte{' '}, res.MaxTextBytes)))
	v := &Source{Folder: newFolder(t, dir)}
	if _, err := v.Open(context.Background(), "bomb.res", now); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("open: %v", err)
	}
	if err := v.Fetch("bomb.res", &bytes.Buffer{}); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("fetch: %v", err)
	}
	var b bytes.Buffer
	if err := v.Fetch("blank.res", &b); err == nil || b.Len() > 0 {
		t.Errorf("fetch what is no recording: %v, %d bytes", err, b.Len())
	}
}

func FuzzHeading(f *testing.F) {
	f.Add([]byte("Game\n\nSeed 30\n\nHarryPotter 1.0\nnames A B C D\n"))
	f.Add(simtest.Recordings(f, "harrypotter")["dummy-s30"][:2000])
	f.Add([]byte("SecGame Seed 1 x names"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var it lobby.Item
		fillItem(&it, text)
		if len(it.Title)+len(it.Players) > 120 || strings.ContainsAny(it.Players, "\x1b\x00\n") {
			t.Errorf("%q %q", it.Title, it.Players)
		}
	})
}

// TestRelayOfASilentSource checks that the list marks a silent source until its match is over.
func TestRelayOfASilentSource(t *testing.T) {
	t.Parallel()
	silent := time.Duration(0)
	rec := newMatch(t.Context(), t, 1).Record()
	s := NewRelaySeries("live", rec, func() {}, func() time.Duration {
		defer func() { silent = 0 }()
		return silent
	})
	state := func(want string) {
		t.Helper()
		if got := s.item().Progress; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	state("begins soon")
	silent = 12 * time.Second
	state("source silent for 12 s")
	state("begins soon")
	rec.End(nil)
	silent = 12 * time.Second
	state("over")
}

// TestSeriesStarts checks that the start time of a match is known once the first viewer joins, and
// is cleared for its replacement.
func TestSeriesStarts(t *testing.T) {
	t.Parallel()
	s, run, err := NewSeries(t.Context(), SeriesPlan{Name: "live", AwaitViewer: true, StartDelay: time.Hour, Log: slog.New(slog.DiscardHandler),
		NewMatch: func(ctx context.Context, _ int) (*match.Match, error) { return newMatch(ctx, t, 1), nil }})
	if err != nil {
		t.Fatal(err)
	}
	if d := s.StartsIn(); d != 0 {
		t.Errorf("it begins in %s, though nobody has come", d)
	}
	s.ViewerJoined()
	if d := s.StartsIn(); d <= 0 || d > time.Hour {
		t.Errorf("it begins in %s", d)
	}
	rec, _ := s.Current()
	if s.Replace(rec); s.StartsIn() != 0 {
		t.Errorf("another one begins in %s", s.StartsIn())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx); err != nil {
		t.Error(err)
	}
}

func TestSeriesPlaysMatchesInOrder(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	over := make(chan int32, 10)
	var last *match.Match
	s, run, err := NewSeries(ctx, SeriesPlan{Name: "live", Loop: true, AwaitViewer: true, Log: slog.New(slog.DiscardHandler),
		NewMatch: func(ctx context.Context, n int) (*match.Match, error) {
			if n > 0 && last.Record().Edge() == last.Record().Rounds() {
				over <- last.Record().Meta().Seed
			}
			last = newMatch(ctx, t, int32(10+n))
			return last, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	v := &Source{Series: s}
	done := make(chan error)
	go func() { done <- run(ctx) }()
	if got := v.List()[0].Progress; got != "begins soon" {
		t.Errorf("state %q", got)
	}
	c, err := v.Open(ctx, v.OnlyMatch(), now)
	if err != nil {
		t.Fatal(err)
	}
	first, replaced := c.Current()
	c.(sshd.LiveFeed).ViewerJoined()
	c.(sshd.LiveFeed).ViewerJoined()
	for want := int32(10); want < 13; want++ {
		if got := <-over; got != want {
			t.Errorf("seed %d, want %d", got, want)
		}
	}
	<-replaced
	if rec, _ := c.Current(); rec == first {
		t.Error("the first match stays")
	}
	var b bytes.Buffer
	if err := v.Fetch("live", &b); err != nil || !strings.HasPrefix(b.String(), "Game\n\nSeed ") { // the current match may have changed by now
		t.Errorf("fetch: %v %.20q", err, b.String())
	}
	if _, err := v.Open(ctx, "other", now); !errors.Is(err, sshd.ErrNotFound) {
		t.Errorf("open: %v", err)
	}
	cancel()
	go func() {
		for range over { // a match that is about to end may still send
		}
	}()
	if err := simtest.Receive(t, "the end of the series", done); err != nil {
		t.Error(err)
	}
}
