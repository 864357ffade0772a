package final

import (
	"context"
	"time"
)

// Step reads missing matches and lets time pass, as Run does.
func (s *Show) Step(d time.Duration) {
	for n := s.nextToLoad(); n >= 0; n = s.nextToLoad() {
		s.load(context.Background(), n)
	}
	s.advance(d)
}
