package terminal_test

import (
	"strconv"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/chances"
	"game-tui/tui/ui"
)

// source is a ui.Source that counts its growth.
type source struct {
	record.Notifier
	name     string
	n        int
	watching int // number of subscribers
}

func (s *source) Subscribe() (<-chan struct{}, func()) {
	grown, stop := s.Notifier.Subscribe()
	s.watching++
	return grown, func() {
		s.watching--
		stop()
	}
}

func (s *source) grow() {
	s.n++
	s.Notify()
}

func (s *source) Open(ui.OpenOptions) ui.View               { return view{source: s, shown: s} }
func (s *source) Follow(ui.View, *ui.Program, bool) ui.View { return s.Open(ui.OpenOptions{}) }

// view shows the size of a source.
type view struct {
	source, shown *source
	n             int
	rec           *record.Record // record to analyse, or nil
	why           string
}

// over is an input that opens another view.
type over struct{ *source }

var viewKeys = func() *ui.KeyTable {
	asks := func(key string, what ui.Request) ui.Binding {
		return ui.BindRequest(key, key, key, ui.FirstViewContext, what, key)
	}
	requests := func(key string, what ui.Request) ui.Binding {
		return ui.Bind(key, key, key, ui.FirstViewContext, func(u *ui.Update) { u.StartRequest(what, "working…") }, key)
	}
	return ui.NewKeyTable(ui.FirstViewContext, 0, ui.Section{Keys: ui.ProgramKeys(ui.FirstViewContext|ui.InHelp, "quit", ui.LeaveKey(ui.FirstViewContext|ui.InHelp))}, ui.Section{Keys: ui.WindowKeys(ui.FirstViewContext)}, ui.Section{Keys: []ui.Binding{
		requests("n", ui.PlayNext{}), requests("N", ui.Replay{}), requests("o", ui.Open{Name: "a match"}), requests("w", ui.Write{}), requests("x", ui.Export{}),
		requests("B", ui.Branch{}), asks("y", ui.CopyCommand{}), asks("b", ui.SaveBookmarks{}),
	}})
}()

func (v view) Update(_ *ui.Update, in ui.Input) ui.View {
	switch in := in.(type) {
	case ui.ViewShown, ui.SourceGrown:
		v.n = v.shown.n
	case over:
		v.shown, v.n = in.source, in.n
	case *record.Record:
		v.rec = in
	case chances.Analysis:
		v.why = in.StopReason
	}
	return v
}

func (v view) Draw(g *screen.Grid, p *ui.Program) {
	g.WriteText(0, 0, g.W, v.shown.name+" has "+strconv.Itoa(v.n)+", "+strconv.Itoa(v.shown.n)+" known "+v.why, p.Palette.Text)
	p.DrawFooter(g, 1, g.W-2)
}

func (v view) Title() string                             { return v.shown.name }
func (view) Keys() *ui.KeyTable                          { return viewKeys }
func (view) KeyContext() ui.KeyContext                   { return ui.FirstViewContext }
func (view) AppendText(dst []byte, _ *ui.Program) []byte { return dst }
func (v view) Source() ui.Source                         { return v.shown }
func (v view) AnalysisTarget(*ui.Program) (*record.Record, chances.ResultSet) {
	if v.rec == nil {
		return nil, 0
	}
	return v.rec, chances.ChanceResults
}
