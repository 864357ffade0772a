package play

import (
	"errors"
	"testing"
)

func TestPlayerErrorNamesThePathOnce(t *testing.T) {
	for reason, want := range map[string]string{
		"./x: no such file":            "player ./x: no such file",
		"./x is empty":                 "player ./x is empty",
		"./x.py is not a regular file": "player ./x: ./x.py is not a regular file",
		"no program named x found":     "player ./x: no program named x found",
	} {
		err := &PlayerError{"./x", errors.New(reason)}
		if got := err.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if !errors.Is(err, err.Err) {
			t.Errorf("%q does not wrap its reason", err)
		}
	}
}
