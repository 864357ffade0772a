package league

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"game-tui/sim/clean"
	"game-tui/sim/decode"
)

// ErrNoRecord says that a file does not begin as a record does.
var ErrNoRecord = errors.New("this is no record of a tournament")

// ErrDamaged says that a line of a record is not what was written there. What is on other lines
// is good, and Resume goes on with it.
var ErrDamaged = errors.New("the line was damaged or changed")

// Reader reads a record that may grow meanwhile: first the plan, then every result, the first one
// of each task only. Half a line at the end was never acknowledged and does not count.
type Reader struct {
	Plan *Plan  // with the amendments in what was read
	Keys []*Key // of the plan, that are published in what was read

	text       *bufio.Reader
	buf        []byte
	line       int
	start, end int64     // of the line, as far as it was read
	half       bool      // the rest of the line was not there
	Schedule   *Schedule // of the plan; of a play-off as far as it follows from what was read
	seen       taskSet
}

// NewReader reads the plan. Errors name line and byte.
func NewReader(from io.Reader) (*Reader, error) {
	r := &Reader{text: bufio.NewReaderSize(from, 1<<16)}
	line, err := r.next(MaxPlan)
	if err == io.EOF || errors.Is(err, ErrDamaged) {
		return nil, r.fault(ErrNoRecord)
	}
	if err != nil {
		return nil, err
	}
	if r.Plan, err = readPlan(line); err != nil {
		return nil, r.fault(err)
	}
	r.Schedule = r.Plan.Schedule()
	return r, nil
}

// Results are those of tasks that have had none, as far as the record goes; when it has grown, what is
// new. After ErrDamaged, which is about one line, the others follow. Errors name line and byte.
func (r *Reader) Results() iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for {
			line, err := r.next(maxLine)
			if err == io.EOF {
				return
			}
			var res *Result
			if err == nil {
				if res, err = r.result(line); err != nil {
					err = r.fault(fmt.Errorf("%w: %w", ErrDamaged, err))
				}
			}
			if err == nil && (res == nil || r.seen.has(res.N)) {
				continue
			}
			if err == nil {
				task := r.Schedule.Task(res.N)
				r.seen.add(res.N, r.Schedule.Tasks())
				r.Schedule.add(&task, res)
			}
			if !yield(res, err) || err != nil && !errors.Is(err, ErrDamaged) {
				return
			}
		}
	}
}

// result reads a line; nil of one that publishes a key, or amends the plan.
func (r *Reader) result(line []byte) (*Result, error) {
	object, ok := objectOf(line)
	if !ok {
		return nil, errors.New("its checksum does not fit")
	}
	if bytes.HasPrefix(object, publishedBegin) {
		k, err := readPublished(object, r.Plan)
		if err == nil {
			r.Keys = append(r.Keys, k)
		}
		return nil, err
	}
	if bytes.HasPrefix(object, amendmentBegin) {
		return nil, r.amend(object)
	}
	res, err := decode.Strict[Result](object, maxLine)
	if err != nil {
		return nil, errors.New("expected the result of a task")
	}
	task, err := r.Schedule.Find(res.N)
	if err != nil {
		return nil, err
	}
	return &res, res.Check(&task, maxRound)
}

var amendmentBegin = []byte(`{"amendment":`)

func (r *Reader) amend(object []byte) error {
	a, err := decode.Strict[Amendment](object, maxLine)
	if err != nil {
		return errors.New("expected an amendment of the plan")
	}
	p, err := r.Plan.amended(a)
	if err != nil {
		return err
	}
	if tasks := r.Schedule.perSeed * p.Blocks(); tasks < len(r.seen) && slices.Contains(r.seen[tasks:], true) {
		return fmt.Errorf("amendment %d takes tasks out that have results", a.N)
	}
	r.Plan = p
	r.Schedule.plan = p
	return nil
}

const maxRound = 1 << 30

// next returns the next whole line, or io.EOF. A line that is too long is passed over; where it is the
// first one, nobody reads on.
func (r *Reader) next(limit int) ([]byte, error) {
	if !r.half {
		r.line++
		r.start = r.end
		r.buf = r.buf[:0]
	}
	r.half = false
	for {
		part, err := r.text.ReadSlice('\n')
		r.end += int64(len(part))
		r.buf = append(r.buf, part[:min(len(part), limit+1-len(r.buf))]...)
		long := len(r.buf) > limit
		switch {
		case err == nil && !long:
			return r.buf, nil
		case long && (err == nil || r.Plan == nil):
			return nil, r.fault(fmt.Errorf("%w: it has more than %d bytes", ErrDamaged, limit))
		case err != nil && err != bufio.ErrBufferFull:
			r.half = true
			return nil, err
		}
	}
}

func (r *Reader) fault(err error) error {
	if r.start == 0 {
		return fmt.Errorf("%d: %w", r.line, err)
	}
	return fmt.Errorf("%d: byte %d: %w", r.line, r.start, err)
}

// A line of a record is an object of JSON whose last field is the CRC-32C of all that is
// before it on the line: {…,"sum":"1a2b3c4d"}. It finds damage. Whoever changes a line on
// purpose can make its sum as well.
const (
	sumField = `,"sum":"`
	sumTail  = len(sumField + `1a2b3c4d"}` + "\n")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// lineOf is the line of a plan, an amendment, a result or a key.
func lineOf(v any) []byte {
	object, _ := json.Marshal(v) // strings, numbers and slices always marshal
	return withSum(clean.EscapeJSON(object))
}

// withSum makes the line of an object.
func withSum(object []byte) []byte {
	rest := bytes.TrimSuffix(object, []byte("}"))
	return slices.Concat(rest, []byte(sumField), sumOf(rest), []byte("\"}\n"))
}

// objectOf is the object of a line; ok says that its sum is there and the right one. Where there
// is none the object is the line.
func objectOf(line []byte) (object []byte, ok bool) {
	at := len(line) - sumTail
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumField)) || !bytes.HasSuffix(line, []byte("\"}\n")) {
		return line, false
	}
	rest := line[:at:at]
	return append(rest, '}'), bytes.HasPrefix(line[at+len(sumField):], sumOf(rest))
}

// sumOf is a sum as it is written.
func sumOf(text []byte) []byte {
	sum := binary.BigEndian.AppendUint32(nil, crc32.Checksum(text, castagnoli))
	return hex.AppendEncode(nil, sum)
}
