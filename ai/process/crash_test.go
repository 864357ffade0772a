package process

import "testing"

func TestLineThatExplainsACrash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"Python", "round 7\nTraceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n    f()\n    ~^^\nValueError: no way\nbye\n", "ValueError: no way"},
		{"Python, one exception while another was handled", "Traceback (most recent call last):\n  File\nKeyError: 'a'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File\nstuck.Bad: second\n", "stuck.Bad: second"},
		{"Python, before it runs", "  File \"bot.py\", line 1\n    def f(\n         ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"Go", "panic: index out of range [5]\n\ngoroutine 1 [running]:\nmain.play(...)\n\tbot.go:9\nexit status 2\n", "panic: index out of range [5]"},
		{"Go, no memory", "fatal error: runtime: out of memory\n\nruntime stack:\n", "fatal error: runtime: out of memory"},
		{"C assertion", "AIMine: AIMine.cc:12: void Mine::play(): Assertion `x > 0' failed.\nAborted\n", "AIMine: AIMine.cc:12: void Mine::play(): Assertion `x > 0' failed."},
		{"C++ exception", "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n", "  what():  vector::_M_range_check"},
		{"C++ exception without words", "terminate called without an active exception\n", "terminate called without an active exception"},
		{"Java", "Exception in thread \"main\" java.lang.IllegalStateException: no\n\tat Bot.main(Bot.java:3)\n", "Exception in thread \"main\" java.lang.IllegalStateException: no"},
		{"JavaScript", "/bots/bot.js:1\nthrow new TypeError('x')\n^\n\nTypeError: x\n    at Object.<anonymous> (bot.js:1:7)\n\nNode.js v20\n", "TypeError: x"},
		{"Rust 1.91", "thread 'main' (42) panicked at src/main.rs:2:5:\nno way\n", "thread 'main' (42) panicked at src/main.rs:2:5: no way"},
		{"Rust", "thread 'main' panicked at src/main.rs:2:5:\nno way\nnote: run with `RUST_BACKTRACE=1`\n", "thread 'main' panicked at src/main.rs:2:5: no way"},
		{"nothing", "round 1: 2 units\nan Error: of mine\n", ""},
	} {
		l := &Log{}
		l.Write([]byte(c.text))
		if got := string(l.crash.line); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		l.Take()
		if got := string(l.crash.line); got != "" {
			t.Errorf("%s: got %q for what comes later, want nothing", c.name, got)
		}
	}
}
