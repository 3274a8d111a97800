"""A real PostgreSQL for tests: made in a folder of its own, on a socket, and ended with them."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROLE: Final = "assertory"  # owns its databases, and is bound by row-level security


def binaries() -> Path | None:
    """Find PostgreSQL's own programs, the newest where there are several."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    initdb = shutil.which("initdb")
    return None if initdb is None else Path(initdb).parent


class Server:
    """A running server; its databases are made by name."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self.folder = folder

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs, as a user other than root: it refuses root."""
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Start it, waiting until it answers."""
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c fsync=off"
        data, log = str(self.folder / "data"), str(self.folder / "log")
        self.run("pg_ctl", "-D", data, "-w", "-l", log, "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if it had died."""
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", mode, "stop")

    def statement(self, sql: str) -> None:
        """Run one statement as the superuser."""
        self.run("psql", "-h", str(self.folder), "-U", "postgres", "-q", "-c", sql)

    def address(self, database: str) -> str:
        """Give the address under which the role of the application opens a database."""
        return f"postgresql://{ROLE}@/{database}?host={self.folder}"


@contextmanager
def server() -> Iterator[Server | None]:
    """Run a server for the length of the block; None where PostgreSQL isn't installed."""
    programs = binaries()
    if programs is None:
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="pg-"))  # short: a socket's path has 107 bytes
    started = Server(programs, folder)
    try:
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
        options = ("-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        started.run("initdb", "-D", str(folder / "data"), *options)
        started.start()
        try:
            started.statement(f"CREATE ROLE {ROLE} LOGIN NOSUPERUSER NOBYPASSRLS")
            yield started
        finally:
            started.stop("immediate")
    finally:
        shutil.rmtree(folder)
