package decode

import (
	"strings"
	"testing"
)

type message struct {
	Name string `json:"name"`
	List []int  `json:"list"`
}

func TestOmittedFieldsAreZero(t *testing.T) {
	for _, text := range []string{`{"name":"a","list":[1,2]}`, `{}`} {
		got, err := JSON[message]([]byte(text), 100)
		if want := strings.Contains(text, "name"); err != nil || (got.Name != "") != want || (got.List != nil) != want {
			t.Errorf("%s: got %+v, %v, want set fields: %v", text, got, err, want)
		}
	}
}

func TestStrictJSONRefusesUnknownFields(t *testing.T) {
	for _, c := range []struct {
		text, json, strict string
	}{
		{`{"name":"a"}` + "\n", "", ""},
		{`{"name":"a","age":1}`, "", `unknown field "age"`},
		{`{"name":1}`, "cannot unmarshal number", "cannot unmarshal number"},
		{`{"name":"a"}{}`, "after top-level value", "unexpected text after the JSON object"},
		{`{"name":"a"} x`, "after top-level value", "unexpected text after the JSON object"},
		{`{"name":`, "unexpected end", "unexpected EOF"},
		{strings.Repeat(" ", 100) + `{}`, "102 bytes exceed the limit of 100", "102 bytes exceed the limit"},
	} {
		_, err := JSON[message]([]byte(c.text), 100)
		_, strict := StrictJSON[message]([]byte(c.text), 100)
		if !hasText(err, c.json) || !hasText(strict, c.strict) {
			t.Errorf("%q: JSON %v, want %q; Strict %v, want %q", c.text, err, c.json, strict, c.strict)
		}
	}
}

// hasText reports whether err contains text, or is nil if text is empty.
func hasText(err error, text string) bool {
	if err == nil || text == "" {
		return err == nil && text == ""
	}
	return strings.Contains(err.Error(), text)
}
