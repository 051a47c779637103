"""A server of one's own, as long as the program runs."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import Any

from .client import Client, GpchainError

_LISTENING = "Listening at "
# Such a server lives for minutes, and would spend most of the first one in the optimising compiler.
_JAVA = {"GPCHAIN_JAVA_OPTS": "-XX:TieredStopAtLevel=1"}


class LocalServer(Client):
    """A server that was started, and stops at the end of a ``with`` block or of the program."""

    def __init__(self, command: Sequence[str], store: str | None, patience: float) -> None:
        token = secrets.token_urlsafe(16)
        with ExitStack() as stack:
            folder = store or stack.enter_context(TemporaryDirectory(prefix="gpchain-"))
            log = stack.enter_context(TemporaryFile("w+", encoding="utf-8", errors="replace"))
            process = subprocess.Popen(
                [*command, "--store", folder],
                env={**_JAVA, **os.environ, "GPCHAIN_TOKEN": token},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
            )
            stack.enter_context(process)
            stack.callback(_end, process)
            timer = Timer(patience, process.kill)
            timer.start()
            line = process.stdout.readline() if process.stdout else ""
            timer.cancel()
            if not line.startswith(_LISTENING):
                process.wait()
                log.seek(0)
                problem = log.read().strip() or f"it says nothing for {patience} s"
                raise GpchainError(f"the server does not start: {problem}")
            self._stop = stack.pop_all()
        super().__init__(line[len(_LISTENING) :].strip(), token)
        atexit.register(self.close)

    def close(self) -> None:
        """Stops the server, if it still runs."""
        atexit.unregister(self.close)
        super().close()
        self._stop.close()

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _end(process: subprocess.Popen[Any]) -> None:
    if os.name == "nt" and process.poll() is None:
        # The launcher is a batch file: Java is its child.
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
    process.terminate()


def serve(
    *models: str,
    launcher: str | None = None,
    store: str | None = None,
    options: Sequence[str] = (),
    patience: float = 60,
    encoder: str | None = None,
) -> LocalServer:
    """Starts a server for this machine alone, on a port that is free.

    :param models: names or files of models, such as ``ner-en``
    :param launcher: ``bin/gpchain`` of the unpacked archive; by default that in the folder
        ``GPCHAIN_HOME`` (an environment variable), or ``gpchain`` on the ``PATH``
    :param store: folder of the models that are learned; by default they are forgotten at the end
    :param options: more options of ``gpchain serve``
    :param patience: seconds for the server to start
    :param encoder: encoder whose vectors ``train`` uses as features: the name of a shipped one,
        such as ``en``, or a folder. Models from a folder's encoder need it to be used, too.
    :raises GpchainError: if it does not, with what it says
    """
    home = os.environ.get("GPCHAIN_HOME")
    name = "gpchain.cmd" if os.name == "nt" else "gpchain"
    wanted = launcher or (os.path.join(home, "bin", name) if home else name)
    found = shutil.which(wanted)
    if found is None:
        raise GpchainError(
            f"{wanted} is not there: unpack GPChain's archive, and name its folder in GPCHAIN_HOME"
        )
    named = [word for model in models for word in ("--model", model)]
    learned = [] if encoder is None else ["--encoder", encoder]
    command = [found, "serve", "--port", "0", *named, *learned, *options]
    return LocalServer(command, store, patience)
