package ui

// Ask asks the shell for something, and reports whether it offers that.
func (u *Update) Ask(what Ask) bool {
	if words := u.Refusal(what.Kind()); words != "" {
		u.Notify(words)
		return false
	}
	u.effect = Effect{Ask: what}
	return true
}

// Request asks the shell for something that takes time; words say what is being done, until
// it is. There is one request at a time. It reports whether it is under way.
func (u *Update) Request(what Ask, words string) bool {
	if u.work.id != 0 {
		u.NotifyBusy()
		return false
	}
	if !u.Ask(what) {
		return false
	}
	u.requests++
	u.work = work{u.requests, words}
	u.effect.ID = u.requests
	u.Notice = ""
	return true
}

// NotifyBusy says that a request is under way.
func (u *Update) NotifyBusy() {
	u.Notify("not yet: " + u.work.words + "; " + Name("leave") + " cancels that")
}

// cancelWork ends the request that is under way, if there is one.
func (u *Update) cancelWork() bool {
	if u.work.id == 0 {
		return false
	}
	u.effect = Effect{ID: u.work.id, Ask: Cancel{}}
	u.Notify("cancelled: " + u.work.words)
	u.work = work{}
	return true
}

// Awaits reports whether the answer to a request is still wanted.
func (p *Program) Awaits(id int) bool { return id != 0 && p.work.id == id }

// Busy reports whether a request is under way.
func (p *Program) Busy() bool { return p.work.id != 0 }

// Status is what there is to be told in place of the keys: a notice, or else what is under
// way.
func (p *Program) Status() string {
	if p.Notice == "" && p.work.id != 0 {
		return p.work.words + "   " + Name("leave") + " cancels"
	}
	return p.Notice
}

// Refusal is the notice for a kind that the shell does not offer, empty where it does.
func (p *Program) Refusal(k Kind) string { return p.can.refusal(k) }

// BindAsk is a key that asks the shell for something and does nothing else.
func BindAsk(id, show, help string, in KeyContext, what Ask, keys ...string) Binding {
	return Bind(id, show, help, in, func(u *Update) { u.Ask(what) }, keys...).Asking(what.Kind())
}
