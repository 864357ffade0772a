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

// ErrNoRecord says that a file does not begin as a record does.
var ErrNoRecord = errors.New("this is no record of a tournament")

// ErrDamaged says that a line of a record is not what was written there. What is on other lines
// is good, and Resume goes on with it.
var ErrDamaged = errors.New("the line was damaged or changed")

func (e *lineError) Error() string {
	if e.offset == 0 {
		return fmt.Sprintf("%d: %v", e.line, e.err)
	}
	return fmt.Sprintf("%d: byte %d: %v", e.line, e.offset, e.err)
}

func (e *lineError) Unwrap() error { return e.err }

// Read reads a record: first the plan, then every result, the first one of each
// task only. It returns the length of its whole lines: half a line at the end was
// never acknowledged and does not count. Any other fault is an error that names line and byte;
// errors of start and each are returned in the same way.
func Read(from io.Reader, start func(*Plan) error, each func(*Result) error) (whole int64, err error) {
	r, err := NewReader(from)
	if err != nil {
		return 0, err
	}
	if err := start(r.Plan); err != nil {
		return 0, r.in.fault(err)
	}
	for {
		res, err := r.Next()
		if err == io.EOF {
			return r.in.whole, nil
		}
		if err != nil {
			return 0, err
		}
		if err := each(res); err != nil {
			return 0, r.in.fault(err)
		}
	}
}

// Reader reads a record that may grow meanwhile.
type Reader struct {
	Plan     *Plan
	Keys     []Key // that are published in what was read
	in       reader
	schedule *Schedule
	seen     []bool // by task
}

// NewReader reads the plan. Errors name line and byte.
func NewReader(from io.Reader) (*Reader, error) {
	r := &Reader{in: reader{text: bufio.NewReaderSize(from, 1<<16)}}
	line, err := r.in.next(MaxPlan)
	if _, long := errors.AsType[*lineError](err); long || err == io.EOF {
		return nil, &lineError{1, 0, ErrNoRecord}
	}
	if err != nil {
		return nil, err
	}
	p, err := readPlan(line)
	if err != nil {
		return nil, r.in.fault(err)
	}
	r.Plan, r.schedule = p, p.Schedule()
	r.seen = make([]bool, r.schedule.Tasks())
	return r, nil
}

// noPlan says what is wrong with a first line that cannot be read as a plan.
func noPlan(line []byte) error {
	var p struct {
		ID     string
		Format int
	}
	switch err := json.Unmarshal(line, &p); {
	case err != nil || p.ID == "":
		return ErrNoRecord
	case p.Format > Format:
		return formatError(p.Format)
	}
	return errPlan
}

// Next returns the next result of a task that has had none. At the end of what is
// there it returns io.EOF; when the record has grown it may be asked again. So it may
// after ErrDamaged, which is about one line. Errors name line and byte.
func (r *Reader) Next() (*Result, error) {
	for {
		line, err := r.in.next(maxLine)
		if err != nil {
			return nil, err
		}
		res, err := r.result(line)
		if err != nil {
			return nil, r.in.fault(fmt.Errorf("%w: %w", ErrDamaged, err))
		}
		if res != nil && !r.seen[res.N] {
			r.seen[res.N] = true
			return res, nil
		}
	}
}

// result reads a line; nil of one that publishes a key.
func (r *Reader) result(line []byte) (*Result, error) {
	end := "}\n"
	if r.Plan.Sums() {
		rest, has, fits := cutSum(line)
		if !has || !fits {
			return nil, errors.New("its checksum does not fit")
		}
		line, end = rest, ""
		if bytes.HasPrefix(line, publishedBegin) {
			k, err := readPublished(line, r.Plan)
			if err == nil {
				r.Keys = append(r.Keys, k)
			}
			return nil, err
		}
	}
	var res Result
	if err := unmarshalResult(line, end, &res); err != nil {
		return nil, errors.New("expected the result of a task")
	}
	task, err := r.schedule.Find(res.N)
	if err != nil {
		return nil, err
	}
	return &res, res.Check(&task, maxRound)
}

const maxRound = 1 << 30

// reader reads lines and knows where it is.
type reader struct {
	text  *bufio.Reader
	line  int
	start int64 // of the line
	whole int64 // end of the line
	buf   []byte
	half  bool // buf has the first part of a line, whose rest was not there
	long  bool // the line goes on, and is too long
}

// next returns the next whole line, or io.EOF. Of a line that is too long the rest is passed over
// when it is asked again.
func (r *reader) next(limit int) ([]byte, error) {
	for r.long {
		part, err := r.text.ReadSlice('\n')
		r.whole += int64(len(part))
		if err != nil && err != bufio.ErrBufferFull {
			return nil, err
		}
		r.long = err != nil
	}
	if !r.half {
		r.line++
		r.start = r.whole
		r.buf = r.buf[:0]
	}
	r.half = false
	for {
		part, err := r.text.ReadSlice('\n')
		r.buf = append(r.buf, part...)
		if len(r.buf) > limit {
			r.whole += int64(len(r.buf))
			r.long = err != nil
			return nil, r.fault(fmt.Errorf("%w: it has more than %d bytes", ErrDamaged, limit))
		}
		switch err {
		case nil:
			r.whole += int64(len(r.buf))
			return r.buf, nil
		case bufio.ErrBufferFull:
		default:
			r.half = true
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
