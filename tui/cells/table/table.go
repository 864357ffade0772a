// Package table describes tables for both terminal and CSV output. [Of] formats the rows of each
// [Column] as text, which [Texts.Fit] fits to a terminal.
package table

import (
	"fmt"
	"math"
	"strconv"

	"game-tui/sim/sanitize"
)

// A Column describes a column of a table with rows of type R.
type Column[R any] struct {
	Layout
	Text  func(R) string // text for the terminal; nil omits the column there
	Name  string         // heading in CSV; "" omits the column there
	Value func(R) any    // value for CSV; a nil result means unknown
}

type Layout struct {
	Title    string
	Short    string // title for narrow terminals
	Left     bool
	Drop     int  // columns with low numbers are omitted first; 0 is never omitted
	Cut      bool // shorten long cells in narrow terminals
	Optional bool // omit the column if all its cells are empty
}

// Trusted is text that needs no escaping in CSV.
type Trusted string

func Exact(x float64) Trusted { return Trusted(strconv.FormatFloat(x, 'g', 8, 64)) }

// Finite returns a pointer to x, or nil if x is infinite or NaN.
func Finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// CSV formats the column's value. Strings are escaped unless they are Trusted.
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

// Convert converts a column to rows of type S.
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
