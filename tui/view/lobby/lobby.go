// Package lobby implements the view in which a viewer chooses a match from a list.
package lobby

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/cells/screen"
	"game-tui/tui/cells/theme"
	"game-tui/tui/format"
	"game-tui/tui/replay/playback"
	"game-tui/tui/ui"
)

type Lobby struct {
	record.Notifier // notifies viewers when the list has changed
	list            func() []Item
}

func New(list func() []Item) *Lobby { return &Lobby{list: list} }

func (l *Lobby) Open(ui.OpenOptions) ui.View {
	return View{lobby: l, items: &[]Item{}}.withCurrentItems()
}

func (l *Lobby) Follow(ui.View, *ui.Program, bool) ui.View { return l.Open(ui.OpenOptions{}) }

var _ ui.PageOnly = View{}

type View struct {
	lobby *Lobby
	items *[]Item // listed matches; the slice is replaced, never modified
}

func (v View) withCurrentItems() View {
	if items := v.lobby.list(); !slices.Equal(items, *v.items) {
		v.items = &items
	}
	return v
}

const (
	inLobby = ui.FirstViewContext << iota // active only until the list of matches opens
	inMatches

	allContexts = inMatches | ui.InHelp
)

var keys func() *ui.KeyTable

func init() { keys = sync.OnceValue(newKeys) } // init avoids an initialisation cycle: the actions refer to keys.

func newKeys() *ui.KeyTable {
	return ui.NewKeyTable(inLobby, 0,
		ui.Section{Title: "Panels", Keys: ui.WindowKeys(allContexts)},
		ui.Section{Title: "Match", Keys: ui.ProgramKeys(allContexts, "quit", ui.LeaveKey(ui.InHelp))},
		ui.Section{Title: "Lists and pages", Keys: ui.ListKeys(ui.ListContexts{Search: inMatches},
			ui.Bind("open", "Enter", "watch the chosen match", inMatches, ui.ConfirmChosen, "enter", "right", "l", "space").InFooter(2, "", "watch"))},
		ui.Section{Title: "While typing", Keys: ui.TypingKeys()},
	)
}

var matchesPage = ui.ListSpec{
	Title: func(*ui.Program, any) string { return "game-tui: choose a match" },
	Key:   func(p *ui.Program, _ any) any { return p.View() },
	Rows: func(p *ui.Program, _ any) ui.Rows {
		return ui.NewItems(visibleItems(*p.View().(View).items, p.NoSpoilers), []ui.ListColumn{{}, {TakesRest: true, MinRestWidth: 36}, {AlignRight: true}, {AlignRight: true}}, Item.row)
	},
	Choose: func(u *ui.Update, rows ui.Rows, i int) {
		name := rows.Key(i).(string)
		u.StartRequest(ui.Open{Name: name}, "opening "+name+"…")
	},
	Context:     inMatches,
	Covers:      true,
	Placeholder: "nothing to watch yet; matches appear here automatically",
}

// visibleItems returns the items to show. In no-spoilers mode, it hides their results.
func visibleItems(items []Item, noSpoilers bool) []Item {
	if !noSpoilers {
		return items
	}
	items = slices.Clone(items)
	for i := range items {
		items[i].Result = Result{}
	}
	return items
}

func (v View) Update(u *ui.Update, in ui.Input) ui.View {
	switch in.(type) {
	case ui.ViewShown:
		matchesPage.Open(u, nil)
	case ui.SourceGrown:
		return v.withCurrentItems()
	}
	return v
}

func (v View) AppendText(dst []byte, p *ui.Program) []byte {
	return AppendItems(dst, visibleItems(*v.items, p.NoSpoilers))
}

// PageOnly implements ui.PageOnly. The list of matches cannot be closed.
func (View) PageOnly() {}

func (View) Title() string                  { return "game-tui" }
func (View) Keys() *ui.KeyTable             { return keys() }
func (View) KeyContext() ui.KeyContext      { return inLobby }
func (View) Draw(*screen.Grid, *ui.Program) {}
func (v View) Source() ui.Source            { return v.lobby }

type Item struct {
	Name     string // unique name; may contain letters, digits and the characters . _ -
	Title    string
	Origin   string // where the match comes from, such as "seed 7"
	Players  string // names of the four players, if known
	Progress string // progress such as "live", "round 57/200" or "over"; may be empty if Result is set
	Time     time.Time
	IsLive   bool   // whether to highlight the match as live
	Result   Result // zero if unknown or hidden
}

// row returns the item as a row of the list. Searches cover all its texts.
func (it Item) row(p *theme.Palette) ui.Row {
	find := strings.Join([]string{it.Name, it.Title, it.Origin, it.Players, it.Result.Scores, it.Result.Length, it.Progress, it.date()}, "\n")
	r := ui.Row{Key: it.Name, SearchText: find, Cells: []ui.RowCell{{Text: it.Name}, {Text: it.Summary(), Style: p.Dim}, {Text: it.date(), Style: p.Dim}, {Text: it.progress()}}}
	if it.IsLive {
		r.Mark.Text = "▶"
	}
	return r
}

func (it Item) date() string {
	if it.Time.IsZero() {
		return ""
	}
	return it.Time.Format("2006-01-02 15:04")
}

func (it Item) progress() string { return cmp.Or(it.Progress, it.Result.Length) }

// Summary describes a match in one line, with the most important facts first.
func (it Item) Summary() string {
	parts := []string{it.Title, it.Origin, it.Players}
	if it.Result.Scores != "" {
		parts = []string{it.Title, it.Result.Scores, it.Origin}
	}
	text := ""
	for _, part := range parts {
		if part != "" && text != "" {
			text += "   "
		}
		text += part
	}
	return text
}

func AppendItems(dst []byte, items []Item) []byte {
	b := bytes.NewBuffer(dst)
	table := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for i := range items {
		it := &items[i]
		fmt.Fprintf(table, "%s\t%s\t%s\n", it.Name, sanitize.Line(cmp.Or(it.progress(), it.date())), sanitize.Line(it.Summary()))
	}
	table.Flush()
	if len(items) == 0 {
		b.WriteString("nothing to watch yet\n")
	}
	return b.Bytes()
}

type Result struct {
	Scores string // scores, highest first, such as "Greedy wins 812, Hunter 600, Seeker 412, Null 378"
	Length string // number of rounds and replay time, such as "200 rounds 0:40"
}

// NewResult describes the result of a match. Names must be unique, and playedRounds is the number of
// rounds in the record.
func NewResult(names [sim.Seats]string, scores [sim.Seats]int, playedRounds, rounds int) Result {
	seats := [sim.Seats]int{}
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats[:], func(a, b int) int { return scores[b] - scores[a] })
	text, wins := "", ""
	switch _, by := sim.Lead(scores); {
	case playedRounds < rounds:
		text = "stopped in round " + strconv.Itoa(playedRounds) + ": "
	case by == 0:
		text = "draw: "
	default:
		wins = " wins"
	}
	for i, seat := range seats {
		if i > 0 {
			text, wins = text+", ", ""
		}
		text += names[seat] + wins + " " + strconv.Itoa(scores[seat])
	}
	s := playback.New(0)
	d := time.Duration(float64(playedRounds) / s.Speed() * float64(time.Second)).Round(time.Second)
	return Result{text, format.Count(playedRounds, "round") + fmt.Sprintf(" %d:%02d", int(d.Minutes()), int(d.Seconds())%60)}
}
