"""What a server can be asked."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, overload
from urllib.parse import urlsplit
from xml.etree import ElementTree

from .document import NAMED_ENTITY, TYPE_SYSTEM, Document, Segment, Units


class GpchainError(Exception):
    """A refusal in the server's words, or a server that cannot be reached.

    ``status`` is that of HTTP; None if there was no answer.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


_CONNECTIONS = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}


@dataclass(frozen=True)
class Model:
    """A model that a server has, or is learning."""

    name: str
    """What ``tag`` knows it by."""
    layer: str
    language: str = ""
    types: tuple[str, ...] = ()
    project: str | None = None
    """None for a model that came with the server."""
    user: str = ""
    ready: bool = True
    phase: str = ""
    """Of the last training since the server started: waiting, running, done or failed."""
    problem: str = ""
    """Why that failed."""

    @staticmethod
    def of(found: Any) -> Model:
        """Reads a model as the server sends it."""
        known = Model.__dataclass_fields__
        values = {**found, **(found.get("training") or {}), "types": tuple(found.get("types", ()))}
        return Model(**{key: value for key, value in values.items() if key in known})


class Client:
    """Asks a server, for any number of threads.

    :param url: of the server, such as ``http://localhost:8080``
    :param token: if the server has one
    :param timeout: seconds to wait for an answer
    :param threads: requests at the same time, where there are many texts
    """

    def __init__(
        self, url: str, token: str | None = None, timeout: float = 60, threads: int = 2
    ) -> None:
        self._parts = urlsplit(url)
        if self._parts.scheme not in _CONNECTIONS or not self._parts.hostname:
            raise ValueError(f"the url must begin with http:// or https://, was {url!r}")
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = "Bearer " + token
        self.url, self._threads = url, threads
        self._timeout = timeout
        self._idle: list[http.client.HTTPConnection] = []

    @overload
    def tag(  # type: ignore[overload-overlap]
        self,
        texts: str,
        model: str | None = None,
        accepted: Sequence[Segment] = (),
        max_error: float | None = None,
    ) -> Document: ...
    @overload
    def tag(
        self, texts: Iterable[str], model: str | None = None, *, max_error: float | None = None
    ) -> list[Document]: ...
    def tag(
        self,
        texts: str | Iterable[str],
        model: str | None = None,
        accepted: Sequence[Segment] = (),
        max_error: float | None = None,
    ) -> Document | list[Document]:
        """Finds segments in a text, or in each of a list (or a column of a data frame).

        :param model: name of a model (``models`` lists them); by default all that came with the
            server
        :param accepted: segments of a single text that are certain: they are not suggested again,
            and the rest is suggested given them
        :param max_error: promise that at most this share of the segments is wrong, such as 0.05:
            those that are not probable enough are left out, and ``promises`` of a document says
            how far each model's promise may be trusted in it
        :raises TypeError: if a text is no ``str``; it names which, and nothing is sent
        """
        if isinstance(texts, str):
            place = Units(texts).of
            certain = [
                {"begin": place(one.begin), "end": place(one.end), "type": one.type}
                | ({"layer": one.layer} if one.layer else {})
                for one in accepted
            ]
            request = {"text": texts, "model": model, "accepted": certain}
            request |= {} if max_error is None else {"maxError": max_error}
            return Document.of(self._ask("/v1/tag", request))
        if accepted:
            raise ValueError("segments can be accepted in one text at a time")
        known = _checked(texts)
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda text: self.tag(text, model, (), max_error), known))

    def models(self) -> list[Model]:
        """Lists the models that came with the server, and those that it has learned or learns."""
        answer = self._ask("/v1/models")
        return [Model.of(found) for found in (*answer["shipped"], *answer["trained"])]

    def train(
        self, project: str, documents: Sequence[Document], user: str = "", timeout: float = 600
    ) -> Model:
        """Learns from the named entities, of any types, of all annotated documents of a project.

        Sentences with at least one are learned from, unless the server was started with another
        ``--annotated``. An earlier model of this project and user is replaced.

        :param timeout: seconds to wait for the model; the server goes on after that
        :raises GpchainError: if nothing can be learned, or it takes longer
        """
        named = [s for each in documents for s in each.segments if s.layer == NAMED_ENTITY]
        if not any(one.type and one.begin < one.end for one in named):
            raise ValueError("no document has a named entity")
        request = [
            {"xmi": self._with_tokens(one).to_xmi(), "documentId": str(i), "userId": user}
            for i, one in enumerate(documents)
        ]
        try:
            self._ask("/train", self._about(project, documents=request))
        except GpchainError as e:
            # An earlier training is under way: the server learns from these documents after it.
            if e.status != 429:
                raise
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for one in self.models():
                # Of a team, the model has no user.
                if (one.project, one.layer) == (project, NAMED_ENTITY) and one.user in (user, ""):
                    if one.phase == "failed":
                        raise GpchainError(one.problem)
                    if one.phase == "done":
                        return one
            time.sleep(0.1)
        raise GpchainError(f"no model after {timeout} s; the server is still learning")

    def suggest(self, project: str, text: str | Document, user: str = "") -> Document:
        """Suggests named entities as an annotation tool gets them.

        They come from the model of this project and user; before there is one, from a model that
        came with the server.
        """
        document = self._with_tokens(Document(text) if isinstance(text, str) else text)
        xmi = replace(document, segments=()).to_xmi()
        request = {"xmi": xmi, "documentId": "document", "userId": user}
        answer = self._ask("/predict", self._about(project, document=request))["document"]
        units = Units(document.text)
        found = []
        for one in ElementTree.fromstring(answer).iter():
            if one.get("inception_internal_predicted") == "true":
                begin, end = (units.code_points(int(one.attrib[key])) for key in ("begin", "end"))
                kind, probability = one.get("value", ""), float(one.get("value_score", "nan"))
                reasons = tuple(one.get("value_score_explanation", "").split("; "))
                words = document.text[begin:end]
                found.append(Segment(begin, end, kind, probability, words, reasons=reasons))
        return replace(document, segments=_best(found))

    def close(self) -> None:
        """Ends the connections, if no thread uses them; the next request opens one again."""
        while self._idle:
            self._idle.pop().close()

    def _with_tokens(self, document: Document) -> Document:
        """Asks the server for sentences and tokens, where a document has none."""
        known = document.sentences or self.tag(document.text).sentences
        return replace(document, sentences=known)

    @staticmethod
    def _about(project: str, **more: Any) -> Any:
        metadata = {"projectId": project, "layer": NAMED_ENTITY, "feature": "value"}
        return {"metadata": metadata, "typeSystem": TYPE_SYSTEM, **more}

    def _ask(self, path: str, request: Any = None) -> Any:
        """Sends a request as JSON, and returns the answer; None for an empty one."""
        # Not ASCII, whose escapes let through what is no text: half of a UTF-16 pair.
        body = None if request is None else json.dumps(request, ensure_ascii=False).encode("utf-8")
        try:
            status, answer = self._send(self._parts.path.rstrip("/") + path, body)
        except (OSError, http.client.HTTPException) as e:
            raise GpchainError(f"cannot reach {self.url}: {e or type(e).__name__}") from e
        try:
            content = json.loads(answer) if answer else None
        except ValueError as e:
            raise GpchainError(f"{self.url} is no server of GPChain's", status) from e
        if status >= 400:
            why = content.get("error") if isinstance(content, dict) else None
            raise GpchainError(why or f"the server answers {status}", status)
        return content

    def _send(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Sends a request by a connection that nobody uses, which is left open for the next one."""
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                host, port = self._parts.hostname or "", self._parts.port
                connection = _CONNECTIONS[self._parts.scheme](host, port, timeout=self._timeout)
            used = connection.sock is not None
            try:
                connection.request("POST" if body else "GET", path, body, self._headers)
                response = connection.getresponse()
                answer = response.status, response.read()
            except (OSError, http.client.HTTPException) as e:
                connection.close()
                # The server may have ended it since the last request: once more, by another one.
                if not used or isinstance(e, TimeoutError):
                    raise
            else:
                self._idle.append(connection)
                return answer


def _checked(texts: Any) -> list[str]:
    """Returns texts as a list, once all of them are known to be texts."""
    if isinstance(texts, (bytes, bytearray, Mapping)) or not isinstance(texts, Iterable):
        raise TypeError(
            f"texts must be a str, or an iterable of str such as a list, was {_named(texts)};"
            " decode bytes, and pass the values of a dict"
        )
    known = list(texts)
    for place, text in enumerate(known):
        if not isinstance(text, str):
            raise TypeError(
                f"texts[{place}] must be a str, was {_named(text)};"
                " leave missing values out, or put '' in their place"
            )
    return known


def _named(value: object) -> str:
    """Returns a value and its type, for messages; long ones are cut."""
    shown = repr(value)
    return f"{shown if len(shown) <= 60 else shown[:60] + '…'} ({type(value).__name__})"


def _best(found: list[Segment]) -> tuple[Segment, ...]:
    """The most probable segments that do not overlap, each with its alternatives."""
    best: list[Segment] = []
    for one in sorted(found, key=lambda one: -one.probability):
        rivals = [i for i, each in enumerate(best) if each.begin < one.end and one.begin < each.end]
        for i in rivals:
            best[i] = replace(best[i], alternatives=(*best[i].alternatives, one))
        if not rivals:
            best.append(one)
    return tuple(sorted(best, key=lambda one: one.begin))
