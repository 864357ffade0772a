//go:build !linux

package launch

import "errors"

func (p *Plan) become() error { return errors.New("there is no launcher on this system") }
