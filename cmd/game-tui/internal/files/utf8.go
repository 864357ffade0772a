package files

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"game-tui/cmd/game-tui/internal/cliarg"
	"game-tui/sim/sanitize"
)

// UTF8 reads a text of at most limit bytes, without its byte order mark. If the encoding is not
// UTF-8, the error names it and a line that shows it.
func UTF8(name string, limit int64) ([]byte, error) {
	text, err := Bounded(name, limit)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return nil, notUTF8(name, 1, "this is UTF-16", "UTF-16")
	}
	if !utf8.Valid(text) {
		number := 0
		for line := range bytes.Lines(text) {
			number++
			if !utf8.Valid(line) {
				what := fmt.Sprintf("%q is not UTF-8 but probably Latin-1", sanitize.Truncate(string(bytes.ToValidUTF8(bytes.TrimSpace(line), []byte("?"))), 60))
				return nil, notUTF8(name, number, what, "LATIN1")
			}
		}
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// notUTF8 returns the error for another encoding, with the command that converts the file.
func notUTF8(name string, line int, what, encoding string) error {
	return fmt.Errorf("%s:%d: %s: save the file as UTF-8, or type iconv -f %s -t UTF-8 %s > NEW", name, line, what, encoding, cliarg.Quoted(name))
}
