package report

import (
	"encoding/csv"
	"io"
)

// column is a figure of what the rows of a table are about. It is stated once, for programs and for
// people.
type column[T any] struct {
	name  string         // in CSV; empty: it is not there
	exact func(T) string // its cells there
	title string         // in tables
	text  func(T) string // its cells there; nil: it is not there
}

// titled are the columns of those titles.
func titled[T any](columns []column[T], titles ...string) (list []column[T]) {
	for _, title := range titles {
		for _, c := range columns {
			if c.text != nil && c.title == title {
				list = append(list, c)
			}
		}
	}
	return list
}

// headOf are the titles of a table for people.
func headOf[T any](columns []column[T]) (head []string) {
	for _, c := range columns {
		if c.text != nil {
			head = append(head, c.title)
		}
	}
	return head
}

// rowOf is a row of that table.
func rowOf[T any](columns []column[T], of T) (row []string) {
	for _, c := range columns {
		if c.text != nil {
			row = append(row, c.text(of))
		}
	}
	return row
}

// rowsOf are all of its rows.
func rowsOf[T any](columns []column[T], of []T) (rows [][]string) {
	for _, one := range of {
		rows = append(rows, rowOf(columns, one))
	}
	return rows
}

// csvRows writes CSV, a row for each T.
type csvRows[T any] struct {
	w       *csv.Writer
	columns []column[T]
}

// newCSV begins with the names of the columns.
func newCSV[T any](w io.Writer, columns []column[T]) *csvRows[T] {
	c := &csvRows[T]{w: csv.NewWriter(w)}
	var head []string
	for _, one := range columns {
		if one.name != "" {
			c.columns = append(c.columns, one)
			head = append(head, one.name)
		}
	}
	_ = c.w.Write(head) // flush keeps the error
	return c
}

func (c *csvRows[T]) add(of T) {
	row := make([]string, len(c.columns))
	for i := range c.columns {
		row[i] = c.columns[i].exact(of)
	}
	_ = c.w.Write(row)
}

func (c *csvRows[T]) flush() error {
	c.w.Flush()
	return c.w.Error()
}

// writeCSV writes all of a table.
func writeCSV[T any](w io.Writer, columns []column[T], of []T) error {
	c := newCSV(w, columns)
	for _, one := range of {
		c.add(one)
	}
	return c.flush()
}
