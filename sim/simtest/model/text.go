package model

import (
	"strings"

	"game-tui/sim"
	"game-tui/sim/res"
)

// AppendText writes the state block of a recording: the grid, the tables of
// pickers and of apples, round, scores and status.
func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = res.AppendGridLabels(dst, s.set.cols)
	for i := range s.set.rows {
		dst = res.AppendRowLabel(dst, i)
		for j := range s.set.cols {
			letter := byte('.')
			if s.Cell(sim.Pos{Row: i, Col: j}).Tree {
				letter = 'T'
			}
			dst = append(dst, letter)
		}
		dst = append(dst, '\n')
	}
	dst = append(dst, "\npickers\nid\trow\tcolumn\thome\n"...)
	for _, u := range s.pickers {
		dst = appendRow(dst, int(u.ID), u.At.Row, u.At.Col, u.Home)
	}
	dst = append(dst, "\napples\n"...)
	dst = res.AppendInt(dst, s.heaps())
	dst = append(dst, "\nrow\tcolumn\tapples\n"...)
	for i, c := range s.cells {
		if p := s.pos(i); c.Apples > 0 {
			dst = appendRow(dst, p.Row, p.Col, c.Apples)
		}
	}
	dst = append(dst, "\nround "...)
	dst = res.AppendInt(dst, s.round)
	dst = append(dst, "\n\n"...)
	dst = res.AppendFour(dst, "score", s.scores)
	dst = append(dst, '\n')
	dst = res.AppendStatus(dst, s.status)
	return append(dst, '\n')
}

// heaps is the number of cells with apples.
func (s *State) heaps() int {
	n := 0
	for _, c := range s.cells {
		if c.Apples > 0 {
			n++
		}
	}
	return n
}

func appendRow(dst []byte, values ...int) []byte {
	for i, v := range values {
		if i > 0 {
			dst = append(dst, '\t')
		}
		dst = res.AppendInt(dst, v)
	}
	return append(dst, '\n')
}

// reader reads state blocks.
type reader struct {
	*res.Scanner
	set *Settings
}

func newReader(set *Settings, text []byte) reader { return reader{res.NewScanner(text), set} }

// ReadState reads a state block of a recording.
func (Game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	in := newReader(settings.(*Settings), text)
	s := in.state()
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	return s, in.Offset(), nil
}

// maxTotal bounds the numbers that only sums can reach.
const maxTotal = 1_000_000_000

func (in reader) state() *State {
	s := &State{set: in.set, cells: make([]Cell, in.set.rows*in.set.cols)}
	in.Skip(2, "the labels of the columns")
	for i := range in.set.rows {
		in.row(s, i)
	}
	in.words("pickers id row column home")
	for id := range sim.Seats * in.set.pickers {
		in.picker(s, id)
	}
	in.words("apples")
	heaps := in.Int("the number of cells with apples", 0, len(s.cells))
	in.words("row column apples")
	for range heaps {
		in.heap(s)
	}
	in.Expect("round")
	s.round = in.Int("the round", 0, in.set.rounds)
	in.Expect("score")
	for i := range s.scores {
		s.scores[i] = in.Int("a score", 0, maxTotal)
	}
	in.Expect("status")
	for i := range s.status {
		s.status[i] = in.Float("a status")
		if v := s.status[i]; v != -1 && (v < 0 || v > 1) {
			in.Fail("a status is %v: must be -1 or between 0 and 1", v)
		}
	}
	return s
}

func (in reader) words(words string) {
	for word := range strings.FieldsSeq(words) {
		in.Expect(word)
	}
}

// row reads a row of the grid.
func (in reader) row(s *State, i int) {
	in.Int("the label of a row", i, i)
	letters := in.Word()
	if len(letters) != in.set.cols {
		in.Fail("expected %d cells in row %d, found %d", in.set.cols, i, len(letters))
		return
	}
	for j, letter := range letters {
		switch letter {
		case 'T':
			s.cells[i*in.set.cols+j].Tree = true
		case '.':
		default:
			in.Fail("expected T or . in row %d, found %q", i, letter)
		}
	}
}

// picker reads a line of the table of pickers.
func (in reader) picker(s *State, id int) {
	in.Int("the id of a picker", id, id)
	p := sim.Pos{Row: in.Int("the row of a picker", -1, in.set.rows-1)}
	p.Col = in.Int("the column of a picker", -1, in.set.cols-1)
	home := in.Int("the rounds of a picker at home", 0, in.set.roundsAtHome)
	if in.Err() != nil {
		return
	}
	switch {
	case home > 0 && p != sim.Pos{Row: -1, Col: -1}:
		in.Fail("picker %d is at home and at %v", id, p)
	case home == 0 && s.Cell(p) != Cell{}:
		in.Fail("picker %d stands on no grass at %v", id, p)
	case home == 0 && s.PickerAt(p).ID >= 0:
		in.Fail("two pickers stand at %v", p)
	}
	s.pickers = append(s.pickers, Picker{ID: int32(id), Team: id / in.set.pickers, At: p, Home: home})
}

// heap reads a line of the table of apples.
func (in reader) heap(s *State) {
	p := sim.Pos{Row: in.Int("the row of apples", 0, in.set.rows-1)}
	p.Col = in.Int("the column of apples", 0, in.set.cols-1)
	n := in.Int("a number of apples", 1, maxTotal)
	if in.Err() != nil {
		return
	}
	if s.Cell(p) != (Cell{}) || s.PickerAt(p).ID >= 0 {
		in.Fail("apples lie at %v, which is taken", p)
	}
	s.cells[p.Row*in.set.cols+p.Col].Apples = n
}
