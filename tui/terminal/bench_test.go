package terminal_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"game-tui/configs"
	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/terminal"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
	"game-tui/tui/view/match"
)

var reference = sync.OnceValue(func() *record.Record { return tuitest.ReferenceMatch(&testing.B{}) })

// newPausedModel returns a model that has drawn nothing, paused at a round.
func newPausedModel(w, h, round int, profile theme.Profile) *terminal.Model {
	return terminal.New(terminal.Options{Options: ui.Options{W: w, H: h, Profile: profile}, View: pausedView(reference(), round)})
}

// pausedView returns a view of a match, paused at a round.
func pausedView(rec *record.Record, round int) ui.View {
	return match.NewMatch(rec).Open(ui.OpenOptions{Paused: true, Place: location.AtRound(round)})
}

var keyRight = tea.KeyPressMsg{Code: tea.KeyRight}

// BenchmarkView times Update and View: a step to a new round, a jump, and a round that was drawn
// before.
func BenchmarkView(b *testing.B) {
	const w, h = 160, 70
	b.Run("step", func(b *testing.B) {
		b.ReportAllocs()
		last := reference().Edge()
		var m *terminal.Model
		for i := 0; b.Loop(); i++ {
			if i%last == 0 {
				b.StopTimer()
				m = newPausedModel(w, h, 0, theme.TrueColor)
				m.View()
				b.StartTimer()
			}
			m.Update(keyRight)
			m.View()
		}
		perOp(b, "ms/step")
	})
	b.Run("jump", func(b *testing.B) {
		b.ReportAllocs()
		rounds := []rune("5937182460")
		for i := 0; b.Loop(); i++ {
			b.StopTimer()
			m := newPausedModel(w, h, 3, theme.TrueColor) // new model without cached drawings
			key := tea.KeyPressMsg{Code: rounds[i%10], Text: string(rounds[i%10])}
			b.StartTimer()
			m.Update(key)
			m.View()
		}
		perOp(b, "ms/jump")
	})
	b.Run("seen", func(b *testing.B) {
		b.ReportAllocs()
		m := newPausedModel(w, h, 100, theme.TrueColor)
		keys := []tea.KeyPressMsg{keyRight, {Code: tea.KeyLeft}}
		for i := 0; b.Loop(); i++ {
			m.Update(keys[i&1])
			m.View()
		}
		perOp(b, "ms/seen")
	})
}

func perOp(b *testing.B, unit string) {
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), unit)
}

// BenchmarkBytes measures the bytes that a round costs a terminal of 100×40, with Bubble Tea's
// renderer and with our differences.
func BenchmarkBytes(b *testing.B) {
	for _, profile := range []theme.Profile{theme.TrueColor, theme.Color256} {
		b.Run(fmt.Sprintf("colors%d", map[theme.Profile]int{theme.TrueColor: 1 << 24, theme.Color256: 256}[profile]), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(median(rendererBytes(b, profile)), "bytes/round")
				b.ReportMetric(median(diffBytes(profile)), "diffbytes/round")
			}
		})
	}
}

func median(n []int) float64 {
	slices.Sort(n)
	return float64(n[len(n)/2])
}

// diffBytes returns the size of the differences of all rounds, with highlights.
func diffBytes(profile theme.Profile) (sizes []int) {
	p := ui.NewProgram(ui.Options{W: 100, H: 40, Profile: profile, ShowMotion: true}, match.NewMatch(reference()).NewState(ui.OpenOptions{}))
	var prev, next screen.Grid
	p.Draw(&prev)
	for round := 0; p.NextTick() > 0; {
		p, _ = p.Update(ui.Tick{Elapsed: p.NextTick()})
		p.Draw(&next)
		if now := p.View().(match.State).Play.Round; now != round {
			round, sizes = now, append(sizes, 0)
		}
		sizes[len(sizes)-1] += len(screen.AppendDiff(nil, &prev, &next))
		prev.CopyFrom(&next)
	}
	return sizes
}

// meter counts bytes written to a terminal and waits for frames.
type meter struct {
	mu   sync.Mutex
	cond *sync.Cond
	buf  bytes.Buffer
	over bool
}

// close ends all waiting.
func (m *meter) close() {
	m.mu.Lock()
	m.over = true
	m.cond.Broadcast()
	m.mu.Unlock()
}

func newMeter() *meter {
	m := &meter{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *meter) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.buf.Write(p)
	m.cond.Broadcast()
	return len(p), nil
}

// take waits until the words are written, and returns and resets the count.
func (m *meter) take(words string) int {
	m.wait(words)
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.buf.Len()
	m.buf.Reset()
	return n
}

// wait waits until the words are written.
func (m *meter) wait(words string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.over && !bytes.Contains(m.buf.Bytes(), []byte(words)) {
		m.cond.Wait()
	}
}

// String returns everything written so far.
func (m *meter) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.buf.String()
}

// rendererBytes runs the real program and steps through all rounds.
func rendererBytes(b *testing.B, profile theme.Profile) []int {
	out := newMeter()
	color := map[theme.Profile]colorprofile.Profile{theme.TrueColor: colorprofile.TrueColor, theme.Color256: colorprofile.ANSI256}[profile]
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in, typed := io.Pipe()
	defer typed.Close()
	p := tea.NewProgram(newPausedModel(100, 40, 0, profile), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out),
		tea.WithWindowSize(100, 40), tea.WithColorProfile(color), tea.WithFPS(120), tea.WithoutSignals(),
		tea.WithEnvironment([]string{"TERM=xterm-256color"}))
	done := make(chan error, 1)
	go func() {
		_, err := p.Run()
		done <- err
	}()
	out.take("round 0/200")
	var sizes []int
	for k := range reference().Edge() {
		p.Send(keyRight)
		sizes = append(sizes, out.take(fmt.Sprintf("round %d/200", k+1)))
	}
	p.Quit()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
	return sizes
}

// BenchmarkMemory measures the memory of a match of at least 200 rounds and of a spectator that has
// drawn all of them.
func BenchmarkMemory(b *testing.B) {
	for _, g := range tuitest.Games {
		b.Run(g.Name(), func(b *testing.B) {
			for b.Loop() {
				before := heap()
				l := tuitest.PlayMatch(b, g, configs.Default(g.Name()), 250)
				m := terminal.New(terminal.Options{Options: ui.Options{W: 160, H: 70, Profile: theme.TrueColor}, View: pausedView(l, 0)})
				for range l.Edge() {
					m.Update(keyRight)
					m.View()
				}
				b.ReportMetric(float64(heap()-before)/(1<<20), "MB/match")
				runtime.KeepAlive(m)
			}
		})
	}
}

// BenchmarkGames times a step to a new round at 160×70, for every game.
func BenchmarkGames(b *testing.B) {
	for _, g := range tuitest.Games {
		l := tuitest.PlayMatch(b, g, configs.Default(g.Name()), 250)
		b.Run(g.Name(), func(b *testing.B) {
			b.ReportAllocs()
			var m *terminal.Model
			for i := 0; b.Loop(); i++ {
				if i%l.Edge() == 0 {
					b.StopTimer()
					m = terminal.New(terminal.Options{Options: ui.Options{W: 160, H: 70, Profile: theme.TrueColor}, View: pausedView(l, 0)})
					m.View()
					b.StartTimer()
				}
				m.Update(keyRight)
				m.View()
			}
			perOp(b, "ms/step")
		})
	}
}

// heap returns the memory in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
