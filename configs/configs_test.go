package configs

import "testing"

func TestDefault(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"harrypotter", "moneyheist", "thepurge", "thepurge-fixed"} {
		if len(Default(name)) == 0 {
			t.Errorf("Default(%q) is empty", name)
		}
	}
	for _, name := range []string{"", "chess", "../configs/harrypotter", "harrypotter.cnf"} {
		if text := Default(name); text != nil {
			t.Errorf("Default(%q) = %q, want nil", name, text)
		}
	}
	Default("harrypotter")[0] = 'x'
	if Default("harrypotter")[0] != 'H' {
		t.Error("a caller can change the embedded text")
	}
}
