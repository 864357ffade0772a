package final

import (
	"context"
	"time"
)

// Step reads what is missing, and lets time pass, as Run does.
func (s *Show) Step(d time.Duration) {
	for n := s.missing(); n >= 0; n = s.missing() {
		s.take(s.load(context.Background(), n))
	}
	s.pass(d)
}
