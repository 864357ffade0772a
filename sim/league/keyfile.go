package league

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
)

// KeyFile is the file in which the keys of a record wait until they are published in it: a line
// of 64 hexadecimal digits each, which nobody but the owner may read.
func KeyFile(record string) string { return record + ".key" }

// maxKeyFile bounds what is read of it, in bytes.
const maxKeyFile = maxKeys * (2*len(Key{}) + 1)

// createKeys writes the keys of a record to a new file, which is on the disk when its folder is
// synced.
func createKeys(record string, keys []Key) error {
	name := KeyFile(record)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %s is there already, with the key of another tournament: move it away, or name another record", record, name)
	}
	if err != nil {
		return err
	}
	var text []byte
	for _, k := range keys {
		text = append(hex.AppendEncode(text, k[:]), '\n')
	}
	_, err = f.Write(text)
	if err = errors.Join(cmp.Or(err, f.Sync()), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// ReadKeys reads the keys that wait beside a record, those of its plan. The error is one line;
// it is fs.ErrNotExist where there is no such file.
func ReadKeys(record string, p *Plan) ([]Key, error) {
	name := KeyFile(record)
	keys, err := readKeys(name)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the key of its players' seeds, %s: %w", record, name, err)
	}
	keys = slices.DeleteFunc(keys, func(k Key) bool { return p.keyNumber(k) < 0 })
	if len(keys) == 0 {
		return nil, fmt.Errorf("%s: %s has the key of another tournament: put the one back that was made with this record", record, name)
	}
	return keys, nil
}

func readKeys(name string) ([]Key, error) {
	if info, err := os.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("is no ordinary file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read it; type chmod 600 %s", name)
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(maxKeyFile+1)))
	if err != nil {
		return nil, err
	}
	return parseKeys(text)
}

// parseKeys reads a file of keys.
func parseKeys(text []byte) (keys []Key, err error) {
	if len(text) > maxKeyFile {
		return nil, fmt.Errorf("has more than %d keys", maxKeys)
	}
	line := 0
	for word := range bytes.Lines(text) {
		line++
		k, err := parseKey(string(bytes.TrimSuffix(word, []byte("\n"))))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		keys = append(keys, k)
	}
	if line == 0 {
		return nil, errors.New("line 1: is empty")
	}
	return keys, nil
}

// published is on the line of a record with a key that is secret no more.
type published struct {
	Key string `json:"key"`
}

func publishedAs(k Key) published { return published{hex.EncodeToString(k[:])} }

var publishedBegin = []byte(`{"key":`)

// readPublished reads such a line, up to its sum.
func readPublished(line []byte, p *Plan) (Key, error) {
	var v published
	if err := unmarshal(append(slices.Clip(line), '}'), &v); err != nil {
		return Key{}, errors.New("expected a key")
	}
	k, err := parseKey(v.Key)
	if err == nil && p.keyNumber(k) < 0 {
		err = errors.New("this key is none of the plan's")
	}
	return k, err
}

// unlock takes in the keys that are published, and reads the others.
func (r *Record) unlock(public []Key) error {
	for _, k := range public {
		r.know(k)
		r.public[r.plan.keyNumber(k)] = true
	}
	if len(r.keys) == len(r.plan.Keys) {
		return nil
	}
	waiting, err := ReadKeys(r.name, r.plan)
	if r.left == 0 && errors.Is(err, fs.ErrNotExist) {
		return nil // the line with the key is damaged; nothing is left to be played with it
	}
	if err != nil {
		return err
	}
	for _, k := range waiting {
		r.know(k)
	}
	if len(r.keys) < len(r.plan.Keys) {
		return fmt.Errorf("%s: %s lacks a key of this tournament: put the one back that was made with this record", r.name, KeyFile(r.name))
	}
	return nil
}

// know takes in a key of the plan.
func (r *Record) know(k Key) {
	if !slices.Contains(r.keys, k) {
		r.keys = append(r.keys, k)
	}
}

// publish writes the keys of which all tasks are played to the record. When all are, nothing
// waits for them beside it any more.
func (r *Record) publish() error {
	if len(r.plan.Keys) == 0 || r.broken {
		return nil
	}
	open := make([]bool, len(r.plan.Keys)) // tasks of the key are not played
	begin := 0
	for i, k := range r.plan.Keys {
		end := begin + k.Seeds*r.plan.tasksPerSeed()
		open[i] = slices.Contains(r.done[begin:end], false)
		begin = end
	}
	var text []byte
	for _, k := range r.keys {
		i := r.plan.keyNumber(k)
		if open[i] || r.public[i] {
			continue
		}
		line, err := r.plan.line(publishedAs(k))
		if err != nil {
			return err
		}
		text = append(text, line...)
		r.public[i] = true
	}
	if len(text) > 0 {
		if err := r.write(text); err != nil {
			return err
		}
	}
	if len(r.public) < len(r.plan.Keys) {
		return nil
	}
	if err := os.Remove(KeyFile(r.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
