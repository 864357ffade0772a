package match_test

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/record"
	"game-tui/sim/res"
	"game-tui/sim/simtest"
	"game-tui/tui/cells/theme"
	"game-tui/tui/replay/location"
	"game-tui/tui/tuitest"
)

// eachOfficialRecording calls do with every official recording, opened at its last round with a
// highlighted player.
func eachOfficialRecording(t *testing.T, do func(t *testing.T, r *rig, rec *record.Record)) {
	n := 0
	for _, g := range tuitest.Games {
		texts := simtest.Recordings(t, g.Name())
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			rec, _, err := res.Read(texts[name], tuitest.Games, name)
			if err != nil {
				t.Fatal(err)
			}
			n++
			t.Run(g.Name()+"-"+name, func(t *testing.T) {
				do(t, newRig(t, rec, options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: location.AtRound(rec.Edge()), Me: "0"}), rec)
			})
		}
	}
	if n < 21 {
		t.Errorf("%d recordings, want all 21", n)
	}
}

// TestFewKeysFindUnitsLeadsAndLosses checks that a viewer can find a unit or its death, each new
// leader, and the last loss of a player.
func TestFewKeysFindUnitsLeadsAndLosses(t *testing.T) {
	t.Parallel()
	eachOfficialRecording(t, func(t *testing.T, r *rig, rec *record.Record) {
		start, end := r.program, rec.Edge()
		var f sim.Frame
		rec.State(end).FillFrame(&f)
		for i := range f.Units {
			u := &f.Units[i]
			if u.ID < 0 || i%25 != 0 && u.ID != 67 {
				continue
			}
			r.program = start
			r.typeKeys("/")
			r.typeKeys(strings.Split(strconv.Itoa(int(u.ID)), "")...)
			if u.OnBoard {
				r.requireText("round " + strconv.Itoa(end) + " at " + u.At.String())
			} else {
				r.requireText("not on the board")
			}
			if r.typeKeys("enter"); u.OnBoard && r.view().FollowedUnit.Index() != int(u.ID) {
				t.Errorf("unit %d is not followed", u.ID)
			}
			if r.at() != end {
				if r.typeKeys("backspace"); r.at() != end {
					t.Errorf("back at round %d", r.at())
				}
			}
		}

		leader, taken, died := -1, 0, 0
		var death *sim.Event
		for k := range end + 1 {
			if seat, by := sim.Lead(rec.State(k).Scores()); by > 0 && seat != leader {
				if leader >= 0 {
					taken = k
				}
				leader = seat
			}
			if k == 0 {
				continue
			}
			for i := range rec.Turn(k - 1).Events {
				if e := &rec.Turn(k - 1).Events[i]; rec.Meta().Game.Legend().Events[e.Kind].IsLoss && e.Other == 0 {
					death, died = e, k
				}
			}
		}
		r.program = start
		if r.typeKeys("{"); taken == 0 {
			r.requireText("no more lead changes")
		} else if r.requireText(" leads "); r.at() != taken {
			t.Errorf("at round %d, the lead changed in %d", r.at(), taken)
		}
		if death == nil {
			return
		}
		r.program = start
		names := record.UniqueNames(rec.Meta().Names)
		words := string(rec.Meta().Game.AppendEventText(nil, death, &names))
		r.typeKeys("e", "d")
		r.requireText(strings.Join(strings.Fields(words)[:6], " "))
		if r.typeKeys("enter"); r.at() != died {
			t.Errorf("Enter leads to round %d, want %d", r.at(), died)
		}
	})
}

// TestOneKeyShowsWhyAnOrderFailed uses a match played by the test, whose record contains the
// reasons.
func TestOneKeyShowsWhyAnOrderFailed(t *testing.T) {
	t.Parallel()
	for _, g := range tuitest.Games {
		rec := tuitest.PlayMatch(t, g, configs.Default(g.Name()), 1000)
		for seat := range sim.Seats {
			r := newRig(t, rec, options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: location.AtRound(rec.Edge()), Me: strconv.Itoa(seat)})
			r.press("events")
			for _, o := range rec.Turn(rec.Edge() - 1).Orders[seat] {
				if o.Outcome == sim.OutcomeExecuted || o.Outcome < sim.OutcomeNoSuchOrder {
					continue
				}
				words := string(g.AppendOrderText([]byte(strconv.Itoa(int(o.Unit))+" "), o.Order)) + ": " + sim.OutcomeText(g, o.Outcome)
				if screen := r.screen(); !strings.Contains(screen, words) {
					r.typeKeys("pgdown")
					if screen = r.screen(); !strings.Contains(screen, words) {
						t.Errorf("%s, seat %d: no %q in\n%s", g.Name(), seat, words, screen)
					}
				}
			}
		}
	}
}

// TestEnterOnAnOrderSelectsItsUnit checks that the cursor moves to the unit and the reason is shown
// next to the board.
func TestEnterOnAnOrderSelectsItsUnit(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{W: 100, H: 40, Profile: theme.TrueColor, Paused: true, Place: location.AtRound(30), Me: "Greedy"})
	r.typeKeys("e")
	for range 9 {
		if strings.Contains(r.screen(), "▸       #57 moves left: a wall is there") {
			break
		}
		r.typeKeys("down")
	}
	r.requireText("▸       #57 moves left: a wall is there")
	if r.typeKeys("enter"); !r.view().IsInspecting {
		t.Error("the cursor is not shown")
	}
	r.requireText("moves left (a")
}

func TestNextHitInBothDirections(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	r := newRig(t, rec, options{Paused: true})
	r.press("nextFound")
	r.requireText("no search yet")
	r.typeKeys(append([]string{"/"}, strings.Split("book", "")...)...)
	r.typeKeys("enter")
	type stop struct{ round, event int }
	var want []stop
	for k := 1; k <= rec.Edge(); k++ {
		for i, e := range rec.Turn(k - 1).Events {
			if strings.Contains(rec.Meta().Game.Legend().Events[e.Kind].Name, "book") {
				want = append(want, stop{k, i})
			}
		}
	}
	here := func() stop { return stop{r.at(), r.view().Event.Index()} }
	for i, w := range want {
		if here() != w {
			t.Fatalf("result %d is at %v, want %v", i, here(), w)
		}
		r.press("nextFound")
	}
	r.requireText("no more hits for")
	for i := len(want) - 2; i >= 0; i-- {
		if r.press("prevFound"); here() != want[i] {
			t.Fatalf("back at %v, want %v", here(), want[i])
		}
	}
}

// TestStopsOfUnitAndFilter checks that event keys stop only at events of the followed unit or the
// filter.
func TestStopsOfUnitAndFilter(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	r := newRig(t, rec, options{Paused: true})
	row := func() *sim.Event { return &rec.Turn(r.at() - 1).Events[r.view().Event.Index()] }
	for _, e := range rec.Turn(rec.Edge() - 1).Events {
		if e.Unit < 0 {
			continue
		}
		r.typeKeys("/")
		r.typeKeys(strings.Split(strconv.Itoa(int(e.Unit)), "")...)
		r.typeKeys("enter", "]")
		for r.checkText("no more events", false); !strings.Contains(r.program.Notice, "no more events"); r.press("nextEvent") {
			if got := row(); got.Unit != e.Unit && got.Target != e.Unit {
				t.Fatalf("following unit %d it stops at %+v", e.Unit, got)
			}
			if r.view().FollowedUnit.Index() != int(e.Unit) {
				t.Fatal("it is followed no more")
			}
		}
		break
	}
	r.press("follow", "first", "events")
	r.typeKeys("p", "e")
	for r.press("nextEvent"); !strings.Contains(r.program.Notice, "no more events"); r.press("nextEvent") {
		if r.view().Event.Index() == len(rec.Turn(r.at()-1).Events) {
			continue // Lead changes have no unit.
		}
		if got := row(); got.Seat != 0 && got.Other != 0 {
			t.Fatalf("of seat 0 it stops at %+v", got)
		}
	}
}

// TestDeadUnitsAndVoldemortAreFollowed checks that a viewer who stops at a death follows the dead
// unit.
func TestDeadUnitsAndVoldemortAreFollowed(t *testing.T) {
	t.Parallel()
	texts := simtest.Recordings(t, "harrypotter")
	rec, _, err := res.Read(texts["dummy-s30"], tuitest.Games, "dummy")
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, rec, options{Paused: true})
	r.typeKeys("e", "d", "e", "]")
	dead := rec.Turn(r.at() - 1).Events[r.view().Event.Index()]
	if r.press("follow"); r.view().FollowedUnit.Index() != int(dead.Target) {
		t.Errorf("follows %d, the event is %+v", r.view().FollowedUnit.Index(), dead)
	}
	r.typeKeys("f", "/", "v", "o", "l", "d", "enter")
	r.requireText("following Voldemort")
	var f sim.Frame
	rec.State(r.at()).FillFrame(&f)
	boss := f.Units[len(f.Units)-1]
	if r.view().FollowedUnit.Index() != int(boss.ID) || r.view().Cursor != boss.At {
		t.Errorf("follows %d at %v, want %+v", r.view().FollowedUnit.Index(), r.view().Cursor, boss)
	}
	var lost sim.Event
	for range 1000 { // Skip units that players killed.
		r.typeKeys("]")
		if lost = rec.Turn(r.at() - 1).Events[r.view().Event.Index()]; lost.Unit == boss.ID {
			break
		}
	}
	if lost.Unit != boss.ID {
		t.Errorf("the last lost unit is %+v, want one of Voldemort", lost)
	}
}

// TestCursorJumps checks jumps to units, enemies, items, and over ten cells.
func TestCursorJumps(t *testing.T) {
	t.Parallel()
	rec := potterRecord(t)
	r := newRig(t, rec, options{Paused: true, Place: location.AtRound(30), Me: "Hunter"})
	var f sim.Frame
	rec.State(30).FillFrame(&f)
	under := func() sim.Cell { c := r.view().Cursor; return f.Cells[c.Row*f.Cols+c.Col] }
	var ids []int32
	for _, u := range f.Units {
		if (u.Seat == 1 || u.Seat < 0) && u.OnBoard {
			ids = append(ids, u.ID)
		}
	}
	for i := range 2 * len(ids) {
		r.press("nextUnit")
		if got := f.Units[under().Unit].ID; got != ids[i%len(ids)] {
			t.Fatalf("unit %d, want %d", got, ids[i%len(ids)])
		}
	}
	if r.press("prevUnit"); f.Units[under().Unit].ID != ids[len(ids)-2] {
		t.Error("the unit before is another one")
	}
	for range 5 {
		if r.press("nextEnemy"); under().Unit < 0 || f.Units[under().Unit].Seat == 1 {
			t.Errorf("the next enemy is %+v", under())
		}
	}
	if r.press("nextThing"); under().Item == 0 {
		t.Errorf("the next thing is %+v", under())
	}
	r.typeKeys("i", "i")
	r.press("cursorFar", "cursorFar", "cursorFar", "cursorFar", "cursorFar", "cursorFar", "cursorFar")
	if at := r.view().Cursor; at.Row != 0 {
		t.Errorf("at %v", at)
	}
	r.press("cursorFarDown", "cursorFarRight")
	if at := r.view().Cursor; at.Row != 10 || at.Col < 10 {
		t.Errorf("at %v", at)
	}
}

func TestBookmarksAreSetListedAndRemoved(t *testing.T) {
	t.Parallel()
	r := newRig(t, potterRecord(t), options{Paused: true, Place: location.AtRound(12)})
	r.press("bookmark", "ctrl+u")
	r.typeKeys("h", "i", "enter")
	if got := r.bookmarks(); len(got) != 1 || got[0].Name != "hi" || got[0].Place.Round != 12 || !savesBookmarks(r.effect) {
		t.Fatalf("bookmarks %+v, effect %+v", got, r.effect)
	}
	r.press("last", "bookmark", "accept")
	r.requireText("¶")
	if got := r.bookmarks(); len(got) != 2 || got[1].Name != "round "+strconv.Itoa(r.at()) {
		t.Fatalf("bookmarks %+v", got)
	}
	r.typeKeys("/", "h", "i", "enter")
	if r.at() != 12 {
		t.Errorf("at round %d, want 12", r.at())
	}
	r.press("bookmark", "ctrl+u", "accept")
	r.requireText("needs a name")
	r.press("events")
	chosen := regexp.MustCompile(`▸ +12 +¶ hi`)
	for n := 0; !chosen.MatchString(r.screen()); n++ {
		if r.typeKeys("down"); n > 300 {
			t.Fatal("the bookmark cannot be chosen")
		}
	}
	if r.press("unmark"); len(r.bookmarks()) != 1 || !savesBookmarks(r.effect) {
		t.Errorf("bookmarks %+v, effect %+v", r.bookmarks(), r.effect)
	}
	r.press("leave")
	old := r.bookmarks()
	for i := range location.MaxBookmarks + 1 {
		r.press("bookmark", "ctrl+u")
		r.typeKeys(strings.Split(strconv.Itoa(i), "")...)
		r.press("accept")
	}
	r.requireText("limit of 100 bookmarks reached")
	if len(r.bookmarks()) != location.MaxBookmarks || len(old) > 2 {
		t.Errorf("%d bookmarks, %d before", len(r.bookmarks()), len(old))
	}
}
