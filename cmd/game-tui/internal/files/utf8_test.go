package files

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherEncodingsAreNamed: the error about a text that is not UTF-8 names the line, the encoding and the remedy.
func TestOtherEncodingsAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want, err string }{
		{"a,Núria\n", "a,Núria\n", ""},
		{"\ufeffa,Núria\r\n", "a,Núria\r\n", ""},
		{"", "", ""},
		{"a,Anna\nb,N\xfaria\n", "", `:2: "b,N?ria" is not UTF-8 but probably Latin-1: save the file as UTF-8, or type iconv -f LATIN1 -t UTF-8 `},
		{"\xff\xfea\x00,\x00", "", ":1: this is UTF-16: save the file as UTF-8, or type iconv -f UTF-16 -t UTF-8 "},
		{"\xfe\xff\x00a", "", ":1: this is UTF-16: "},
	} {
		name := filepath.Join(t.TempDir(), "names.csv")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := UTF8(name, 1<<10)
		if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), name+c.err)) {
			t.Errorf("%q: got the error %v, want FILE%s", c.text, err, c.err)
		}
		if string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
