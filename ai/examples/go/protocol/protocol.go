// Package protocol is the protocol of game-tui players, and a board to think
// on. It is the same for all games; what to do is in main.go.
package protocol

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// messages is standard output, which belongs to them: what is printed goes to standard error,
// and so beside the board.
var messages = os.Stdout

func init() { os.Stdout = os.Stderr }

// Player says who plays, and how.
type Player struct {
	Game string // its version line
	Name string // one word of at most 12 bytes
	Wall byte   // the ground that nobody enters
	// Play returns the orders of a round, as lines.
	Play func(s *State, seat int) []string
}

// Serve speaks the protocol: a header line, then as many bytes as it says.
func (p Player) Serve() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(messages)
	seat := 0
	for {
		header, err := in.ReadString('\n')
		words := strings.Fields(header)
		if err != nil || len(words) == 0 || words[0] == "quit" {
			return
		}
		switch words[0] {
		case "describe":
			about := p.Game + "\n" + p.Name + "\n"
			fmt.Fprintf(out, "about 1 %d\n%s", len(about), about)
		case "init":
			payload(in, words[5]) // the settings
			seat = Int(words[3])
			fmt.Fprintf(out, "ready 1 %s\n", p.Name)
		case "state":
			orders := p.Play(newState(payload(in, words[2]), p.Wall), seat)
			text := fmt.Sprintln(len(orders)) + strings.Join(append(orders, ""), "\n")
			fmt.Fprintf(out, "commands %s %d\n%s", words[1], len(text), text)
		}
		out.Flush()
	}
}

func payload(in io.Reader, size string) string {
	text := make([]byte, Int(size))
	if _, err := io.ReadFull(in, text); err != nil {
		os.Exit(1)
	}
	return string(text)
}

// Int reads a number of a state.
func Int(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

// State is a state block: the board as one string with a wall around it, and
// the rest by name.
type State struct {
	Width  int
	Board  string
	blocks map[string][]string
}

func newState(text string, wall byte) *State {
	s := &State{blocks: map[string][]string{}}
	for i, block := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		if i > 0 {
			key, _, _ := strings.Cut(strings.ReplaceAll(lines[0], "\t", " "), " ")
			s.blocks[key] = lines
			continue
		}
		s.Width = len(lines[0]) - 3 + 2
		edge := strings.Repeat(string(wall), s.Width)
		s.Board = edge
		for _, row := range lines[2:] {
			s.Board += string(wall) + row[3:] + string(wall)
		}
		s.Board += edge
	}
	return s
}

// At is the place of a cell in the board; row and column are words of a table.
func (s *State) At(row, column string) int { return (Int(row)+1)*s.Width + Int(column) + 1 }

// Words are the words of a block's first line after its name, or of another line.
func (s *State) Words(key string, line int) []string {
	words := strings.Fields(s.blocks[key][line])
	if line == 0 {
		return words[1:]
	}
	return words
}

// Rows are the rows of a table, below its name, its length and its heading.
func (s *State) Rows(key string) (rows [][]string) {
	for i := 3; i < len(s.blocks[key]); i++ {
		rows = append(rows, s.Words(key, i))
	}
	return rows
}

// Where are the places whose ground is one of these letters.
func (s *State) Where(letters string) Set {
	places := Set{}
	for i := range len(s.Board) {
		if strings.IndexByte(letters, s.Board[i]) >= 0 {
			places[i] = true
		}
	}
	return places
}

// Set is a set of places.
type Set map[int]bool

type step struct {
	letter string
	by     int
}

// steps are the directions' letters and what they add to a place.
func (s *State) steps() [4]step { return [4]step{{"u", -s.Width}, {"d", s.Width}, {"l", -1}, {"r", 1}} }

const never = 1 << 30

// Distances says how far every place is from the nearest goal.
func (s *State) Distances(goals, blocked Set) []int {
	far := make([]int, len(s.Board))
	var queue []int
	for place := range far {
		far[place] = never
		if goals[place] {
			far[place] = 0
			queue = append(queue, place)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, step := range s.steps() {
			next := queue[0] + step.by
			if far[next] == never && !blocked[next] {
				far[next] = far[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return far
}

// Nearer is the direction from a place towards a goal, "" for none; taken cells
// are left to others.
func (s *State) Nearer(far []int, place int, taken Set) string {
	best, way := far[place], step{}
	for _, step := range s.steps() {
		if next := place + step.by; far[next] < best && !taken[next] {
			best, way = far[next], step
		}
	}
	if way.letter != "" {
		taken[place+way.by] = true
	}
	return way.letter
}
