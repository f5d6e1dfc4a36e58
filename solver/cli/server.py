"""The page served: by gunicorn, or by waitress on Windows."""

import ctypes
import gc
import io
import socket
import sys
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

from solver.catalogue import message
from solver.errors import RecordError

# By name, for the command line stands below the page and must not import it.
APPLICATION = "webui:create_app"
WORKERS = 2
M_ARENA_MAX = -8  # as <malloc.h> of glibc numbers it; other C libraries have no such option, or ignore it
THREADS = 8  # of each worker: who waits for a record that takes long to solve holds up nobody else
LONGEST_REQUEST_LINE = 8190  # bytes, the most gunicorn offers: a record, and claims in Japanese
TURN_SECONDS = 0.05  # a thread goes on so long before another may: most pages are done by then, one after the other


def serve(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve the page until interrupted; ``ready`` is called once it can be opened.

    RecordError where the address is not one of this machine, or the port is taken.
    """
    check_free(host, port)
    if sys.platform == "win32":
        from waitress import serve as serve_threads

        ready()
        serve_threads(application(), host=host, port=port)
    else:
        serve_workers(host, port, ready)


def check_free(host: str, port: int) -> None:
    """Check that this machine can listen on the address."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError:
        raise RecordError("--host, --port", f"{host}:{port}", message("cli.free_address")) from None


def own_address() -> str:
    """Return the address under which the local network reaches this machine; the loopback one without a network.

    Connecting a datagram socket sends nothing; it only makes the system choose the address it would send from.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def code(url: str) -> str:
    """Return a QR code of ``url`` for a terminal, two modules a character."""
    import segno

    text = io.StringIO()
    segno.make(url).terminal(text, compact=True)
    return text.getvalue()


def application() -> Any:
    """Return the page as a WSGI application.

    What is loaded by now stays: collecting garbage need not go through it again, which would hold up some page or
    other for twenty milliseconds.
    """
    loaded = resolve_name(APPLICATION)()
    gc.freeze()
    return loaded


def share_memory() -> None:
    """Let the threads share two heaps, where glibc would keep one for each, as large as its largest solve."""
    set_option = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_option is not None:
        set_option(M_ARENA_MAX, 2)


def serve_workers(host: str, port: int, ready: Callable[[], None]) -> None:
    """Serve with gunicorn: a few worker processes, no control socket, no settings from files or the environment."""
    from gunicorn.app.base import BaseApplication

    share_memory()
    sys.setswitchinterval(TURN_SECONDS)

    class Server(BaseApplication):
        def load_config(self) -> None:
            address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
            settings = {
                "bind": address,
                "workers": WORKERS,
                "worker_class": "gthread",
                "threads": THREADS,
                "limit_request_line": LONGEST_REQUEST_LINE,
                "control_socket_disable": True,
                "loglevel": "warning",
                "when_ready": lambda _: ready(),
            }
            for name, value in settings.items():
                self.cfg.set(name, value)

        def load(self) -> Any:
            return application()

    Server().run()
