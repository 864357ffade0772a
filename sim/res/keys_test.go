package res_test

import (
	"testing"

	"game-tui/sim/res"
)

type pair struct {
	Low  int `tabs:"2" max:"9"`
	High int
}

var pairKeys = res.NewKeys[pair](res.MaxInt)

func (p *pair) check(in *res.Scanner, last string) {
	if last == "HIGH" && p.High < p.Low {
		in.Fail("HIGH is %d: must be at least LOW, %d", p.High, p.Low)
	}
}

func TestKeysReadAndWriteSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"Pair 1.0 LOW 2 HIGH 3 more", ""},
		{"Pair 2.0 LOW 2 HIGH 3", `expected "1.0", found "2.0"`},
		{"Pair 1.0 HIGH 3", `expected "LOW", found "HIGH"`},
		{"Pair 1.0 LOW 10 HIGH 30", "LOW is 10: must be between 1 and 9"},
		{"Pair 1.0 LOW 3 HIGH 2", "HIGH is 2: must be at least LOW, 3"},
		{"Pair 1.0 LOW 3", `expected "HIGH", found the end of the text`},
	} {
		p, n, err := pairKeys.Read([]byte(c.text), "Pair 1.0", (*pair).check)
		switch {
		case c.want != "":
			if err == nil || err.Error() != c.want {
				t.Errorf("%q: error %v, want %q", c.text, err, c.want)
			}
		case err != nil || *p != pair{2, 3} || c.text[n:] != " more":
			t.Errorf("%q: got %v, %d, %v, want {2 3}", c.text, p, n, err)
		}
	}
	if got := string(pairKeys.Append(nil, "Pair 1.0", &pair{2, 3})); got != "Pair 1.0\n\nLOW\t\t2\nHIGH\t3\n" {
		t.Errorf("got %q, want both lines with their tabs", got)
	}
	if _, _, err := pairKeys.Read([]byte("Pair 1.0 LOW 3 HIGH 2"), "Pair 1.0", nil); err != nil {
		t.Errorf("without a check: %v", err)
	}
}
