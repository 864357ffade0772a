// Package table describes tables. A [Column] is stated once for people and CSV. [Of] returns
// the texts of a table, which [Texts.Fit] fits to a terminal.
package table

import (
	"fmt"
	"math"
	"strconv"

	"game-tui/sim/sanitize"
)

// A Column is a column of a table whose rows have type R.
type Column[R any] struct {
	Layout
	Text  func(R) string // for people; nil leaves the column out of their tables
	Name  string         // in CSV; "" leaves the column out
	Value func(R) any    // for CSV; nil values are unknown
}

type Layout struct {
	Title    string
	Short    string // title where space is short
	Left     bool
	Drop     int  // order in which columns are left out, from 1; 0 means never
	Cut      bool // long cells are cut where space is short
	Optional bool // left out if no cell is filled
}

// Trusted is text for CSV that needs no escaping.
type Trusted string

func Exact(x float64) Trusted { return Trusted(strconv.FormatFloat(x, 'g', 8, 64)) }

// Finite returns x, or nil if it is infinite or no number.
func Finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// CSV returns the cell for CSV. Strings are escaped unless they are Trusted.
func (c *Column[R]) CSV(row R) string {
	switch v := c.Value(row).(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return string(Exact(*v))
	case float64:
		return string(Exact(v))
	case string:
		return sanitize.Line(sanitize.CSVCell(v))
	default:
		return sanitize.Line(fmt.Sprint(v))
	}
}

// Convert returns a column for rows of another type.
func Convert[S, R any](c Column[R], row func(S) R) Column[S] {
	converted := Column[S]{Layout: c.Layout, Name: c.Name}
	if c.Text != nil {
		converted.Text = func(s S) string { return c.Text(row(s)) }
	}
	if c.Value != nil {
		converted.Value = func(s S) any { return c.Value(row(s)) }
	}
	return converted
}
