package match

import (
	"fmt"
	"strconv"

	"game-tui/tui/component"
	"game-tui/tui/screen"
	"game-tui/tui/theme"
)

// exporting is one way to export what is shown.
type exporting struct {
	text  string // what it gives
	file  string // how its name ends
	flags string // of the export command, without the file
}

var exports *lister[exporting]

func init() {
	exports = &lister[exporting]{
		Title: func(*Viewer, *State) string { return "export, for people without this program" },
		Hint:  func() string { return Name("choose") + " makes the file, " + Name("leave") + " closes" },
		Rows: &component.Rows[exporting]{
			Key:     func(e exporting) string { return e.flags },
			Find:    func(e exporting) string { return e.text + " " + e.file },
			Row:     exportRow,
			Columns: []component.Column{{Rest: true}, {Right: true}},
			None:    "there is nothing to export",
			NoMatch: "nothing of that name",
		},
		Key:    func(_ *Viewer, s *State) any { return [3]any{s.Place(), s.Horizon(), *s.marksInFront()} },
		Items:  func(_ *Viewer, s *State, _ string) []exporting { return s.exportings() },
		Choose: func(u *update, e exporting) { u.s.pop(); u.request(Export, e.flags, "making the file…") },
		Where:  InList,
	}
}

func exportRow(e exporting, p *theme.Palette) component.Row {
	return component.Row{Cells: []component.Cell{{Text: e.text, Style: p.Text}, {Text: "." + e.file, Style: p.Dim}}}
}

// askExport lists what can be exported.
func askExport(u *update) {
	if words := u.s.opts.shell.refusal(Export); words != "" {
		u.say(words)
		return
	}
	u.s.push(newList(exports, &u.s, false))
}

// exportings are the ways to export what the state shows, the nearest first.
func (s *State) exportings() []exporting {
	k, last := s.Play.Round, s.Horizon()
	secret := ""
	if s.NoSpoilers {
		secret = " --no-spoilers"
	}
	one := fmt.Sprintf(" --round %d --size %dx%d", k, max(s.W, MinW), max(s.H, MinH)) + secret
	if unit := s.Follow.Index(); unit >= 0 { // one of nobody has no number
		one += " --follow " + strconv.Itoa(unit)
	}
	me := ""
	if s.Front > 0 {
		me = " --me " + strconv.Itoa(int(s.Front)-1)
	}
	one += me
	colors := ""
	if s.palette != "" {
		colors = " --palette " + s.palette
	}
	list := []exporting{
		{"this screen, a picture", "png", "--format png" + one + colors},
		{"this screen, a drawing that stays sharp", "svg", "--format svg" + one + colors},
		{"this screen, as text", "txt", "--format txt" + one},
	}
	films := func(what, flags string) {
		flags += me
		list = append(list, exporting{what + ", a page that plays it", "html", "--format html" + flags},
			exporting{what + ", an animation", "gif", "--format gif" + flags})
	}
	for i := len(s.Bookmarks()) - 1; i >= 0; i-- {
		if b := &s.Bookmarks()[i]; b.Place.Round < k {
			films(fmt.Sprintf("from %q (round %d) to here", b.Name, b.Place.Round), fmt.Sprintf(" --from %d --to %d", b.Place.Round, k)+secret)
			break
		}
	}
	whole, to := "the whole match", ""
	if last < s.Play.Last {
		whole, to = "rounds 0 to "+strconv.Itoa(last), " --to "+strconv.Itoa(last)
	}
	films(whole, to+secret)
	return append(list, exporting{"the most eventful moments, an animation", "gif", "--format gif --highlights" + to + secret},
		exporting{whole + ", a terminal recording", "cast", "--format cast" + to + secret})
}

// Screen draws what the state shows, in all colours, as a picture for somebody without
// keys: pages, notices and what plays aside.
func (v *Viewer) Screen(g *screen.Grid, s State) {
	s.Still, s.pages, s.passing, s.work = true, nil, passing{}, work{}
	s.profile, s.ascii = theme.TrueColor, false
	s.dress()
	v.Draw(g, &s)
}
