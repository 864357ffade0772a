package league

import (
	"bytes"
	"strconv"
)

// unmarshalResult reads the line of a result. The lines that this program writes for
// a match without outs it reads by itself, ten times as fast as a reader of any
// JSON, because there may be hundreds of thousands; all others are left to that one.
// end is what ends the line: nothing, where its brace is not there.
func unmarshalResult(line []byte, end string, r *Result) error {
	if quickResult(line, end, r) {
		return nil
	}
	*r = Result{}
	if end == "" {
		line = append(bytes.Clone(line), '}')
	}
	return unmarshal(line, r)
}

// quickResult reads {"n":1,"worker":"w","scores":[[1,2,3,4],…],"leads":[0,…] and what ends it,
// and reports false for anything else.
func quickResult(line []byte, end string, r *Result) bool {
	q := quick{rest: line}
	q.word(`{"n":`)
	r.N = q.number()
	if q.has(`,"worker":"`) {
		r.Worker = q.plain()
	}
	q.word(`,"scores":[`)
	for !q.bad {
		var row [4]int
		for i := range row {
			q.word([...]string{"[", ",", ",", ","}[i])
			row[i] = q.number()
		}
		q.word("]")
		r.Scores = append(r.Scores, row)
		if !q.has(",") {
			break
		}
	}
	q.word("]")
	if q.has(`,"leads":[`) {
		for !q.bad {
			r.Leads = append(r.Leads, q.number())
			if !q.has(",") {
				break
			}
		}
		q.word("]")
	}
	q.word(end)
	return !q.bad && len(q.rest) == 0
}

// quick is the rest of a line; bad when something else was expected.
type quick struct {
	rest []byte
	bad  bool
}

func (q *quick) has(w string) bool {
	rest, ok := bytes.CutPrefix(q.rest, []byte(w))
	q.rest = rest
	return ok
}

func (q *quick) word(w string) { q.bad = !q.has(w) || q.bad }

// number reads an integer as JSON writes it.
func (q *quick) number() int {
	n := 0
	for n < len(q.rest) && n < 16 && (q.rest[n] == '-' || q.rest[n]-'0' <= 9) {
		n++
	}
	v, err := strconv.Atoi(string(q.rest[:n]))
	if err != nil || strconv.Itoa(v) != string(q.rest[:n]) {
		q.bad = true
	}
	q.rest = q.rest[n:]
	return v
}

// plain reads a string that needs no escapes, to behind its quote.
func (q *quick) plain() string {
	n := bytes.IndexByte(q.rest, '"')
	if n < 0 {
		q.bad = true
		return ""
	}
	s := q.rest[:n]
	for _, c := range s {
		if c < ' ' || c > '~' || c == '\\' {
			q.bad = true
		}
	}
	q.rest = q.rest[n+1:]
	return string(s)
}
