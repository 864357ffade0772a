package ai_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"game-tui/ai"
	"game-tui/configs"
	"game-tui/sim"
	"game-tui/sim/game/catalog"
	"game-tui/sim/simtest"
)

var update = flag.Bool("update", false, "add missing matches to testdata/orders.txt")

// rules maps each game to non-default settings that may break a player.
var rules = map[string]map[string]map[string]int{
	"harrypotter": {
		"crowd":  {"NUM_INI_WIZARDS_PER_CLAN": 60, "NUM_INI_BOOKS": 5, "NUM_ROUNDS": 60},
		"few":    {"NUM_INI_WIZARDS_PER_CLAN": 1, "NUM_INI_BOOKS": 1},
		"weak":   {"CLAN_INI_MAGIC_STRENGTH": 1, "BOOK_MAGIC_STRENGTH": 1},
		"spells": {"ROUNDS_SPELL_RESTING_GHOST": 1, "NUM_ROUNDS": 80},
	},
	"moneyheist": {
		"crowd":  {"INITIAL_SOLDIERS_PER_CLAN": 60, "NUM_ROUNDS": 60},
		"few":    {"INITIAL_SOLDIERS_PER_CLAN": 1, "NUM_MONEY": 1, "NUM_HEALTH_KITS": 1, "NUM_POISON_KITS": 1, "NUM_SAFETY_BOXES": 1},
		"keys":   {"SIZE_HINTS_PER_BOX": 0, "NUM_ROUNDS": 60},
		"hints":  {"SIZE_HINTS_PER_BOX": 66, "NUM_ROUNDS": 60},
		"limits": {"MAX_MONEY_VALUE": 2147483646, "GOLD_VALUE": 2147483647, "PROFESSOR_HEALTH_DECREASE": 2147483647, "INITIAL_PROFESSOR_HEALTH": 2147483647, "PROFESSOR_ROUNDS_REBIRTH": 1, "NUM_ROUNDS": 60},
	},
	"thepurge": {
		"small": {"BOARD_ROWS": 12, "BOARD_COLS": 12},
		"large": {"BOARD_ROWS": 25, "BOARD_COLS": 50, "NUM_INI_BUILDERS": 6},
		"walls": {"MAX_NUM_BARRICADES": 40, "NUM_ROUNDS_PER_DAY": 20},
		"fixed": nil,
	},
}

func config(game, rule string) []byte {
	if rule == "fixed" {
		return configs.Default(game + "-" + rule)
	}
	return simtest.WithSettings(configs.Default(game), rules[game][rule])
}

// TestEveryPlayerHasPinnedOrders checks that testdata/orders.txt contains every player.
func TestEveryPlayerHasPinnedOrders(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	pinned := map[[2]string]bool{}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		for _, name := range f[3:7] {
			pinned[[2]string{f[0], name}] = true
		}
	}
	for _, g := range catalog.Games() {
		for _, p := range ai.Players(g.Name()) {
			if !pinned[[2]string{g.Name(), p.Name}] {
				t.Errorf("testdata/orders.txt has no match of %s's %s: run this package's tests with -update", g.Name(), p.Name)
			}
		}
	}
}

// TestOrdersNeverChange compares players with testdata/orders.txt. Each line is a match: game,
// rules, seed, players, and the SHA-256 of all replies. Recordings name their players and can be
// replayed, so a player that plays differently needs a new name.
func TestOrdersNeverChange(t *testing.T) {
	t.Parallel()
	simtest.SkipUnderRace(t)
	text, err := os.ReadFile("testdata/orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		text = addOrders(t, text)
		if err := os.WriteFile("testdata/orders.txt", text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); n++ {
		f := strings.Fields(lines.Text())
		if len(f) != 8 {
			t.Fatalf("line %d has %d words, want 8", n+1, len(f))
		}
		t.Run(strings.Join(f[:3], "/"), func(t *testing.T) {
			t.Parallel()
			if got := answers(t, f[0], f[1], f[2], f[3:7]); got != f[7] {
				t.Errorf("%s: got replies %s, want %s", strings.Join(f[3:7], ", "), got, f[7])
			}
		})
	}
	for _, g := range catalog.Names() {
		if !bytes.Contains(text, []byte(g+" default ")) {
			t.Errorf("%s has no matches in testdata/orders.txt: go test ./ai -run TestOrders -update adds them", g)
		}
	}
}

// addOrders adds the missing matches to testdata/orders.txt: 20 per player with the default rules,
// and two with each other rule set.
func addOrders(t *testing.T, text []byte) []byte {
	for _, g := range catalog.Names() {
		seen := map[string]int{} // number of matches per player
		play := func(rule string, k, shift int, list []sim.Builtin) {
			names := make([]string, sim.Seats)
			for seat := range names {
				names[seat] = list[(k+seat*shift)%len(list)].Name
			}
			for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
				seen[name]++
			}
			seed := fmt.Sprint(101 + 7*k)
			line := strings.Join([]string{g, rule, seed, strings.Join(names, " "), ""}, " ")
			if !bytes.Contains(text, []byte(line)) {
				text = append(text, line+answers(t, g, rule, seed, names)+"\n"...)
			}
		}
		all := ai.Players(g)
		for k := 0; slices.ContainsFunc(all, func(b sim.Builtin) bool { return seen[b.Name] < 20 }); k++ {
			play("default", k, 1+k/len(all), all)
		}
		thinking := slices.DeleteFunc(all, func(b sim.Builtin) bool { return b.Name == "Demo" || b.Name == "Null" })
		for _, rule := range slices.Sorted(maps.Keys(rules[g])) {
			for k := range 2 {
				play(rule, k, 1, thinking)
			}
		}
	}
	return text
}

// answers plays a match and returns the SHA-256 of all replies.
func answers(t *testing.T, game, rule, seed string, names []string) string {
	g, ok := catalog.Find(game)
	if !ok {
		t.Fatalf("no game %q", game)
	}
	var n int32
	if _, err := fmt.Sscan(seed, &n); err != nil {
		t.Fatal(err)
	}
	player := func(name string) sim.Player {
		p, ok := ai.Find(game, name)
		if !ok {
			t.Fatalf("no player %q in %s", name, game)
		}
		return p.New()
	}
	m, err := simtest.NewOfficialMatch(g, config(game, rule), n, player, names...)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.New()
	var line []byte
	for err = nil; err == nil && m.Board.Round() < m.Meta.Settings.Rounds(); m.Recording = m.Recording[:0] {
		err = m.PlayRound() // the match may end early on a crowded board
		for seat := range m.Replies {
			line = appendReply(line[:0], &m.Replies[seat])
			sum.Write(line)
			checkOrders(t, names[seat], m.LastTurn, seat)
		}
	}
	if errors.Is(err, simtest.ErrTooManyOrders) {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// checkOrders reports malformed orders. Only the kit's Demo may give any.
func checkOrders(t *testing.T, name string, turn *sim.Turn, seat int) {
	for _, o := range turn.Orders[seat] {
		switch o.Outcome {
		case sim.OutcomeNotOwned, sim.OutcomeNoSuchOrder, sim.OutcomeNoSuchDirection, sim.OutcomeOffBoard:
			if name != "Demo" {
				t.Errorf("round %d: %s gives invalid order %+v", turn.Round, name, o)
			}
		}
	}
}

func appendReply(b []byte, r *sim.Reply) []byte {
	number := func(n int) { b = binary.AppendVarint(b, int64(n)) }
	number(len(r.Orders))
	for _, o := range r.Orders {
		number(int(o.Unit))
		number(int(o.Kind))
		number(int(o.Dir))
		number(len(o.Args))
		for _, a := range o.Args {
			number(int(a))
		}
	}
	number(r.Calls)
	number(len(r.Stderr))
	for _, line := range r.Stderr {
		b = append(append(b, line...), 0)
	}
	number(len(r.Marks))
	for _, m := range r.Marks {
		number(int(m.Unit))
		number(m.At.Row)
		number(m.At.Col)
		b = append(append(b, m.Text...), 0)
	}
	return b
}
