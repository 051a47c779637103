"""A local server that stops with the program."""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer

from .client import Client, GpchainError

_LISTENING = "Listening at "
# A local server runs for minutes, and the optimizing compiler would need most of the first minute.
_JAVA = {"GPCHAIN_JAVA_OPTS": "-XX:TieredStopAtLevel=1"}


class LocalServer(Client):
    """A client of a server that it starts.

    The server stops at the end of a ``with`` block or of the program.
    """

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
                problem = log.read().strip() or f"no output within {patience} s"
                raise GpchainError(f"the server did not start: {problem}")
            self._stop = stack.pop_all()
        super().__init__(line[len(_LISTENING) :].strip(), token)
        atexit.register(self.close)

    def close(self) -> None:
        """Stops the server if it is still running."""
        atexit.unregister(self.close)
        super().close()
        self._stop.close()

    def __enter__(self) -> LocalServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _end(process: subprocess.Popen[str]) -> None:
    if os.name == "nt" and process.poll() is None:
        # The launcher is a batch file, and Java is its child process.
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
    process.terminate()


def serve(
    *names: str,
    models: str | Iterable[str] = (),
    launcher: str | None = None,
    store: str | None = None,
    options: Sequence[str] = (),
    patience: float = 60,
    encoder: str | None = None,
) -> LocalServer:
    """Starts a server on a free port that only this machine can reach.

    ``serve("ner-en")``, ``serve(models="ner-en")`` and ``serve(models=["ner-en"])`` are equivalent.

    :param names: names or files of models, such as ``ner-en``
    :param models: more names or files of models, or a single one
    :param launcher: ``bin/gpchain`` of the unpacked archive. Default: the launcher in the folder
        that the environment variable ``GPCHAIN_HOME`` names, or ``gpchain`` on the ``PATH``.
    :param store: folder for trained models. Default: a temporary folder.
    :param options: additional options of ``gpchain serve``
    :param patience: maximum time for the server to start (seconds)
    :param encoder: encoder whose vectors ``train`` uses as features: the name of a shipped encoder,
        such as ``en``, or a folder. Models that were trained with a folder's encoder need the same
        folder.
    :raises GpchainError: if the server does not start. The message is the server's output.
    """
    home = os.environ.get("GPCHAIN_HOME")
    name = "gpchain.cmd" if os.name == "nt" else "gpchain"
    command_name = launcher or (os.path.join(home, "bin", name) if home else name)
    found = shutil.which(command_name)
    if found is None:
        raise GpchainError(
            f"cannot find {command_name}: unpack the GPChain archive and set GPCHAIN_HOME to its folder"
        )

    more_names = [models] if isinstance(models, str) else models
    command = [found, "serve", "--port", "0"]
    for model in (*names, *more_names):
        command += ["--model", model]
    if encoder is not None:
        command += ["--encoder", encoder]
    return LocalServer([*command, *options], store, patience)
