// Package protocol implements the player's side of the game-tui protocol and parses states. It is
// the same for all games.
package protocol

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// protocolOut is the real standard output. Anything else the player prints goes to standard error,
// which is shown next to the board.
var protocolOut = os.Stdout

func init() { os.Stdout = os.Stderr }

type Player struct {
	Game string // name and version of the game
	Name string // player's name: one word of at most 12 bytes
	Wall byte   // letter that marks impassable cells
	// Play returns the orders for a round.
	Play func(s *State, seat int) []string
}

// Serve answers requests until the match ends. A request is a header line, followed by a payload if
// the header contains its size.
func (p Player) Serve() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(protocolOut)
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
			readPayload(in, words[5]) // skip the settings, which are not used
			seat = MustInt(words[3])
			fmt.Fprintf(out, "ready 1 %s\n", p.Name)
		case "state":
			orders := p.Play(newState(readPayload(in, words[2]), p.Wall), seat)
			text := fmt.Sprintln(len(orders)) + strings.Join(append(orders, ""), "\n")
			fmt.Fprintf(out, "commands %s %d\n%s", words[1], len(text), text)
		}
		out.Flush()
	}
}

func readPayload(in io.Reader, size string) string {
	text := make([]byte, MustInt(size))
	if _, err := io.ReadFull(in, text); err != nil {
		os.Exit(1)
	}
	return string(text)
}

func MustInt(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		panic(err)
	}
	return n
}

// A State is a parsed state: the board as one string surrounded by walls, and all other blocks by
// name.
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

// CellIndex returns a cell's index in Board, given its row and column as text.
func (s *State) CellIndex(row, column string) int {
	return (MustInt(row)+1)*s.Width + MustInt(column) + 1
}

// Words returns the words of a line in the block called key. For line 0, it omits the name of the
// block.
func (s *State) Words(key string, line int) []string {
	words := strings.Fields(s.blocks[key][line])
	if line == 0 {
		return words[1:]
	}
	return words
}

// Rows returns the rows of the table called key, split into words.
func (s *State) Rows(key string) (rows [][]string) {
	for i := 3; i < len(s.blocks[key]); i++ {
		rows = append(rows, s.Words(key, i))
	}
	return rows
}

// CellsWith returns the cells that contain one of the letters.
func (s *State) CellsWith(letters string) CellSet {
	places := CellSet{}
	for i := range len(s.Board) {
		if strings.IndexByte(letters, s.Board[i]) >= 0 {
			places[i] = true
		}
	}
	return places
}

// A CellSet is a set of cells, identified by their indexes in Board.
type CellSet map[int]bool

type step struct {
	letter string
	offset int // what the step adds to a cell's index
}

func (s *State) steps() [4]step { return [4]step{{"u", -s.Width}, {"d", s.Width}, {"l", -1}, {"r", 1}} }

const unreachable = 1 << 30

// Distances returns each cell's distance to the nearest goal, or unreachable if there is no path.
func (s *State) Distances(goals, blocked CellSet) []int {
	distances := make([]int, len(s.Board))
	var queue []int
	for place := range distances {
		distances[place] = unreachable
		if goals[place] {
			distances[place] = 0
			queue = append(queue, place)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, step := range s.steps() {
			next := queue[0] + step.offset
			if distances[next] == unreachable && !blocked[next] {
				distances[next] = distances[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return distances
}

// StepToward returns the direction of the free neighbouring cell closest to a goal and marks that cell
// as taken. If none is closer than cell, it returns "".
func (s *State) StepToward(distances []int, cell int, taken CellSet) string {
	best, way := distances[cell], step{}
	for _, step := range s.steps() {
		if next := cell + step.offset; distances[next] < best && !taken[next] {
			best, way = distances[next], step
		}
	}
	if way.letter != "" {
		taken[cell+way.offset] = true
	}
	return way.letter
}
