package league

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// KeyFile is the file in which the key of a record waits until it is published in it: a line
// of 64 hexadecimal digits, which nobody but the owner may read.
func KeyFile(record string) string { return record + ".key" }

// createKey writes the key of a record to a new file, which is on the disk when its folder is
// synced.
func createKey(record string, k *Key) error {
	name := KeyFile(record)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s: %s is there already, with the key of another tournament: move it away, or name another record", record, name)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, k.text())
	if err = errors.Join(cmp.Or(err, f.Sync()), f.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}

// ReadKey reads the key that waits beside a record, that of its plan. The error is one line;
// it is fs.ErrNotExist where there is no such file.
func ReadKey(record string, p *Plan) (*Key, error) {
	name := KeyFile(record)
	k, err := readKey(name)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the key of its players' seeds, %s: %w", record, name, err)
	}
	if !p.has(k) {
		return nil, fmt.Errorf("%s: %s has the key of another tournament: put the one back that was made with this record", record, name)
	}
	return k, nil
}

func readKey(name string) (*Key, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("is no ordinary file")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("others can read it; type chmod 600 %s", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 100))
	if err != nil {
		return nil, err
	}
	return parseKey(strings.TrimSuffix(string(text), "\n"))
}

// published is on the line of a record with a key that is secret no more.
type published struct {
	Key string `json:"key"`
}

var publishedBegin = []byte(`{"key":`)

// line is the line of a record that publishes the key.
func (k *Key) line() ([]byte, error) { return lineOf(published{k.text()}) }

// readPublished reads the object of such a line.
func readPublished(object []byte, p *Plan) (*Key, error) {
	var v published
	if err := Decode(object, &v); err != nil {
		return nil, errors.New("expected a key")
	}
	k, err := parseKey(v.Key)
	if err == nil && !p.has(k) {
		err = errors.New("this key is not the plan's")
	}
	return k, err
}

// unlock takes in the key of the plan: the one that is published, or waits beside the record.
func (r *Record) unlock(public *Key) error {
	if len(r.plan.Keys) == 0 {
		return nil
	}
	key := public
	if r.published = public != nil; !r.published {
		var err error
		key, err = ReadKey(r.name, r.plan)
		if r.live.standings.Complete() && errors.Is(err, fs.ErrNotExist) {
			return nil // the line with the key is damaged; nothing is left to be played with it
		}
		if err != nil {
			return err
		}
	}
	r.live.standings.Schedule.SetKey(key)
	return nil
}

// publish writes the key to the record when all tasks are played, and removes it beside it.
func (r *Record) publish() error {
	key := r.live.standings.Schedule.key
	if key == nil || r.broken || !r.live.standings.Complete() {
		return nil
	}
	if !r.published {
		line, err := key.line()
		if err == nil {
			err = r.write(line)
		}
		if err != nil {
			return err
		}
	}
	if err := os.Remove(KeyFile(r.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
