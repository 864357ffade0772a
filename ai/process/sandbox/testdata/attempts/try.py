# The same in the words of Python.
import ctypes, mmap, os, platform, signal, socket, subprocess, sys, threading, time


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


def queue():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN)


libc = ctypes.CDLL(None)
parent = @PARENT@
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
attempt("advise a file", lambda: os.posix_fadvise(os.open(__file__, os.O_RDONLY), 0, 0, os.POSIX_FADV_DONTNEED))
attempt("processors of parent", lambda: os.sched_getaffinity(parent))
attempt("order of parent", lambda: os.sched_getscheduler(parent))
attempt("priority of parent", lambda: os.getpriority(os.PRIO_PROCESS, parent))
attempt("time of parent", lambda: time.clock_gettime(~parent << 3 | 2))
attempt("wake others", lambda: libc.syscall(98 if platform.machine() == "aarch64" else 202, ctypes.c_void_p(ctypes.cast(libc.puts, ctypes.c_void_p).value & ~4095), 1, 1) >= 0)
attempt("queue a signal", queue)
attempt("new namespace", lambda: libc.unshare(0x40000000) == 0)
