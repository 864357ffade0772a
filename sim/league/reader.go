package league

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"

	"game-tui/sim/decode"
	"game-tui/sim/sanitize"
)

var ErrNotTournament = errors.New("not a tournament file")

// ErrDamaged means that a line of a tournament file was damaged or changed. The other lines are
// valid.
var ErrDamaged = errors.New("the line was damaged or changed")

// A Reader reads a tournament file, which may be growing: the plan, then the first result of each
// task. It ignores an incomplete last line.
type Reader struct {
	Plan *Plan // includes the amendments read
	Keys []*Key

	input      *bufio.Reader
	buf        []byte
	lineNumber int
	start, end int64
	partial    bool
	Schedule   *Schedule
	seen       taskSet
}

// NewReader reads the plan and returns a Reader for the results. Format errors include the line
// number and, in later lines, the byte offset.
func NewReader(src io.Reader) (*Reader, error) {
	r := &Reader{input: bufio.NewReaderSize(src, 1<<16)}
	line, err := r.nextLine(MaxPlan)
	if err == io.EOF || errors.Is(err, ErrDamaged) {
		return nil, r.lineError(ErrNotTournament)
	}
	if err != nil {
		return nil, err
	}
	object, ok := parseLine(line)
	p, err := decode.StrictJSON[Plan](object, MaxPlan)
	switch {
	case p.ID == "":
		err = ErrNotTournament
	case (err != nil || !ok || p.Amendments != nil) && p.Version == version:
		err = errPlanDamaged
	default:
		err = p.Check()
	}
	if err != nil {
		return nil, r.lineError(err)
	}
	r.Plan = &p
	r.Schedule = r.Plan.Schedule()
	return r, nil
}

// Results yields new results. Call it again when the file has grown. It continues after ErrDamaged.
func (r *Reader) Results() iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		for {
			line, err := r.nextLine(maxLine)
			if err == io.EOF {
				return
			}
			if string(line) == "\n" {
				continue // Resume replaces damaged lines with empty ones.
			}
			var res *Result
			if err == nil {
				if res, err = r.applyLine(line); err != nil {
					err = r.lineError(fmt.Errorf("%w: %w", ErrDamaged, err))
				}
			}
			if err == nil && (res == nil || r.seen.has(res.N)) {
				continue
			}
			if err == nil {
				r.seen.add(res.N, r.Schedule.Tasks())
				r.Schedule.AddResult(res.N, res.playoffResult())
			}
			if !yield(res, err) || err != nil && !errors.Is(err, ErrDamaged) {
				return
			}
		}
	}
}

// applyLine parses a line and returns its result. It applies keys and amendments, and returns nil
// for them.
func (r *Reader) applyLine(line []byte) (*Result, error) {
	object, ok := parseLine(line)
	if !ok {
		return nil, errors.New("checksum mismatch")
	}
	switch {
	case bytes.HasPrefix(object, []byte(`{"key":`)):
		return nil, r.addKey(object)
	case bytes.HasPrefix(object, []byte(`{"amendment":`)):
		return nil, r.amend(object)
	}
	res, err := decode.StrictJSON[Result](object, maxLine)
	if err != nil {
		return nil, errors.New("expected the result of a task")
	}
	task, err := r.Schedule.Find(res.N)
	if err != nil {
		return nil, err
	}
	return &res, res.Check(&task, maxRound)
}

func (r *Reader) amend(object []byte) error {
	a, err := decode.StrictJSON[Amendment](object, maxLine)
	if err != nil {
		return errors.New("expected an amendment of the plan")
	}
	p, err := r.Plan.withAmendment(a)
	if err != nil {
		return err
	}
	if tasks := r.Schedule.TasksPerSeed() * p.Blocks(); tasks < len(r.seen) && slices.Contains(r.seen[tasks:], true) {
		return fmt.Errorf("amendment %d removes tasks that have results", a.N)
	}
	r.Plan = p
	r.Schedule.amend(p)
	return nil
}

const maxRound = 1 << 30

// nextLine returns the next complete line, io.EOF, or ErrDamaged for a line longer than limit, which it
// skips unless it is the first.
func (r *Reader) nextLine(limit int) ([]byte, error) {
	if !r.partial {
		r.lineNumber++
		r.start = r.end
		r.buf = r.buf[:0]
	}
	r.partial = false
	for {
		part, err := r.input.ReadSlice('\n')
		r.end += int64(len(part))
		r.buf = append(r.buf, part[:min(len(part), limit+1-len(r.buf))]...)
		long := len(r.buf) > limit
		switch {
		case err == nil && !long:
			return r.buf, nil
		case long && (err == nil || r.Plan == nil):
			return nil, r.lineError(fmt.Errorf("%w: line longer than %d bytes", ErrDamaged, limit))
		case err != nil && err != bufio.ErrBufferFull:
			r.partial = true
			return nil, err
		}
	}
}

func (r *Reader) lineError(err error) error {
	if r.start == 0 {
		return fmt.Errorf("%d: %w", r.lineNumber, err)
	}
	return fmt.Errorf("%d: byte %d: %w", r.lineNumber, r.start, err)
}

// A line is a JSON object whose last field is the CRC-32C of everything before it:
// {…,"sum":"1a2b3c4d"}. It detects damage, not manipulation.
const (
	sumField   = `,"sum":"`
	sumTailLen = len(sumField + `1a2b3c4d"}` + "\n")
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func formatLine(v any) []byte {
	object, _ := json.Marshal(v)
	return withChecksum(sanitize.EscapeJSON(object))
}

func withChecksum(object []byte) []byte {
	rest := bytes.TrimSuffix(object, []byte("}"))
	return slices.Concat(rest, []byte(sumField), checksum(rest), []byte("\"}\n"))
}

// parseLine returns the object in a line and whether its checksum is correct. If there is no
// checksum, it returns the whole line.
func parseLine(line []byte) (object []byte, ok bool) {
	at := len(line) - sumTailLen
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(sumField)) || !bytes.HasSuffix(line, []byte("\"}\n")) {
		return line, false
	}
	rest := line[:at:at]
	return append(rest, '}'), bytes.HasPrefix(line[at+len(sumField):], checksum(rest))
}

func checksum(text []byte) []byte {
	return fmt.Appendf(nil, "%08x", crc32.Checksum(text, castagnoli))
}

// Copy copies a tournament file. It calls change to modify the plan and rewrite to convert failure
// details.
func Copy(dst io.Writer, src io.Reader, change func(*Plan), rewrite func(string) string) error {
	in, err := NewReader(src)
	if err != nil {
		return err
	}
	p := *in.Plan
	change(&p)
	if err := p.Seal(); err != nil {
		return err
	}
	out := bufio.NewWriter(dst)
	_, _ = out.Write(formatLine(&p))
	amended := 0
	amend := func() { // An amendment must precede the results of the seeds it adds.
		for _, a := range in.Plan.Amendments[amended:] {
			_, _ = out.Write(formatLine(a))
			amended++
		}
	}
	for res, err := range in.Results() {
		if err != nil {
			return err
		}
		amend()
		for i := range res.Outs {
			o := &res.Outs[i].Failure
			o.Detail = sanitize.Truncate(rewrite(o.Detail), maxDetail)
		}
		_, _ = out.Write(formatLine(res))
	}
	amend()
	for _, key := range in.Keys {
		_, _ = out.Write(key.line())
	}
	return out.Flush()
}
