// Package decode parses JSON from files and other machines. Each call decodes into a new value.
package decode

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// JSON parses one value of at most limit bytes. It ignores unknown fields.
func JSON[T any](text []byte, limit int) (v T, err error) {
	if err := checkSize(text, limit); err != nil {
		return v, err
	}
	err = json.Unmarshal(text, &v)
	return v, err
}

// StrictJSON is like JSON, but returns an error for unknown fields, together with what it has
// parsed.
func StrictJSON[T any](text []byte, limit int) (v T, err error) {
	if err := checkSize(text, limit); err != nil {
		return v, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, err
	}
	if _, err := d.Token(); err != io.EOF {
		return v, errors.New("unexpected text after the JSON object")
	}
	return v, nil
}

func checkSize(text []byte, limit int) error {
	if len(text) > limit {
		return fmt.Errorf("%d bytes exceed the limit of %d", len(text), limit)
	}
	return nil
}
