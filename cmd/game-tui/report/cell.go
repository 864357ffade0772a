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

// forPeople is what a table says of a row, below its titles.
func forPeople(row []cell) (titles, texts []string) {
	for _, c := range row {
		if c.table {
			titles, texts = append(titles, c.title), append(texts, c.text)
		}
	}
	return titles, texts
}

// tableOf is a table for people, of one row at least.
func tableOf(rows [][]cell) (titles []string, texts [][]string) {
	for _, row := range rows {
		var text []string
		titles, text = forPeople(row)
		texts = append(texts, text)
	}
	return titles, texts
}

// csvTo writes rows as CSV as they come, below the names of the first.
func csvTo(w io.Writer) func(row []cell) error {
	out, begun := csv.NewWriter(w), false
	return func(row []cell) error {
		var names, exact []string
		for _, c := range row {
			if c.name != "" {
				names, exact = append(names, c.name), append(exact, c.exact)
			}
		}
		if !begun {
			begun = true
			_ = out.Write(names) // Flush keeps the error
		}
		_ = out.Write(exact)
		out.Flush()
		return out.Error()
	}
}

// writeCSV writes a table as CSV.
func writeCSV(w io.Writer, rows [][]cell) error {
	write := csvTo(w)
	for _, row := range rows {
		if err := write(row); err != nil {
			return err
		}
	}
	return nil
}
