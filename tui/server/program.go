package server

import (
	"context"
	"io"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"game-tui/tui"
	"game-tui/tui/screen"
)

// program is a watcher's own spectator: a Bubble Tea program without terminal.
// Keys go in through a queue, pictures come out through a slot that keeps the
// newest; neither side ever waits for the other.
type program struct {
	tea    *tea.Program
	model  *tui.Model
	cancel context.CancelFunc
	keys   chan tea.Msg
	ready  chan struct{} // a picture is in the slot
	done   chan struct{} // closed when nothing of the program is left

	mu     sync.Mutex
	slot   *screen.Grid // newest picture that nobody has taken
	free   *screen.Grid // a grid to be used again
	view   tui.View     // of the newest picture
	broken any          // what it panicked with
	stack  []byte       // and where
}

// maxKeys is how many keys may wait for a program that is busy.
const maxKeys = 64

// startProgram starts a program. opts lacks only what the program sets by itself.
func startProgram(opts tui.Options) *program {
	ctx, cancel := context.WithCancel(context.Background())
	p := &program{cancel: cancel, keys: make(chan tea.Msg, maxKeys),
		ready: make(chan struct{}, 1), done: make(chan struct{})}
	opts.Context = ctx
	opts.Sink = p.put
	p.model = tui.New(opts)
	v := p.model.Looking()
	p.tea = tea.NewProgram(&guard{p: p, model: p.model, stale: true},
		tea.WithContext(ctx), tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithEnvironment([]string{}),
		tea.WithoutRenderer(), tea.WithoutSignalHandler(), tea.WithoutCatchPanics(), tea.WithFPS(1),
		tea.WithWindowSize(v.W, v.H), tea.WithColorProfile(colorProfile(opts.Profile)))
	go p.run(ctx)
	return p
}

func (p *program) run(ctx context.Context) {
	defer close(p.done)
	defer p.model.Close()
	var pump sync.WaitGroup
	pump.Go(func() {
		for {
			select {
			case msg := <-p.keys:
				p.tea.Send(msg)
			case <-ctx.Done():
				return
			}
		}
	})
	_, _ = p.tea.Run() // how it ended is known from broken, or from the watcher's keys
	p.cancel()
	pump.Wait()
}

// send queues a key; false when the program does not take any.
func (p *program) send(msg tea.Msg) bool {
	select {
	case p.keys <- msg:
		return true
	default:
		return false
	}
}

// settledMsg goes the way of the keys: who gets it has had all keys before.
type settledMsg chan struct{}

// settleTime is how long the keys on the way to a program are waited for.
const settleTime = time.Second

// settle waits until the program has taken all keys that were sent.
func (p *program) settle() {
	settled := make(settledMsg)
	if !p.send(settled) {
		return
	}
	late := time.NewTimer(settleTime)
	defer late.Stop()
	select {
	case <-settled:
	case <-p.done:
	case <-late.C:
	}
}

// stop ends the program and waits until nothing of it is left.
func (p *program) stop() {
	p.cancel()
	<-p.done
}

// put keeps a picture, in place of one that nobody has taken.
func (p *program) put(g *screen.Grid) {
	p.mu.Lock()
	to := p.slot
	if to == nil {
		to, p.free = p.free, nil
	}
	if to == nil {
		to = &screen.Grid{}
	}
	to.CopyFrom(g)
	p.slot, p.view = to, p.model.Looking()
	p.mu.Unlock()
	select {
	case p.ready <- struct{}{}:
	default:
	}
}

// take returns the newest picture, nil if it has been taken already.
func (p *program) take() *screen.Grid {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.slot
	p.slot = nil
	return g
}

// give returns a picture that is shown no more, to be used again.
func (p *program) give(g *screen.Grid) {
	p.mu.Lock()
	p.free = g
	p.mu.Unlock()
}

// looking is the view of the newest picture.
func (p *program) looking() tui.View {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.view
}

// panicked returns what the program broke with, nil if it did not.
func (p *program) panicked() (v any, stack []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken, p.stack
}
