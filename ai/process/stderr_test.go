package process

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"game-tui/sim"
)

func TestLogSplitsLinesAndMarks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		said       []string
		marks      []sim.Mark
	}{
		{"lines", "one\ntwo\n\nthree", []string{"one", "two", ""}, nil},
		{"control bytes", "\x1b[31mred\x07\ttab\r\n", []string{"?[31mred? tab"}, nil},
		{"not UTF-8", "a\xffb\xc3\xa9\n", []string{"a?bé"}, nil},
		{"turned text", "a\u202eb\n", []string{"a?b"}, nil},
		{"a cell", "@ 3 4 here I am\n", nil, []sim.Mark{{Unit: -1, At: sim.Pos{Row: 3, Col: 4}, Text: "here I am"}}},
		{"a unit", "@ unit 12 you\n", nil, []sim.Mark{{Unit: 12, Text: "you"}}},
		{"no text", "@ 0 0\n", nil, []sim.Mark{{Unit: -1}}},
		{"off the board", "@ 60 0 out\n", []string{"@ 60 0 out"}, nil},
		{"no mark", "@home\n@ x y z\n@ unit\n@ unit -1 x\n", []string{"@home", "@ x y z", "@ unit", "@ unit -1 x"}, nil},
	} {
		l := Log{rows: 60, cols: 60}
		l.Write([]byte(c.text))
		said, marks := l.Take()
		if fmt.Sprint(said) != fmt.Sprint(c.said) || fmt.Sprint(marks) != fmt.Sprint(c.marks) {
			t.Errorf("%s: %q %v, want %q %v", c.name, said, marks, c.said, c.marks)
		}
	}
}

// TestLogIsBounded writes a lot of text in pieces of all sizes.
func TestLogIsBounded(t *testing.T) {
	t.Parallel()
	l := Log{rows: 60, cols: 60}
	text := []byte(strings.Repeat("a long line "+strings.Repeat("é", 500)+"\n@ 1 1 x\n", 1000))
	total := 0
	for range 100 {
		for i := 0; i < len(text); i += 997 {
			l.Write(text[i:min(i+997, len(text))])
		}
		said, marks := l.Take()
		for _, line := range said {
			total += len(line)
			if len(line) > maxLine || !utf8.ValidString(line) {
				t.Fatalf("a line of %d bytes", len(line))
			}
		}
		if len(said) > maxLines+1 || len(marks) > maxMarks || len(l.line) > maxLine+1 {
			t.Fatalf("%d lines, %d marks", len(said), len(marks))
		}
		if last := said[len(said)-1]; !strings.HasPrefix(last, "… and ") {
			t.Fatalf("what was left out is not told: %q", last)
		}
	}
	if total > maxMatchBytes+100*40 {
		t.Errorf("%d bytes kept of a match", total)
	}
}

// TestLogReadsFloodsQuickly writes the same text at once and in pieces, with the same result. Marks
// and last lines among many lines must be kept.
func TestLogReadsFloodsQuickly(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("\n", 5000) + "@ 1 2 early\n" + strings.Repeat("a@ 1 1\n", 3000) +
		"@ 3 4 late\n" + strings.Repeat("@\n", 3000) + "last words\n" + strings.Repeat(" \n", 100) + "begun"
	said := func(piece int) string {
		l := Log{rows: 60, cols: 60}
		for i := 0; i < len(text); i += piece {
			l.Write([]byte(text[i:min(i+piece, len(text))]))
		}
		lines, marks := l.Take()
		return fmt.Sprint(lines, marks, string(l.lastLine), string(l.line))
	}
	want := said(100)
	for _, part := range []string{"early", "late", "… and 10901 more lines", "last words", "begun"} {
		if !strings.Contains(want, part) {
			t.Errorf("%q is missing", part)
		}
	}
	for _, piece := range []int{1 << 10, 16 << 10, len(text)} {
		if got := said(piece); got != want {
			t.Errorf("in pieces of %d: %q, want %q", piece, got, want)
		}
	}
}

func FuzzStderr(f *testing.F) {
	f.Add([]byte("@ 1 2 x\nline\n\x1b[0m"))
	f.Fuzz(func(t *testing.T, text []byte) {
		l := Log{rows: 60, cols: 60}
		l.Write(text)
		said, marks := l.Take()
		for _, line := range append(said, l.LastLine()) {
			if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%q", line)
			}
		}
		for _, m := range marks {
			if m.Unit < 0 && !m.At.In(60, 60) {
				t.Errorf("a mark at %v", m.At)
			}
		}
	})
}
