// Package page renders Markdown for a terminal: headings, paragraphs, lists, tables and code,
// wrapped to a width. It uses Goldmark and Lip Gloss.
package page

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Styles of pages and help. They use only the terminal's own colours, which are readable on any
// background.
var (
	HeadingStyle = lipgloss.NewStyle().Bold(true)
	CodeStyle    = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
)

// Parse parses Markdown, including tables.
func Parse(source []byte) ast.Node {
	return goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(text.NewReader(source))
}

// Render returns Markdown as styled text of at most width columns. Code is not wrapped.
func Render(source []byte, width int) string {
	r := renderer{source: source}
	return strings.Join(r.renderBlocks(Parse(source), max(width, 20)), "\n") + "\n"
}

type renderer struct{ source []byte }

// renderBlocks renders the child blocks of a node, separated by empty lines.
func (r *renderer) renderBlocks(parent ast.Node, width int) []string {
	var lines []string
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		block := r.renderBlock(n, width)
		if len(block) == 0 {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, block...)
	}
	return lines
}

func (r *renderer) renderBlock(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return r.renderHeading(n, width)
	case *ast.Paragraph, *ast.TextBlock:
		if words := r.renderInline(n); words != "" { // images have no text
			return Wrap(words, width)
		}
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return r.renderCode(n)
	case *ast.List:
		return r.renderList(n, width)
	case *ast.Blockquote:
		return indentLines("  ", "  ", r.renderBlocks(n, width-2))
	case *extast.Table:
		return r.renderTable(n, width)
	}
	return nil // HTML and horizontal rules are not drawn
}

// renderHeading renders a heading with an underline, so that it stands out without styles.
func (r *renderer) renderHeading(n *ast.Heading, width int) []string {
	lines := Wrap(ansi.Strip(r.renderInline(n)), width)
	longest := 0
	for i, line := range lines {
		longest = max(longest, lipgloss.Width(line))
		lines[i] = HeadingStyle.Render(line)
	}
	if n.Level <= len(underlines) {
		lines = append(lines, HeadingStyle.Render(strings.Repeat(underlines[n.Level-1], longest)))
	}
	return lines
}

// underlines holds the character that underlines each level of heading.
var underlines = [...]string{"═", "─", "╌"}

// Wrap breaks text into lines of at most width columns, without trailing blanks.
func Wrap(text string, width int) []string { return trimmedLines(ansi.Wrap(text, width, "")) }

func trimmedLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

func (r *renderer) renderCode(n ast.Node) []string {
	var lines []string
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		line := strings.TrimRight(string(segment.Value(r.source)), "\n")
		lines = append(lines, "    "+CodeStyle.Render(line))
	}
	return lines
}

func (r *renderer) renderList(list *ast.List, width int) []string {
	var lines []string
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "• "
		if list.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		if !list.IsTight && len(lines) > 0 {
			lines = append(lines, "")
		}
		rest := strings.Repeat(" ", lipgloss.Width(mark))
		lines = append(lines, indentLines(mark, rest, r.renderBlocks(item, width-len(rest)))...)
	}
	return lines
}

// indentLines prefixes the first line with firstPrefix and the others with restPrefix.
func indentLines(firstPrefix, restPrefix string, lines []string) []string {
	for i, line := range lines {
		switch {
		case i == 0:
			lines[i] = firstPrefix + line
		case line != "":
			lines[i] = restPrefix + line
		}
	}
	return lines
}

// maxShortColumn is the maximum width of table columns that are never wrapped.
const maxShortColumn = 12

func (r *renderer) renderTable(n *extast.Table, width int) []string {
	style := func(row, _ int) lipgloss.Style {
		if row == table.HeaderRow {
			return HeadingStyle.PaddingRight(1)
		}
		return lipgloss.NewStyle().PaddingRight(1)
	}
	var widths []int // column widths, including gaps
	t := table.New().Wrap(true).
		Border(lipgloss.Border{Top: "─", Left: " ", Right: " ", Middle: "─", MiddleLeft: "─", MiddleRight: "─"}).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).
		BorderColumn(true).BorderHeader(true).BorderRow(false).
		StyleFunc(style)
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, r.renderInline(cell))
		}
		widths = append(widths, make([]int, max(len(cells)-len(widths), 0))...)
		for i, cell := range cells {
			widths[i] = max(widths[i], lipgloss.Width(cell)+1)
		}
		if _, head := row.(*extast.TableHeader); head {
			t.Headers(cells...)
		} else {
			t.Row(cells...)
		}
	}
	drawn := t.Render()
	if lipgloss.Width(drawn) > width+1 { // the gap after the last column may be cut
		drawn = t.Width(width).StyleFunc(func(row, column int) lipgloss.Style {
			s := style(row, column)
			if widths[column] <= maxShortColumn {
				s = s.Width(widths[column])
			}
			return s
		}).Render()
	}
	return trimmedLines(drawn)
}

// renderInline renders the text of a block on one line.
func (r *renderer) renderInline(parent ast.Node) string {
	var b strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(util.UnescapePunctuations(n.Segment.Value(r.source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.CodeSpan:
			b.WriteString(CodeStyle.Render(ansi.Strip(r.renderInline(n))))
		case *ast.Emphasis:
			style := lipgloss.NewStyle().Italic(true)
			if n.Level > 1 {
				style = lipgloss.NewStyle().Bold(true)
			}
			b.WriteString(style.Render(r.renderInline(n)))
		case *ast.Link:
			b.WriteString(r.renderInline(n))
			if to := string(n.Destination); strings.Contains(to, "://") {
				b.WriteString(" (" + to + ")")
			}
		case *ast.AutoLink:
			b.Write(n.URL(r.source))
		}
	}
	return b.String()
}
