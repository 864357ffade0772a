package moneyheist_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"game-tui/configs"
	"game-tui/sim"
	mh "game-tui/sim/game/moneyheist"
	"game-tui/sim/res"
)

func TestWrongConfigurationsAreRefused(t *testing.T) {
	t.Parallel()
	text := string(defaultConfig)
	set := func(key, value string) string {
		i := strings.Index(text, "\n"+key+"\t")
		j := i + 1 + strings.Index(text[i+1:], "\n")
		return text[:i+1] + key + " " + value + text[j:]
	}
	for _, c := range []struct {
		name, text string
		line       int
		want       string
	}{
		{"nothing", "", 1, `expected "MoneyHeist", found the end of the text`},
		{"another game", string(configs.Default("harrypotter")), 1, `expected "MoneyHeist", found "HarryPotter"`},
		{"another version", strings.Replace(text, "1.0", "2.0", 1), 1, `expected "1.0", found "2.0"`},
		{"a missing key", strings.Replace(text, "NUM_MONEY\t", "NUM_MONKEYS\t", 1), 16, `expected "NUM_MONEY", found "NUM_MONKEYS"`},
		{"a lower case key", strings.Replace(text, "NUM_ROUNDS", "num_rounds", 1), 4, `expected "NUM_ROUNDS"`},
		{"no value", text[:strings.Index(text, "GOLD_VALUE")+11], 24, "unexpected end of text: expected GOLD_VALUE"},
		{"a word", set("NUM_ROUNDS", "many"), 4, `NUM_ROUNDS: expected a whole number, found "many"`},
		{"a fraction", set("NUM_ROUNDS", "4.5"), 4, "NUM_ROUNDS: expected a whole number"},
		{"players", set("NUM_PLAYERS", "3"), 3, "NUM_PLAYERS is 3: must be 4"},
		{"rounds", set("NUM_ROUNDS", "0"), 4, "NUM_ROUNDS is 0: must be at least 1"},
		{"rows", set("BOARD_ROWS", "61"), 5, "BOARD_ROWS is 61: must be 60"},
		{"cols", set("BOARD_COLS", "59"), 6, "BOARD_COLS is 59: must be 60"},
		{"soldiers", set("INITIAL_SOLDIERS_PER_CLAN", "901"), 7, "INITIAL_SOLDIERS_PER_CLAN is 901: must be between 1 and 900"},
		{"no soldiers", set("INITIAL_SOLDIERS_PER_CLAN", "-1"), 7, "INITIAL_SOLDIERS_PER_CLAN is -1"},
		{"rebirth", set("PROFESSOR_ROUNDS_REBIRTH", "2147483647"), 15, "PROFESSOR_ROUNDS_REBIRTH is 2147483647"},
		{"money", set("MIN_MONEY_VALUE", "21"), 18, "MAX_MONEY_VALUE is 20: must be at least MIN_MONEY_VALUE (21)"},
		{"gold", set("GOLD_VALUE", "20"), 24, "GOLD_VALUE is 20: must be greater than MAX_MONEY_VALUE (20)"},
		{"hints", set("SIZE_HINTS_PER_BOX", "14"), 25, "SIZE_HINTS_PER_BOX is 14: must be a multiple of 3"},
		{"negative hints", set("SIZE_HINTS_PER_BOX", "-3"), 25, "SIZE_HINTS_PER_BOX is -3: must be between 0 and 999999"},
		{"too many hints", set("SIZE_HINTS_PER_BOX", "999999"), 25, "SIZE_HINTS_PER_BOX is 999999: 6 safes may have at most 1000000 hints"},
		{"a fixed board", strings.Replace(text, "RANDOM", "FIXED", 1), 27, "the generator FIXED is not allowed in Money Heist: expected RANDOM"},
		{"no generator", strings.Replace(text, "RANDOM", "", 1), 28, `the generator must be RANDOM or FIXED, found the end of the text`},
		{"a generator in lower case", strings.Replace(text, "RANDOM", "random", 1), 27, `the generator must be RANDOM or FIXED, found "random"`},
	} {
		g := mh.Game
		s, n, err := g.ReadSettings([]byte(c.text))
		if err == nil {
			_, err = g.NewBoard(s, []byte(c.text[n:]), 1)
		} else {
			n = 0
		}
		in, ok := errors.AsType[*sim.InputError](err)
		if !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
			continue
		}
		if line := sim.LineNumber([]byte(c.text), n+in.Offset); line != c.line {
			t.Errorf("%s: line %d, want %d", c.name, line, c.line)
		}
	}
}

func TestWrongStatesAreRefused(t *testing.T) {
	t.Parallel()
	m := start(t, defaultConfig, 30, "Null")
	text := string(state(m).AppendText(nil))
	for _, c := range []struct{ old, new, want string }{
		{"\n01 ", "\nM1 ", "expected row 1 of the grid (BOARD_ROWS is 60), found \"M1\""},
		{"\n00 .", "\n00 ", "grid row 0 has 59 cells; expected 60"},
		{"\n00 .", "\n00 y", "cell (0,0) is 'y': must be one of"},
		{"\n00 .", "\n00 0", "the grid has '0' at (0,0), but the tables have '.'"},
		{"\n00 .", "\n00 M", "the grid has 'M' at (0,0), but the tables have '.'"},
		{"\n00 .", "\n00 B", "the grid has 'B' at (0,0), but the tables have '.'"},
		{"units\n84", "units\n83", "number of units is 83: must be 84"},
		{"s\t4\t0", "s\t5\t0", "the unit's id is 5: must be 4"},
		{"s\t4\t0", "s\t4\t4", "the unit's player is 4: must be between 0 and 3"},
		{"p\t0\t0", "p\t0\t1", "the unit's player is 1: must be 0"},
		{"p\t0\t0", "s\t0\t0", `expected "p", found "s"`},
		{"s\t4\t0\t35\t0\t", "s\t4\t0\t60\t0\t", "row is 60"},
		{"s\t4\t0\t35\t0\t-1", "s\t4\t0\t35\t0\t1", "the soldier's health is 1: must be -1"},
		{"s\t4\t0\t35\t0\t", "s\t4\t0\t5\t52\t", "unit 4 shares cell (5,52) with another unit"},
		{"0\t32\t17\n", "0\t32\t0\n", "amount of money is 0"},
		{"10\t18\t14\n", "0\t32\t14\n", "the money at (0,32) is listed twice"},
		{"safety_box_hints\n6", "safety_box_hints\n7", "number of safes is 7: must be 6"},
		{"15 20 49", "15 20 48", "the grid has 'B' at (20,49), but the tables have '.'"},
		{"15 20 49", "14 20 49", "number of hints is 14: must be 15"},
		{"round 0", "round 201", "round is 201: must be between 0 and 200"},
		{"score\t0", "score\t-1", "score is -1"},
		{"status\t0", "status\t1.5", "status is 1.5: must be -1 or between 0 and 1"},
		{"status\t0", "status\tnan", "status: expected a number"},
		{"status\t0\t0\t0\t0", "status\t0\t0\t0", "status: expected a number, found the end of the text"},
	} {
		bad := strings.Replace(text, c.old, c.new, 1)
		if bad == text {
			t.Fatalf("%q is not in the text", c.old)
		}
		if _, _, err := (mh.Game).ReadState(m.set, []byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.new, err, c.want)
		}
	}
}

func TestOrdersAreReadBack(t *testing.T) {
	t.Parallel()
	g := mh.Game
	for text, want := range map[string]sim.Order{
		"12\tm\tr\t\n":       mh.Move(12, sim.Right),
		"-3 m\nl":            mh.Move(-3, sim.Left),
		"12mu":               mh.Move(12, sim.Up),
		"5c":                 mh.Charge(5),
		"\r\n+0 h":           mh.Heal(0),
		"1\to\tl\t2\t 0 -1":  mh.Open(1, []int32{0, -1}, sim.Left),
		"1od0":               mh.Open(1, nil, sim.Down),
		"1od-4":              mh.Open(1, nil, sim.Down),
		"7 m _":              mh.Move(7, -1),
		"2147483647m x":      mh.Move(2147483647, -1),
		"-2147483648\tc\t\n": mh.Charge(-2147483648),
	} {
		o, _, err := res.ReadOrder(g.OrderFormat(), []byte(text))
		if err != nil || !reflect.DeepEqual(o, want) {
			t.Errorf("%q: %+v, %v, want %+v", text, o, err, want)
		}
		again, _, err := res.ReadOrder(g.OrderFormat(), res.AppendOrder(nil, g.OrderFormat(), o))
		if err != nil || !reflect.DeepEqual(again, o) {
			t.Errorf("%q: written and read back %+v, %v", text, again, err)
		}
	}
	for text, want := range map[string]string{
		"":                 "unexpected end of text: expected the order's unit",
		"x":                "the order's unit: expected a whole number",
		"-":                "the order's unit: expected a whole number",
		"3":                "unexpected end of text: expected the order's kind",
		"3 x":              `the order's kind: expected one of m, o, c, h; found 'x'`,
		"3 m":              "unexpected end of text: expected the order's direction",
		"2147483648 m l":   "the order's unit does not fit in 32 bits",
		"3 o l 5 1 2":      "unexpected end of text",
		"3 o l 2000000 1 ": "unexpected end of text in a key of 2000000 numbers",
	} {
		if o, _, err := res.ReadOrder(g.OrderFormat(), []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, want %s", text, o, err, want)
		}
	}
	if got := string(res.AppendOrder(nil, g.OrderFormat(), sim.Order{Unit: 3, Kind: 'z', Dir: 9})); got != "3\t_\t_\t\n" {
		t.Errorf("an order of no kind is written %q", got)
	}
}
