package league

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"game-tui/sim"
	"game-tui/sim/clean"
	"game-tui/sim/decode"
	"game-tui/sim/match"
	"game-tui/sim/playoff"
)

// Key is what the seeds of the players come from where strangers' programs are ranked: a
// player that knew it could compute every die. It is secret until all of its tasks are played.
type Key [32]byte

// Keyed says that the seeds of the players come from a key.
type Keyed struct {
	Seeds  int    `json:"seeds"`  // number of blocks: all of the plan without amendments
	SHA256 string `json:"sha256"` // of the key, which tells nothing of it
}

// ErrSecret says that a match cannot be played, because nobody here has the key that the seeds
// of its players come from.
var ErrSecret = errors.New("the seeds of its players come from a key, which is secret until all is played")

func (k *Key) sum() string {
	sum := sha256.Sum256(k[:])
	return hex.EncodeToString(sum[:])
}

func (k *Key) text() string { return hex.EncodeToString(k[:]) }

// parseKey reads 64 hexadecimal digits.
func parseKey(text string) (*Key, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(Key{}) {
		return nil, fmt.Errorf("expected a key, of %d hexadecimal digits", hex.EncodedLen(len(Key{})))
	}
	return (*Key)(b), nil
}

// AddKey makes a fresh key for a plan, whose players get seeds that come from it. The plan, which
// is to be sealed afterwards, has its hash alone.
func (p *Plan) AddKey() *Key {
	k := newKey()
	p.Keys = []Keyed{{p.Seeds, k.sum()}}
	return k
}

func newKey() *Key {
	var k Key
	_, _ = rand.Read(k[:]) // it never fails
	return &k
}

// checkKeys says what is wrong with the key of a plan.
func (p *Plan) checkKeys() error {
	for _, k := range p.Keys {
		if sum, err := hex.DecodeString(k.SHA256); err != nil || len(sum) != sha256.Size || k.Seeds != p.Seeds || len(p.Keys) > 1 {
			return errors.New("the plan has a key that is not for all of its seeds")
		}
	}
	for _, a := range p.Amendments {
		if sum, err := hex.DecodeString(a.Key); err != nil || a.Key != "" && (len(sum) != sha256.Size || len(p.Keys) == 0) {
			return fmt.Errorf("amendment %d of the plan has no proper key", a.N)
		}
	}
	return nil
}

// keyOf is the hash of the key of a block: of the plan, or of the last amendment with a key before it. Empty:
// the seeds are the kit's.
func (p *Plan) keyOf(block int) (sum string) {
	for _, k := range p.Keys {
		sum = k.SHA256
	}
	seeds := p.Seeds
	for _, a := range p.Amendments {
		if a.Key != "" && seeds <= block {
			sum = a.Key
		}
		if a.Seeds > 0 {
			seeds = a.Seeds
		}
	}
	return sum
}

// has reports whether a key is one of the plan.
func (p *Plan) has(k *Key) bool {
	sum := k.sum()
	return p.keyOf(0) == sum || slices.ContainsFunc(p.Amendments, func(a Amendment) bool { return a.Key == sum })
}

// SetKey gives a schedule a key of its plan, so that ToPlay has what it is for.
func (s *Schedule) SetKey(k *Key) {
	if k != nil && s.plan.has(k) {
		s.keys[k.sum()] = k
	}
}

// lastKey is the key of the last block, nil where it is not known: the one that may be secret still.
func (s *Schedule) lastKey() *Key { return s.keys[s.plan.keyOf(math.MaxInt)] }

// ToPlay returns task n, 0 ≤ n < Tasks, with the seeds of its players. Whoever plays a task gets
// it here, or from the machine that does.
func (s *Schedule) ToPlay(n int) Task {
	t := s.Task(n)
	if key := s.keys[s.plan.keyOf(t.Block)]; key != nil {
		seeds := keyedSeeds(*key, t.Seed, t.N)
		t.Players = &seeds
	}
	return t
}

// Given returns task n with the seeds of its players as another machine has them: none where
// they are the kit's. The plan there may have been amended. m is the match of a play-off or a final.
func (s *Schedule) Given(n int, players *sim.PlayerSeeds, m *playoff.Match) (t Task, err error) {
	switch {
	case s.plan.Design.Knockout():
		t, err = s.foreign(n, m)
	case n < 0 || n/s.perSeed >= s.plan.MaxBlocks():
		err = fmt.Errorf("there is no task %d", n)
	default:
		t = s.Task(n)
	}
	if err != nil {
		return t, err
	}
	switch {
	case t.Keyed != (players != nil):
		return t, fmt.Errorf("task %d does not have the seeds of its players", n)
	case t.Keyed && slices.Min(players[:]) < 0:
		return t, fmt.Errorf("task %d: %d is no seed", n, slices.Min(players[:]))
	}
	t.Players = players
	return t, nil
}

// Seeds are those of the match; ErrSecret where they come from a key that is not known.
func (t *Task) Seeds() (match.Seeds, error) {
	if t.Keyed && t.Players == nil {
		return match.Seeds{}, ErrSecret
	}
	return match.Seeds{Match: t.Seed, Players: t.Players}, nil
}

// keyedSeeds are seeds for the players of a match that tell nothing of its seed, nor of each
// other's, to whoever does not have the key: an HMAC-SHA256 under the key of the match's seed, and
// of what else tells it from other matches.
func keyedSeeds(key [32]byte, seed int32, which ...int) (p sim.PlayerSeeds) {
	mac := hmac.New(sha256.New, key[:])
	text := binary.BigEndian.AppendUint32(nil, uint32(seed))
	for _, n := range which {
		text = binary.BigEndian.AppendUint64(text, uint64(n))
	}
	mac.Write(text)
	sum := mac.Sum(nil)
	for seat := range p {
		p[seat] = int32(binary.BigEndian.Uint32(sum[4*seat:]) >> 1)
	}
	return p
}

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
		return nil, fmt.Errorf("others can read it; type chmod 600 %s", clean.Quoted(name))
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
func (k *Key) line() []byte { return lineOf(published{k.text()}) }

// readPublished reads the object of such a line.
func readPublished(object []byte, p *Plan) (*Key, error) {
	v, err := decode.Strict[published](object, maxLine)
	if err != nil {
		return nil, errors.New("expected a key")
	}
	k, err := parseKey(v.Key)
	if err == nil && !p.has(k) {
		err = errors.New("this key is not the plan's")
	}
	return k, err
}

// unlock takes in the keys of the plan: those that are published, and the one that waits beside the record.
func (r *Record) unlock(public []*Key) error {
	if len(r.plan.Keys) == 0 {
		return nil
	}
	s := r.live.standings
	for _, k := range public {
		s.Schedule.SetKey(k)
	}
	if r.published = s.Schedule.lastKey() != nil; r.published {
		return nil
	}
	key, err := ReadKey(r.name, r.plan)
	if s.Over() && errors.Is(err, fs.ErrNotExist) {
		return nil // the line with the key is damaged; nothing is left to be played with it
	}
	s.Schedule.SetKey(key)
	return err
}

// publish writes the key to the record when all tasks are played, and removes it beside it.
func (r *Record) publish() error {
	key := r.live.standings.Schedule.lastKey()
	if key == nil || r.broken || !r.live.standings.Over() {
		return nil
	}
	if !r.published {
		if err := r.write(key.line()); err != nil {
			return err
		}
	}
	if err := os.Remove(KeyFile(r.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
