package sandbox

import "testing"

func TestModeIsParsedAsPrinted(t *testing.T) {
	t.Parallel()
	var got Mode
	for _, m := range []Mode{Auto, Off, Require} {
		if err := got.Set(m.String()); got != m || err != nil {
			t.Errorf("%v: %v %v", m, got, err)
		}
	}
	if got.Set("on") == nil {
		t.Error("no error for a mode that is none")
	}
}
