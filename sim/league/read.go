package league

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// lineError is a fault in a line of a record.
type lineError struct {
	line   int
	offset int64
	err    error
}

func (e *lineError) Error() string {
	return fmt.Sprintf("%d: byte %d: %v", e.line, e.offset, e.err)
}

func (e *lineError) Unwrap() error { return e.err }

// Read reads a record: first the plan, then every result, the first one of each
// task only. It returns the length of its whole lines: half a line at the end was
// never acknowledged and does not count. Any other fault is an error that names line and byte;
// errors of start and each are returned in the same way.
func Read(from io.Reader, start func(*Plan) error, each func(*Result) error) (whole int64, err error) {
	in := reader{text: bufio.NewReaderSize(from, 1<<16)}
	line, err := in.next(maxPlan)
	if err == io.EOF {
		return 0, &lineError{1, 0, errors.New("expected the plan of a tournament")}
	}
	if err != nil {
		return 0, err
	}
	var p Plan
	if err := unmarshal(line, &p); err != nil {
		return 0, in.fault(fmt.Errorf("expected the plan of a tournament: %w", err))
	}
	if err := p.Check(); err != nil {
		return 0, in.fault(err)
	}
	if err := start(&p); err != nil {
		return 0, in.fault(err)
	}
	schedule := p.Schedule()
	seen := make([]bool, schedule.Tasks())
	for {
		line, err := in.next(maxLine)
		if err == io.EOF {
			return in.whole, nil
		}
		if err != nil {
			return 0, err
		}
		var r Result
		if err := unmarshalResult(line, &r); err != nil {
			return 0, in.fault(fmt.Errorf("expected the result of a task: %w", err))
		}
		task, err := schedule.Find(r.N)
		if err != nil {
			return 0, in.fault(err)
		}
		if seen[r.N] {
			continue
		}
		seen[r.N] = true
		if err := r.Check(&task, maxRound); err != nil {
			return 0, in.fault(err)
		}
		if err := each(&r); err != nil {
			return 0, in.fault(err)
		}
	}
}

const maxRound = 1 << 30

// reader reads lines and knows where it is.
type reader struct {
	text  *bufio.Reader
	line  int
	start int64 // of the line
	whole int64 // end of the line
	buf   []byte
}

// next returns the next whole line, or io.EOF.
func (r *reader) next(limit int) ([]byte, error) {
	r.line++
	r.start = r.whole
	r.buf = r.buf[:0]
	for {
		part, err := r.text.ReadSlice('\n')
		r.buf = append(r.buf, part...)
		if len(r.buf) > limit {
			return nil, r.fault(fmt.Errorf("a line of more than %d bytes", limit))
		}
		switch err {
		case nil:
			r.whole += int64(len(r.buf))
			return r.buf, nil
		case bufio.ErrBufferFull:
		default:
			return nil, err
		}
	}
}

func (r *reader) fault(err error) error { return &lineError{r.line, r.start, err} }

// unmarshal reads a line of JSON that has no unknown fields.
func unmarshal(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something follows it on its line")
	}
	return nil
}
