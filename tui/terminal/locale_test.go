package terminal

import "testing"

func TestMotionFlagAndEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, env string
		want, bad bool
	}{
		{"", "", true, false}, {"", "0", true, false}, {"", "1", false, false}, {"", "true", false, false},
		{"on", "1", true, false}, {"off", "", false, false}, {"maybe", "", false, true}, {"OFF\x1b", "", false, true},
	} {
		got, err := ParseMotion(c.said, func(name string) string { return map[string]string{"REDUCE_MOTION": c.env}[name] })
		if got != c.want || (err != nil) != c.bad {
			t.Errorf("%+v: %v, %v", c, got, err)
		}
	}
}

func TestUnicodeLocale(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"", "", "", true},
		{"", "", "en_US.UTF-8", true},
		{"", "", "ca_ES.utf8", true},
		{"", "", "C.UTF-8", true},
		{"", "", "C", false},
		{"POSIX", "", "en_US.UTF-8", false},
		{"", "en_US.ISO-8859-1", "en_US.UTF-8", false},
		{"", "en_US.UTF-8", "C", true},
		{"en_US.UTF-8", "C", "C", true},
	} {
		env := map[string]string{"LC_ALL": c.all, "LC_CTYPE": c.ctype, "LANG": c.lang}
		if got := HasUTF8Locale(func(k string) string { return env[k] }); got != c.want {
			t.Errorf("%v: %v", c, got)
		}
	}
}
