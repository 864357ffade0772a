package report

import (
	"encoding/csv"
	"fmt"
	"io"
)

// cell is a figure in a row. It is stated once, for programs and for people.
type cell struct {
	name, exact string // in CSV; without a name it is not there
	title, text string // in a table
	table       bool   // it is there
}

// data is a figure for programs.
func data(name string, value any) cell { return cell{name: name, exact: fmt.Sprint(value)} }

// as is the figure for people, too.
func (c cell) as(title string, text any) cell {
	c.title, c.text, c.table = title, fmt.Sprint(text), true
	return c
}

// shown is a figure for people alone.
func shown(title string, text any) cell { return cell{}.as(title, text) }

// titled are the cells of those titles.
func titled(row []cell, titles ...string) (list []cell) {
	for _, title := range titles {
		for _, c := range row {
			if c.table && c.title == title {
				list = append(list, c)
			}
		}
	}
	return list
}

// headOf and textOf are what a table for people says of a row.
func headOf(row []cell) []string { return tabled(row, func(c cell) string { return c.title }) }
func textOf(row []cell) []string { return tabled(row, func(c cell) string { return c.text }) }

func tabled(row []cell, of func(cell) string) []string {
	list := make([]string, 0, len(row))
	for _, c := range row {
		if c.table {
			list = append(list, of(c))
		}
	}
	return list
}

// tableOf is a table for people, of one row at least.
func tableOf(rows [][]cell) (head []string, text [][]string) {
	for _, row := range rows {
		text = append(text, textOf(row))
	}
	return headOf(rows[0]), text
}

// namesOf and exactOf are what CSV says of a row.
func namesOf(row []cell) []string { return named(row, func(c cell) string { return c.name }) }
func exactOf(row []cell) []string { return named(row, func(c cell) string { return c.exact }) }

func named(row []cell, of func(cell) string) []string {
	list := make([]string, 0, len(row))
	for _, c := range row {
		if c.name != "" {
			list = append(list, of(c))
		}
	}
	return list
}

// writeCSV writes a table of one row at least.
func writeCSV(w io.Writer, rows [][]cell) error {
	out := csv.NewWriter(w)
	_ = out.Write(namesOf(rows[0])) // Flush keeps the error
	for _, row := range rows {
		_ = out.Write(exactOf(row))
	}
	out.Flush()
	return out.Error()
}
