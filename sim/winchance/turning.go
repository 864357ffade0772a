package winchance

import (
	"math"
)

// A Turning is a turning point: rounds in which chances changed more than noise explains.
type Turning struct {
	Round   int     `json:"round"` // rounds Round to Until-1
	Until   int     `json:"until"`
	Seat    int     `json:"seat"` // seat with the largest change
	From    float64 `json:"from"` // its chance before and after
	To      float64 `json:"to"`
	Error   float64 `json:"error"` // of the change; 0 in an estimate
	Other   int     `json:"other"` // seat with the largest opposite change
	Before  float64 `json:"other_from"`
	After   float64 `json:"other_to"`
	Reasons Reasons `json:"reason"` // the winning seat comes first
	// Usual is the seat's chance after the same orders with other dice. To is its chance after the
	// real dice.
	Usual       float64 `json:"usual"`
	OrdersError float64 `json:"orders_error"` // of Usual-From
	LuckError   float64 `json:"luck_error"`   // of To-Usual
	Runs        int     `json:"rollouts"`
	Estimate    bool    `json:"estimate"` // from the table only
	KnownAt     int     `json:"-"`        // last round needed to find it
}

func (t *Turning) Source() Source {
	if t.Estimate {
		return Estimate
	}
	return Rollouts
}

func (t *Turning) along(from, to float64) float64 {
	if t.To < t.From {
		return from - to
	}
	return to - from
}

// Cause returns what caused the change, by more than two standard errors, or "" if that is unclear.
func (t *Turning) Cause() string {
	luck, orders := t.along(t.Usual, t.To), t.along(t.From, t.Usual)
	// sameOrders is in both differences, so its error counts twice
	apart := math.Sqrt(max(2*t.OrdersError*t.OrdersError+2*t.LuckError*t.LuckError-t.Error*t.Error, 0))
	lucky, ordered := luck > 2*t.LuckError, orders > 2*t.OrdersError
	switch {
	case ordered && luck < -2*t.LuckError:
		return "the orders, despite the dice"
	case lucky && orders < -2*t.OrdersError:
		return "luck, despite the orders"
	case lucky && ordered:
		return "orders and luck"
	case lucky && luck-orders > 2*apart:
		return "luck"
	case ordered && orders-luck > 2*apart:
		return "the orders"
	}
	return ""
}

// A Reason explains a turning point for a seat.
type Reason struct {
	Seat int
	Text string // begins with the player's name
}

type Reasons []Reason

func (list Reasons) MarshalText() (text []byte, err error) {
	for i, r := range list {
		if i > 0 {
			text = append(text, "; "...)
		}
		text = append(text, r.Text...)
	}
	return text, nil
}

// A change of the smoothed curve is a candidate if it exceeds minCandidate and candidateErrors
// standard errors. Rollouts must confirm minChange. Estimates need more, because rollouts confirm
// only about half of them.
const (
	minChange       = 0.10
	minEstimate     = 0.15
	minCandidate    = 0.08
	candidateErrors = 1
	maxTurnings     = 8
	minDistance     = 3    // points
	momentRounds    = 3    // at first; extended while chances change
	minContinued    = 0.02 // change per round
	maxMoment       = 16   // rounds
	smoothedAround  = 1    // points before and after
)

func (s Source) MinChange() float64 {
	if s == Estimate {
		return minEstimate
	}
	return minChange
}
