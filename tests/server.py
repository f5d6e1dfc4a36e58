"""The page served as ``bosscat web`` does, for tests and measurements, on a free port of this machine alone."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(log: list[str] | None = None) -> Iterator[tuple[str, int]]:
    """Serve the page as ``bosscat web`` does; yield its address and the process that minds the workers.

    What the server says on standard error goes to ``log``, line by line.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-c", "from solver.cli import main; main()", "--lang", "en", "web", "--port", str(port)]
    server, said = subprocess.Popen(command, stderr=subprocess.PIPE, text=True), [""]
    try:
        assert server.stderr is not None
        said = [server.stderr.readline()]
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        rest = server.communicate(timeout=60)[1]
        if log is not None:
            log += [*said, *rest.splitlines()]


def workers(parent: int) -> dict[int, float]:
    """Return the process id of every worker, and its memory in MiB."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:  # gone meanwhile
            continue
        if lines.get("PPid") == str(parent) and "VmRSS" in lines:
            found[int(status.parent.name)] = int(lines["VmRSS"].split()[0]) / 1024
    return found


def processor_time(process: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
