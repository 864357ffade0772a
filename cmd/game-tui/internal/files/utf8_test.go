package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTextsAreUTF8 checks that UTF-16 is converted and that errors about other encodings include
// the line.
func TestTextsAreUTF8(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want, err string }{
		{"a,Núria\n", "a,Núria\n", ""},
		{"\ufeffa,Núria\r\n", "a,Núria\r\n", ""},
		{"", "", ""},
		{"a,Anna\nb,N\xfaria\n", "", ":2: this line is not UTF-8; save the file as UTF-8"},
		{"\xff\xfea\x00,\x00", "a,", ""},
		{"\xfe\xff\x00a", "a", ""},
	} {
		name := filepath.Join(t.TempDir(), "names.csv")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadUTF8(name, 1<<10)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), name+c.err)) {
			t.Errorf("%q: got the error %v, want FILE%s", c.text, err, c.err)
		}
		if string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
