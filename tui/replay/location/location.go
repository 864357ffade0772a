// Package location describes which part of a match a viewer is looking at. A [Place] is a round and
// a [View] of the board. An [Address] names a match and a place in it on command lines:
//
//	match.res@120           round 120
//	match.res@120:67        unit 67 in round 120
//	match.res@88:voldemort  a neutral unit, by name
//
// The extension .res or .res.gz may be omitted.
package location

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/sanitize"
	"game-tui/tui/draw/board"
)

// A Place is a round and a view of the board. The zero value is the start of the match and follows
// the action.
type Place struct {
	Round int
	View
}

func AtRound(round int) Place { return Place{Round: round} }

func AtUnit(round int, unit int32) Place {
	to := AtRound(max(round, 0))
	if unit != sim.NoUnit {
		to.FollowedUnit, to.ZoomIn = RefTo(int(unit)), true
	}
	return to
}

func (p Place) WithRound(round int) Place {
	if round != p.Round {
		p.Event = 0
	}
	p.Round = round
	return p
}

// A View describes the visible part of the board. The zero value follows the action.
type View struct {
	Zoom         board.Zoom
	ZoomIn       bool // whether to zoom in until signs are legible
	IsPanned     bool // whether the viewer has moved the viewport
	IsInspecting bool

	Top, Left    int
	Cursor       sim.Pos
	FollowedUnit Ref
	Event        Ref // selected event, at which the last jump stopped
}

// SharedView returns the view without its zoom and unused positions. Viewers can share a screen if
// their shared views are equal.
func (v View) SharedView() View {
	v.Zoom, v.ZoomIn = board.Auto, false
	if !v.IsInspecting {
		v.Cursor = sim.Pos{}
	}
	if !v.IsPanned {
		v.Top, v.Left = 0, 0
	}
	return v
}

type Ref int32

func RefTo(i int) Ref { return Ref(i + 1) }

func (r Ref) Index() int { return int(r) - 1 }

func (r Ref) IsZero() bool { return r == 0 }

// A Bookmark is a named place in a match. Names are unique.
type Bookmark struct {
	Name  string
	Place Place
}

const (
	MaxBookmarks    = 100
	MaxBookmarkName = 40
)

// AddBookmark returns the list with b added, sorted by round. It replaces any bookmark of the same
// name. If the list is full, ok is false.
func AddBookmark(list []Bookmark, b Bookmark) (updated []Bookmark, ok bool) {
	updated = RemoveBookmark(list, b.Name)
	if len(updated) >= MaxBookmarks {
		return list, false
	}
	i, _ := slices.BinarySearchFunc(updated, b, func(a, b Bookmark) int {
		return cmp.Or(cmp.Compare(a.Place.Round, b.Place.Round), cmp.Compare(a.Name, b.Name))
	})
	return slices.Insert(updated, i, b), true
}

func RemoveBookmark(list []Bookmark, name string) []Bookmark {
	return slices.DeleteFunc(slices.Clone(list), func(b Bookmark) bool { return b.Name == name })
}

type Address struct {
	Name  string
	Round int
	Unit  string
}

func MatchAddress(name string) Address { return Address{name, -1, ""} }

// ParseAddress parses an address of the form NAME[@ROUND[:UNIT]]. It calls exists to find out whether a
// match exists, because NAME may contain "@120".
func ParseAddress(text string, exists func(name string) bool) (Address, error) {
	at := strings.LastIndexByte(text, '@')
	if whole := CompleteName(text, exists); at < 0 || exists(whole) {
		return MatchAddress(whole), nil
	}
	p := MatchAddress(CompleteName(text[:at], exists))
	round, unit, hasUnit := strings.Cut(text[at+1:], ":")
	n, err := parseNumber(round)
	if err != nil {
		return p, fmt.Errorf("%q is not a round; type a round after @, as in match.res@120, or a round and a unit, as in match.res@120:67", sanitize.Truncate(round, 40))
	}
	p.Round = int(n)
	if hasUnit {
		if p.Unit = normalizeUnit(unit); p.Unit == "" {
			err = fmt.Errorf("%q is not a unit; type a unit number after the round, as in match.res@120:67", sanitize.Truncate(unit, 40))
		}
	}
	return p, err
}

// CompleteName adds the file extension to the name of a match if it is missing. Unknown names are
// returned unchanged.
func CompleteName(name string, exists func(name string) bool) string {
	for _, ext := range []string{"", ".res", ".res.gz"} {
		if name != "" && exists(name+ext) {
			return name + ext
		}
	}
	return name
}

func normalizeUnit(text string) string {
	if n, err := parseNumber(text); err == nil {
		return strconv.Itoa(int(n))
	}
	if len(text) > 40 || strings.ContainsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		return ""
	}
	return strings.ToLower(text)
}

// ParseUnit parses a unit number or the name of a neutral unit. It returns sim.NoUnit for an empty
// word.
func ParseUnit(l *sim.Legend, text string) (int32, error) {
	boss, hasBoss := l.BossName()
	switch n, err := parseNumber(text); {
	case text == "":
		return sim.NoUnit, nil
	case err == nil:
		return n, nil
	case hasBoss && strings.EqualFold(text, boss):
		return sim.NoUnit - 1, nil
	}
	hint := ""
	if hasBoss {
		hint = ", or " + FormatUnit(l, sim.NoUnit-1)
	}
	return sim.NoUnit, fmt.Errorf("%q is not a unit; type a unit number%s", sanitize.Truncate(text, 40), hint)
}

func FormatUnit(l *sim.Legend, id int32) string {
	switch boss, hasBoss := l.BossName(); {
	case id >= 0:
		return strconv.Itoa(int(id))
	case id != sim.NoUnit && hasBoss:
		return strings.ToLower(boss)
	}
	return ""
}

func parseNumber(text string) (int32, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return -1, err
	}
	return int32(n), nil
}

func (p Address) String() string {
	switch {
	case p.Round < 0:
		return p.Name
	case p.Unit == "":
		return fmt.Sprintf("%s@%d", p.Name, p.Round)
	}
	return fmt.Sprintf("%s@%d:%s", p.Name, p.Round, p.Unit)
}

// Resolve returns the ID of the unit in the address. It returns an error if the match will never
// reach the round, or if the round is missing or does not contain the unit.
func (p Address) Resolve(rec *record.Record) (unit int32, err error) {
	last := rec.Rounds()
	if over, _ := rec.Ended(); over {
		last = rec.Edge()
	}
	if p.Round > last {
		return sim.NoUnit, fmt.Errorf("round %d: the match has rounds 0 to %d", p.Round, last)
	}
	if rec.IsMissing(p.Round) {
		return sim.NoUnit, fmt.Errorf("round %d: %s from the recording", p.Round, rec.GapText())
	}
	return FindUnit(rec, p.Unit, []int{p.Round})
}

// FindUnit returns the ID of the unit that text refers to. It returns an error if text is invalid,
// or if all the given rounds have been played and none contains the unit.
func FindUnit(rec *record.Record, text string, rounds []int) (int32, error) {
	id, err := ParseUnit(rec.Meta().Game.Legend(), text)
	if err != nil || id == sim.NoUnit {
		return id, err
	}
	var frame sim.Frame
	maxID := int32(sim.NoUnit)
	for _, k := range rounds {
		state := rec.State(k)
		if state == nil {
			return id, nil
		}
		state.FillFrame(&frame)
		for i := range frame.Units {
			if frame.Units[i].ID == id {
				return id, nil
			}
			maxID = max(maxID, frame.Units[i].ID)
		}
	}
	what := "the rounds shown"
	if len(rounds) == 1 {
		what = "round " + strconv.Itoa(rounds[0])
	}
	return sim.NoUnit, fmt.Errorf("unit %s does not appear in %s; the highest unit number is %d", text, what, maxID)
}

// FindSeat returns the seat of the player with the given name or seat number, or -1.
func FindSeat(m *record.Meta, text string) int {
	if text == "" {
		return -1
	}
	for _, names := range [][sim.Seats]string{record.UniqueNames(m.DisplayNames()), m.DisplayNames(), m.Names} {
		for seat, name := range names {
			if name == text {
				return seat
			}
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < sim.Seats {
		return n
	}
	return -1
}

func CheckPlayer(m *record.Meta, text string) error {
	if text == "" || FindSeat(m, text) >= 0 {
		return nil
	}
	names := record.UniqueNames(m.DisplayNames())
	return fmt.Errorf("--me %q: expected one of %s, or a seat from 0 to 3", sanitize.Truncate(text, 40), strings.Join(names[:], ", "))
}

func MeFlag(seat int) string {
	if seat < 0 {
		return ""
	}
	return " --me " + strconv.Itoa(seat)
}
