"""Client of a server: requests, responses and errors."""

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
    """An error that the server reports, or a server that cannot be reached.

    ``status`` is the HTTP status of the response, or None if there was no response.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


_CONNECTIONS = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}


@dataclass(frozen=True)
class Model:
    """A model of the server, or a model that is being trained."""

    name: str
    """Name of the model for ``Client.tag``."""
    layer: str
    """Name of the UIMA type of the annotations that the model suggests."""
    language: str = ""
    """ISO 639 code of the language; empty for trained models."""
    types: tuple[str, ...] = ()
    """Types of the segments that the model can find; empty if it cannot be used yet."""
    project: str | None = None
    """Project whose annotations the model was trained on; None for a shipped model."""
    user: str = ""
    """User whose annotations the model was trained on; empty for all users of the project."""
    ready: bool = True
    """Whether the model can be used."""
    phase: str = ""
    """State of the last training run since the server started: waiting, running, done or failed."""
    problem: str = ""
    """Reason why the last training run failed."""

    @staticmethod
    def of(found: Any) -> Model:
        """Returns a model from the server's JSON."""
        values: dict[str, Any] = {**found, **(found.get("training") or {})}
        values["types"] = tuple(found.get("types", ()))
        known = Model.__dataclass_fields__
        return Model(**{key: value for key, value in values.items() if key in known})


class Client:
    """A client of a running server. Thread-safe.

    :param url: URL of the server, such as ``http://localhost:8080``
    :param token: access token, if the server requires one
    :param timeout: maximum time to wait for a response (seconds)
    :param threads: maximum number of concurrent requests if ``tag`` gets several texts
    """

    def __init__(
        self, url: str, token: str | None = None, timeout: float = 60, threads: int = 2
    ) -> None:
        self._parts = urlsplit(url)
        if self._parts.scheme not in _CONNECTIONS or not self._parts.hostname:
            raise ValueError(f"url must begin with http:// or https://, but is {url!r}")
        self._headers = {"Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = "Bearer " + token
        self.url, self._threads = url, threads
        self._timeout = timeout
        self._idle: list[http.client.HTTPConnection] = []

    @overload
    def tag(  # type: ignore
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
        """Finds segments in a text, or in each text of a list or of a data frame's column.

        :param texts: one text, or an iterable of texts
        :param model: name of a model in the list of ``models``; None for all shipped models
        :param accepted: segments of a single text that are certain. They are not returned, and the
            other segments are predicted conditional on them.
        :param max_error: maximum share of wrong segments, such as 0.05. Less certain segments are
            omitted. ``promises`` of a document says whether each model's guarantee holds for it.
        :return: a document, or a list of documents in the order of the texts
        :raises TypeError: if a value is not a ``str``. The message gives its position. No text is
            sent.
        """
        if isinstance(texts, str):
            place = Units(texts).of
            certain = [
                {"begin": place(one.begin), "end": place(one.end), "type": one.type}
                | ({"layer": one.layer} if one.layer else {})
                for one in accepted
            ]
            request: dict[str, Any] = {"text": texts, "model": model, "accepted": certain}
            if max_error is not None:
                request["maxError"] = max_error
            return Document.of(self._ask("/v1/tag", request))
        if accepted:
            raise ValueError("accepted requires a single text; call tag for each text separately")
        known = _checked(texts)
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(lambda text: self.tag(text, model, (), max_error), known))

    def models(self) -> list[Model]:
        """Returns the shipped models, and the models that were or are being trained."""
        answer = self._ask("/v1/models")
        return [Model.of(found) for found in (*answer["shipped"], *answer["trained"])]

    def train(
        self, project: str, documents: Sequence[Document], user: str = "", timeout: float = 600
    ) -> Model:
        """Trains a model on the named entities, of any types, of a project's documents.

        Sentences without a named entity are ignored, unless the server was started with another
        ``--annotated``. The model replaces an earlier one of this project and user.

        :param project: name of the project
        :param documents: all annotated documents of the project
        :param user: name of the annotator
        :param timeout: maximum time to wait for the model (seconds). The server continues after it.
        :return: the model, which is ready
        :raises ValueError: if no document has a named entity
        :raises GpchainError: if the training run fails or takes longer than the timeout
        """
        named = [s for each in documents for s in each.segments if s.layer == NAMED_ENTITY]
        if not any(one.type and one.begin < one.end for one in named):
            raise ValueError("no document has a named entity, so there is nothing to train on")
        request = [
            {"xmi": self._with_tokens(one).to_xmi(), "documentId": str(i), "userId": user}
            for i, one in enumerate(documents)
        ]
        try:
            self._ask("/train", self._about(project, documents=request))
        except GpchainError as e:
            # An earlier training run is still in progress. The server will train on these documents next.
            if e.status != 429:
                raise
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            for one in self.models():
                # If users share a model, the model has no user.
                if (one.project, one.layer) == (project, NAMED_ENTITY) and one.user in (user, ""):
                    if one.phase == "failed":
                        raise GpchainError(one.problem)
                    if one.phase == "done":
                        return one
            time.sleep(0.1)
        raise GpchainError(f"training has not finished after {timeout} s; it continues on the server")

    def suggest(self, project: str, text: str | Document, user: str = "") -> Document:
        """Returns the named entities that an annotation tool would suggest.

        They come from the model of this project and user or, if there is none yet, from a shipped
        model.
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
        """Closes the idle connections. The next request opens a new one."""
        while self._idle:
            self._idle.pop().close()

    def _with_tokens(self, document: Document) -> Document:
        """Returns the document with the server's sentences and tokens if it has none."""
        known = document.sentences or self.tag(document.text).sentences
        return replace(document, sentences=known)

    @staticmethod
    def _about(project: str, **more: Any) -> Any:
        metadata = {"projectId": project, "layer": NAMED_ENTITY, "feature": "value"}
        return {"metadata": metadata, "typeSystem": TYPE_SYSTEM, **more}

    def _ask(self, path: str, request: Any = None) -> Any:
        """Sends a request as JSON and returns the JSON of the response; None if it is empty."""
        # With ASCII escapes, unpaired surrogates would be sent; encoding as UTF-8 rejects them.
        body = None if request is None else json.dumps(request, ensure_ascii=False).encode("utf-8")
        try:
            status, answer = self._send(self._parts.path.rstrip("/") + path, body)
        except (OSError, http.client.HTTPException) as e:
            raise GpchainError(f"cannot reach {self.url}: {e or type(e).__name__}") from e
        try:
            content = json.loads(answer) if answer else None
        except ValueError as e:
            raise GpchainError(f"{self.url} is not a GPChain server", status) from e
        if status >= 400:
            why = content.get("error") if isinstance(content, dict) else None
            raise GpchainError(why or f"the server returned HTTP status {status}", status)
        return content

    def _send(self, path: str, body: bytes | None) -> tuple[int, bytes]:
        """Sends a request through an idle or a new connection, and keeps the connection."""
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
                # The server may have closed an idle connection. Retry with another connection.
                if not used or isinstance(e, TimeoutError):
                    raise
            else:
                self._idle.append(connection)
                return answer


def _checked(texts: Any) -> list[str]:
    """Returns the texts as a list.

    :raises TypeError: if the argument is not an iterable of ``str``
    """
    if isinstance(texts, (bytes, bytearray, Mapping)) or not isinstance(texts, Iterable):
        raise TypeError(
            f"texts must be a str, or an iterable of str such as a list, but is {_named(texts)};"
            " decode bytes, and pass the values of a dict"
        )
    known = list(texts)
    for place, text in enumerate(known):
        if not isinstance(text, str):
            raise TypeError(
                f"texts[{place}] must be a str, but is {_named(text)};"
                " omit missing values or replace them with ''"
            )
    return known


def _named(value: object) -> str:
    """Returns a value, cut to 60 characters, and its type for messages."""
    shown = repr(value)
    return f"{shown if len(shown) <= 60 else shown[:60] + '…'} ({type(value).__name__})"


def _best(found: list[Segment]) -> tuple[Segment, ...]:
    """Returns the most probable disjoint segments, each with its alternatives."""
    best: list[Segment] = []
    for one in sorted(found, key=lambda one: -one.probability):
        rivals = [i for i, each in enumerate(best) if each.begin < one.end and one.begin < each.end]
        for i in rivals:
            best[i] = replace(best[i], alternatives=(*best[i].alternatives, one))
        if not rivals:
            best.append(one)
    return tuple(sorted(best, key=lambda one: one.begin))
