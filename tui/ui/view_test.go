package ui_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/tuitest"
	"game-tui/tui/ui"
)

type numbers struct {
	at int
}

const inNumbers = ui.FirstViewContext

var keys *ui.KeyTable

func init() { // initialised here because the pages read the table
	keys = ui.NewKeyTable(inNumbers, ui.InText|ui.InList,
		ui.Section{Title: "Numbers", Keys: []ui.Binding{
			ui.Bind("back", "←", "one less", inNumbers|ui.InText|ui.InList, step(-1), "left"),
			ui.Bind("on", "→", "one more", inNumbers|ui.InText|ui.InList, step(1), "right").InFooter(1, "← →", "step"),
			ui.Bind("home", "Home", "zero", inNumbers|ui.InText, func(u *ui.Update) { u.SetView(numbers{}) }, "home"),
			ui.BindRequest("write", "w", "write it", inNumbers, ui.Write{}, "w").InFooter(3, "", "write"),
			ui.Bind("large", "L", "what large ones have", inNumbers, func(*ui.Update) {}, "L").InFooter(4, "", "large").
				WithCondition(func(p *ui.Program) bool { return p.View().(numbers).at > 90 }),
			ui.Bind("open", "o", "a list of numbers", inNumbers|ui.InList, func(u *ui.Update) { list.Open(u, nil) }, "o"),
			ui.Bind("read", "r", "numbers to read", inNumbers|ui.InText, func(u *ui.Update) { read.Open(u, "numbers") }, "r"),
		}},
		ui.Section{Title: "Program", Keys: append(ui.WindowKeys(^ui.TypingContexts), ui.ProgramKeys(^ui.TypingContexts, "quit", ui.LeaveKey(^ui.TypingContexts))...)},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{})},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()})
}

func step(n int) func(*ui.Update) {
	return func(u *ui.Update) { u.SetView(numbers{at: u.View().(numbers).at + n}) }
}

func (numbers) Title() string                         { return "numbers" }
func (numbers) Keys() *ui.KeyTable                    { return keys }
func (numbers) KeyContext() ui.KeyContext             { return inNumbers }
func (n numbers) Update(*ui.Update, ui.Input) ui.View { return n }
func (n numbers) AppendText(dst []byte, _ *ui.Program) []byte {
	return strconv.AppendInt(dst, int64(n.at), 10)
}
func (numbers) Source() ui.Source { return nil }

func (n numbers) Draw(g *screen.Grid, p *ui.Program) {
	g.WriteText(1, 1, g.W-2, "the number is "+strconv.Itoa(n.at), p.Palette.Text)
	p.DrawFooter(g, 1, g.W-2)
}

var list = &ui.ListSpec{
	Title: func(p *ui.Program, _ any) string { return "numbers up to " + strconv.Itoa(p.View().(numbers).at) },
	Hint:  func(*ui.Program) string { return "Enter goes there" },
	Key:   func(p *ui.Program, _ any) any { return p.View() },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(upTo(p.View().(numbers).at), []ui.ListColumn{{}, {TakesRest: true}}, numberRow)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		u.Pop()
		u.SetView(numbers{at: rows.(ui.Items[int]).Values[i]})
	},
}

func numberRow(n int, p *theme.Palette) ui.Row {
	return ui.Row{Key: n, SearchText: "number " + strconv.Itoa(n), Cells: []ui.RowCell{{Text: strconv.Itoa(n)}, {Text: "number", Style: p.Dim}}}
}

func upTo(last int) (list []int) {
	for k := range last + 1 {
		list = append(list, k)
	}
	return list
}

var read = &ui.TextSpec{
	Key:   func(p *ui.Program, _ any) any { return p.View().(numbers).at },
	IsNew: func(key, before any) bool { return key.(int) > before.(int) },
	Lines: func(p *ui.Program, _ any, w int) (lines []string) {
		for k := range 40 {
			lines = append(lines, fmt.Sprint("line ", p.View().(numbers).at+k, " of ", w, " columns"))
		}
		return lines
	},
	Title: func(_ *ui.Program, about any) string { return "about " + about.(string) },
	Hint:  func(*ui.Program, any) string { return "r closes" },
}

type rig struct {
	*testing.T
	p      ui.Program
	effect ui.Effect // effect of the last input
}

func newRig(t *testing.T, at int, can *ui.Capabilities) *rig {
	return &rig{T: t, p: ui.NewProgram(ui.Options{W: 80, H: 24, Profile: theme.TrueColor, Capabilities: can}, numbers{at: at})}
}

func (r *rig) take(in ui.Input) { r.p, r.effect = r.p.Update(in) }

// press presses keys by name. Keys of one character also type it.
func (r *rig) press(keys string) {
	for _, k := range strings.Fields(keys) {
		text := ""
		if len(k) == 1 {
			text = k
		}
		r.take(ui.Key{Name: k, Text: text})
	}
}

func (r *rig) shown() tuitest.Screen {
	var g screen.Grid
	r.p.Draw(&g)
	return tuitest.Show(r.T, &g)
}

func (r *rig) has(text string, want bool) {
	r.Helper()
	if s := r.shown().String(); strings.Contains(s, text) != want {
		r.Errorf("%q on the screen: %v\n%s", text, !want, s)
	}
}

// row returns the row of the screen that contains a text.
func (r *rig) row(text string) int {
	for y := range 24 {
		if strings.Contains(r.shown().Row(y), text) {
			return y
		}
	}
	r.Fatalf("no %q on the screen\n%s", text, r.shown())
	return 0
}

func (r *rig) at() int { return r.p.View().(numbers).at }
