package launch

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// The launcher's first argument is launchWord. Its last is planEnd, unless the arguments were
// truncated.
const (
	launchWord = "__launch"
	planEnd    = "end"
)

// Arguments returns the command line of the launcher, with fields encoded as name=value.
func (p *Plan) Arguments() []string {
	args := []string{"game-tui", launchWord}
	for field, v := range reflect.ValueOf(p).Elem().Fields() {
		var values []string
		switch {
		case v.Kind() == reflect.Slice:
			values = v.Interface().([]string)
		case v.Kind() == reflect.String:
			values = []string{v.String()}
		case v.Kind() == reflect.Bool:
			values = []string{strconv.FormatBool(v.Bool())}
		default:
			values = []string{strconv.FormatUint(v.Uint(), 10)}
		}
		for _, value := range values {
			args = append(args, field.Name+"="+value)
		}
	}
	return append(args, planEnd)
}

func parsePlan(args []string) (*Plan, error) {
	last := len(args) - 1
	if last < 0 || args[last] != planEnd {
		return nil, errors.New("the plan is incomplete")
	}
	p := &Plan{}
	for _, arg := range args[:last] {
		name, text, _ := strings.Cut(arg, "=")
		v := reflect.ValueOf(p).Elem().FieldByName(name)
		var err error
		switch v.Kind() {
		case reflect.Invalid:
			err = errors.New("unknown field")
		case reflect.Slice:
			v.Set(reflect.Append(v, reflect.ValueOf(text)))
		case reflect.String:
			v.SetString(text)
		case reflect.Bool:
			var on bool
			on, err = strconv.ParseBool(text)
			v.SetBool(on)
		default:
			var n uint64
			n, err = strconv.ParseUint(text, 10, v.Type().Bits())
			v.SetUint(n)
		}
		if err != nil {
			return nil, wrap(name, err)
		}
	}
	return p, nil
}

// commandLine reads the arguments from /proc. It returns nil if /proc is missing.
func commandLine() ([]string, error) {
	fd, err := unix.Open("/proc/self/cmdline", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, nil
	}
	defer unix.Close(fd)
	text, err := io.ReadAll(io.NewSectionReader(descriptor(fd), 0, math.MaxInt64))
	return strings.Split(string(bytes.TrimSuffix(text, []byte{0})), "\x00"), err
}

// wrap replaces fmt.Errorf, because this package must not import fmt.
func wrap(action string, err error) error { return errors.New(action + ": " + err.Error()) }
