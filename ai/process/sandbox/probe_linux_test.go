package sandbox

import "testing"

func TestProbeIsRefusedEverything(t *testing.T) {
	if err := Require.Check(); err != nil {
		t.Skip("skipped: ", err)
	}
	list, err := Probe()
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range list {
		if !trial.Refused {
			t.Errorf("a player may %s", trial.Action)
		}
	}
}
