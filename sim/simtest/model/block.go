package model

import (
	"game-tui/sim"
	"game-tui/sim/res"
)

func (game) ReadState(settings sim.Settings, text []byte) (sim.State, int, error) {
	in := res.NewScanner(text)
	s := readState(in, settings.(*Settings))
	if err := in.Err(); err != nil {
		return nil, 0, err
	}
	return s, in.Offset(), nil
}

const maxTotal = 1_000_000_000

func readState(in *res.Scanner, settings *Settings) *State {
	s := &State{settings: settings, cells: make([]Cell, settings.BoardRows*settings.BoardCols)}
	in.Grid(settings.BoardRows, settings.BoardCols, ".T", func(i int, row []byte) {
		for j, letter := range row {
			s.cells[i*settings.BoardCols+j].IsTree = letter == 'T'
		}
	})
	n := sim.Seats * settings.NumPickers
	for id := range in.TableHeader("pickers", 4, n, n) {
		readPicker(in, s, id)
	}
	for range in.TableHeader("apples", 3, 0, len(s.cells)) {
		readHeap(in, s)
	}
	in.Expect("round")
	s.RoundsPlayed = in.Int("round", 0, settings.NumRounds)
	s.SeatScores = in.SeatInts("score", maxTotal)
	s.CPUUsed = in.Status()
	return s
}

func readPicker(in *res.Scanner, s *State, id int) {
	in.Int("the picker's id", id, id)
	p := sim.Pos{Row: in.Int("the picker's row", -1, s.settings.BoardRows-1)}
	p.Col = in.Int("the picker's column", -1, s.settings.BoardCols-1)
	home := in.Int("the picker's rounds at home", 0, s.settings.RoundsHome)
	if in.Err() != nil {
		return
	}
	switch {
	case home > 0 && p != sim.Pos{Row: -1, Col: -1}:
		in.Fail("picker %d is at home and at %v", id, p)
	case home == 0 && s.Cell(p) != Cell{}:
		in.Fail("picker %d is not on grass at %v", id, p)
	case home == 0 && s.PickerAt(p).ID >= 0:
		in.Fail("two pickers are at %v", p)
	}
	s.pickers = append(s.pickers, Picker{ID: int32(id), Team: id / s.settings.NumPickers, At: p, HomeRounds: home})
}

func readHeap(in *res.Scanner, s *State) {
	p := in.Pos(s.settings.Size())
	n := in.Int("a number of apples", 1, maxTotal)
	if in.Err() != nil {
		return
	}
	if s.Cell(p) != (Cell{}) || s.PickerAt(p).ID >= 0 {
		in.Fail("apples at %v: the cell is not empty", p)
	}
	s.cells[p.Row*s.settings.BoardCols+p.Col].Apples = n
}

func (s *State) AppendText(dst []byte) []byte {
	dst = append(dst, "\n\n"...)
	dst = res.AppendColumnLabels(dst, s.settings.BoardCols)
	for i := range s.settings.BoardRows {
		dst = res.AppendRowLabel(dst, i)
		for _, c := range s.cells[i*s.settings.BoardCols:][:s.settings.BoardCols] {
			letter := byte('.')
			if c.IsTree {
				letter = 'T'
			}
			dst = append(dst, letter)
		}
		dst = append(dst, '\n')
	}
	w := res.NewTable(dst, "pickers", "id\trow\tcolumn\thome", len(s.pickers), 4*12)
	for _, u := range s.pickers {
		appendRow(&w, int(u.ID), u.At.Row, u.At.Col, u.HomeRounds)
	}
	w = res.NewTable(w.Text(), "apples", "row\tcolumn\tapples", s.heapCount(), 3*12)
	for i, c := range s.cells {
		if p := s.pos(i); c.Apples > 0 {
			appendRow(&w, p.Row, p.Col, c.Apples)
		}
	}
	dst = append(w.Text(), "\nround "...)
	dst = res.AppendInt(dst, s.RoundsPlayed)
	dst = append(dst, "\n\n"...)
	dst = res.AppendSeatInts(dst, "score", s.SeatScores)
	return res.AppendStatus(dst, s.CPUUsed)
}

func appendRow(w *res.Table, values ...int) {
	for _, n := range values {
		w.WriteNumber(n)
	}
	w.EndLine()
}
