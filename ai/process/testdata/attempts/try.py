# The same in the words of Python.
import ctypes, mmap, os, socket, subprocess, sys


def attempt(what, deed):
    try:
        allowed = deed() is not False
    except Exception:
        allowed = False
    print(what + ": " + ("allowed" if allowed else "refused"), flush=True)


def read(path):
    print(open(path).read())


def load():
    sys.path.insert(0, "@BESIDE@")
    import canary_module


def connect(family, at):
    socket.socket(family, socket.SOCK_STREAM).connect(at)


libc = ctypes.CDLL(None)
attempt("read beside", lambda: read("@BESIDE@/canary"))
attempt("read home", lambda: read("@HOME@/canary"))
attempt("read temporary", lambda: read("@TEMP@"))
attempt("read other player", lambda: read("@OTHER@/canary"))
attempt("read link out", lambda: read("@MINE@/link"))
attempt("read passwd", lambda: read("/etc/passwd"))
attempt("read parent cmdline", lambda: read("/proc/@PARENT@/cmdline"))
attempt("map a file", lambda: mmap.mmap(os.open("@HOME@/canary", os.O_RDONLY), 0, prot=mmap.PROT_READ))
attempt("import from beside", load)
attempt("list beside", lambda: os.listdir("@BESIDE@"))
attempt("list home", lambda: os.listdir("@HOME@"))
attempt("list processes", lambda: os.listdir("/proc"))
attempt("see secret variable", lambda: os.environ["@VARIABLE@"])
attempt("see parent's program", lambda: os.readlink("/proc/@PARENT@/exe"))
attempt("write temporary", lambda: open("@TEMP@.new", "w"))
attempt("write own folder", lambda: open("@MINE@/new", "w"))
attempt("remove", lambda: os.remove("@BESIDE@/canary"))
attempt("connect tcp", lambda: connect(socket.AF_INET, ("127.0.0.1", @PORT@)))
attempt("connect unix", lambda: connect(socket.AF_UNIX, "@SOCKET@"))
attempt("signal parent", lambda: os.kill(@PARENT@, 0))
attempt("trace parent", lambda: libc.ptrace(0x4206, @PARENT@, 0, 0) == 0)
attempt("run a program", lambda: subprocess.run(["@MARKER@"]))
attempt("system", lambda: os.system("@MARKER@") == 0)
attempt("fork", lambda: os.fork() or os._exit(0))
attempt("exec", lambda: os.execv("@MARKER@", ["@MARKER@"]))
