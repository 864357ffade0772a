package match

import (
	"cmp"
	"fmt"
	"slices"

	"game-tui/sim/record"
	"game-tui/tui/cells/screen"
	"game-tui/tui/draw/panel"
	"game-tui/tui/replay/branch"
	"game-tui/tui/replay/index"
	"game-tui/tui/replay/location"
	"game-tui/tui/ui"
	"game-tui/tui/view/match/page"
)

func (u *actions) Search(text string) { u.s.lastSearch, u.s.moments = text, nil }

func (u *actions) GoToMoment(m *page.Moments, i int) {
	to, rows := m.List[i], u.s.match.Index.Rows()
	if n := rows.Find(to.Round, to.Event); n >= 0 {
		u.GoToRow(rows.At(n))
	} else {
		u.Jump(to.Place(m.Of, u.s.place()))
	}
	u.s.moments = m
	u.Notify(fmt.Sprintf("%d of %d: %s", i+1, len(m.List), m.Title))
}

func (u *actions) SetFilter(f *index.Filter) { u.s.filter = f }

func (u *actions) SetOverlays(o page.Overlays) { u.s.Overlays = o }

func (u *actions) ShowChances() { u.s.Tab, u.s.Chart, u.s.Inspect = panel.Chart, ChartChances, false }

func (u *actions) Pause() { u.s.Play = u.s.Play.Pause() }

func (u *actions) SetBookmarks(list []location.Bookmark) {
	*u.s.frontMarks() = marksOf(list)
	u.Ask(ui.SaveBookmarks{Record: u.s.match.Record, Bookmarks: list})
}

func (u *actions) recordInFront() *record.Record {
	return u.s.branches.recordWithName(u.s.match.Record)
}

func copyLink(u *actions) {
	u.Ask(ui.Copy{Record: u.s.match.Record, Round: u.s.Play.Round, Unit: location.FormatUnit(u.s.match.Legend, int32(u.s.Follow.Index())),
		Front: int(u.s.Front) - 1, IsBranch: u.s.branchInFront()})
}

func writeMatch(u *actions) {
	if u.s.branchInFront() && u.Refusal(ui.CanWrite) != "" { // the shell's hint only applies to the match itself
		u.Notify("cannot save branches here")
		return
	}
	u.Request(ui.Write{Record: u.recordInFront()}, "writing the match…")
}

func (u *actions) Export(w ui.ExportOptions) {
	p, s := u.Program, u.s.State
	s.Still, s.motion = true, motion{} // draw no keys, notices and motion
	draw := func() *screen.Grid {
		p, g := p.Picture(s), &screen.Grid{}
		p.Draw(g)
		return g
	}
	u.Request(ui.Export{ExportOptions: w, Record: u.recordInFront(), Colors: u.Palette, IsBranch: s.branchInFront(), Screen: draw}, "making the file…")
}

func (u *actions) PlayOn(c branch.Change, words string) {
	if b := u.s.branches; b != nil && len(b.List) > u.s.opts.MaxBranches {
		u.Notify(fmt.Sprintf("there are %d branches, and no more are kept", u.s.opts.MaxBranches))
		return
	}
	if u.Request(ui.Branch{Record: u.s.match.Record, Change: c}, "playing on: "+words+"…") {
		u.s.branchParent = u.s.match
		u.ClosePages()
	}
}

func (u *actions) showBranch(p branch.Played) {
	from := u.s.branchParent
	if u.s.branchParent = nil; from == nil {
		return
	}
	b, err := u.s.branches.add(from, p)
	if err != nil {
		u.Notify(err.Error())
		return
	}
	u.s.branches = b
	u.enterBranch(len(b.List)-1, p.Round)
}

func (u *actions) SwitchTo(n int) {
	if u.Busy() {
		u.NotifyBusy()
		return
	}
	u.enterBranch(n, -1)
}

func (u *actions) enterBranch(n, round int) {
	u.replace(func(s *State) { s.enterBranch(n, round) })
	b := &u.s.branches.List[n]
	u.Notify(cmp.Or(b.Worth, b.Title()))
}

func (u *actions) NameBranch(n int, name string) {
	b := *u.s.branches
	b.List = slices.Clone(b.List)
	b.List[n].Name = name
	u.s.branches = &b
	u.Notify("named: " + b.List[n].Title())
}
