// Package table describes tables for both terminal and CSV output. [Format] formats rows as text
// according to their columns. [Table.Fit] fits the result to a terminal.
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
	Text  func(R) string // returns the text for the terminal; if Text is nil, the column appears only in CSV
	Name  string         // heading in CSV; if empty, the column appears only in the terminal
	Value func(R) any    // returns the value for CSV, or nil if it is unknown
}

type Layout struct {
	Title      string
	ShortTitle string // title of the column in narrow terminals
	AlignLeft  bool
	DropRank   int  // rank in the order in which columns are omitted; 0 means never
	CanShorten bool // whether long cells may be shortened in narrow terminals
	Optional   bool // whether the column is omitted if no cell of it passes IsFilled
}

// TrustedText is text that needs no escaping in CSV files.
type TrustedText string

func FormatFloat(x float64) TrustedText { return TrustedText(strconv.FormatFloat(x, 'g', 8, 64)) }

// FiniteOrNil returns a pointer to x, or nil if x is infinite or NaN.
func FiniteOrNil(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// CSV formats the column's value. Strings are escaped unless they are TrustedText.
func (c *Column[R]) CSV(row R) string {
	switch v := c.Value(row).(type) {
	case nil:
		return ""
	case *float64:
		if v == nil {
			return ""
		}
		return string(FormatFloat(*v))
	case float64:
		return string(FormatFloat(v))
	case string:
		return sanitize.Line(sanitize.CSVCell(v))
	default:
		return sanitize.Line(fmt.Sprint(v))
	}
}

// Convert adapts c to rows of type S, which convertRow converts to type R.
func Convert[S, R any](c Column[R], convertRow func(S) R) Column[S] {
	converted := Column[S]{Layout: c.Layout, Name: c.Name}
	if c.Text != nil {
		converted.Text = func(s S) string { return c.Text(convertRow(s)) }
	}
	if c.Value != nil {
		converted.Value = func(s S) any { return c.Value(convertRow(s)) }
	}
	return converted
}
