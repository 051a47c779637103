"""Texts with segments, and their conversion for UIMA and spaCy.

Offsets count code points, as in Python. The server counts UTF-16 code units, of which an emoji has
two; ``Units`` converts between them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from typing import Any
from xml.sax.saxutils import quoteattr

NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"
_TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
_XMI = (
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"'
    ' xmi:version="2.0"><cas:NULL xmi:id="0"/>%s<cas:Sofa xmi:id="1" sofaNum="1"'
    ' sofaID="_InitialView" mimeType="text" sofaString=%s/><cas:View sofa="1" members="%s"/>'
    "</xmi:XMI>"
)

_NO_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow. They become spaces, so that offsets stay valid."""

TYPE_SYSTEM = Path(__file__).with_name("types.xml").read_text(encoding="utf-8")
"""Type system of the documents of ``Document.to_xmi`` and of the server's ``POST /v1/xmi``."""


class Units:
    """Converts offsets of a text between code points and UTF-16 code units."""

    def __init__(self, text: str) -> None:
        self._before = list(accumulate((1 + (c > "\uffff") for c in text), initial=0))

    def of(self, code_points: int) -> int:
        """Returns an offset in UTF-16 code units.

        :raises ValueError: if the offset is outside the text
        """
        if not 0 <= code_points < len(self._before):
            raise ValueError(f"offset {code_points} is outside the text, which has {len(self._before) - 1} characters")
        return self._before[code_points]

    def code_points(self, units: int) -> int:
        """Returns an offset in code points."""
        return bisect_left(self._before, units)


@dataclass(frozen=True)
class Segment:
    """A part of a text with a type: ``text[begin:end]``."""

    begin: int
    """Offset of the first character."""
    end: int
    """Offset after the last character."""
    type: str
    """Type of the segment, such as ``PER``."""
    probability: float = 1.0
    """Probability that exactly this segment has this type."""
    text: str = ""
    """Text of the segment, if the server has returned the segment."""
    layer: str = NAMED_ENTITY
    """Name of the UIMA type of such segments."""
    model: str = ""
    """Name of the model that has predicted the segment."""
    reasons: tuple[str, ...] = ()
    """Features that contribute to the segment, strongest first."""
    alternatives: tuple[Segment, ...] = ()
    """Other segments that overlap this segment, most probable first."""

    @staticmethod
    def of(found: Mapping[str, Any], units: Units) -> Segment:
        """Returns a segment from the server's JSON."""
        return Segment(
            units.code_points(found["begin"]),
            units.code_points(found["end"]),
            found["type"],
            found["probability"],
            found["text"],
            found.get("layer", ""),
            found.get("model", ""),
            tuple(found.get("reasons", ())),
            tuple(Segment.of(one, units) for one in found.get("alternatives", ())),
        )


@dataclass(frozen=True)
class Document:
    """A text with its segments."""

    text: str
    """The text."""
    segments: Sequence[Segment] = ()
    """The segments in the order of the text."""
    sentences: Sequence[Sequence[tuple[int, int]]] = ()
    """For each sentence, the offsets of its tokens; empty if they are unknown."""
    promises: Sequence[Mapping[str, str]] = ()
    """With ``max_error``: for each ``model``, the ``level`` of its guarantee and the ``reason``."""

    @staticmethod
    def of(answer: Mapping[str, Any]) -> Document:
        """Returns a document from the server's JSON."""
        units = Units(answer["text"])
        place = units.code_points
        return Document(
            answer["text"],
            tuple(Segment.of(found, units) for found in answer["segments"]),
            tuple(tuple((place(b), place(e)) for b, e in one) for one in answer["sentences"]),
            tuple(answer.get("promises", ())),
        )

    def to_spacy(self, nlp: Any, key: str = "gpchain") -> Any:
        """Returns a spaCy ``Doc`` with the segments in ``spans[key]``.

        The probabilities are in ``spans[key].attrs["scores"]``. A segment that begins or ends
        within a spaCy token is extended to the whole token.

        :param nlp: pipeline whose tokenizer is used, such as ``spacy.blank("en")``
        """
        doc = nlp.make_doc(self.text)
        spans, scores = [], []
        for one in self.segments:
            span = doc.char_span(one.begin, one.end, label=one.type, alignment_mode="expand")
            spans.append(span)
            scores.append(one.probability)
        doc.spans[key] = spans
        doc.spans[key].attrs["scores"] = scores
        return doc

    def to_cas(self) -> Any:
        """Returns a ``cassis`` CAS with sentences, tokens and named entities.

        :raises ImportError: if ``dkpro-cassis`` is not installed
        """
        cassis: Any = import_module("cassis")
        types = cassis.load_typesystem(TYPE_SYSTEM)
        return cassis.load_cas_from_xmi(self.to_xmi(), typesystem=types)

    def to_xmi(self) -> str:
        """Returns XMI with sentences, tokens and named entities.

        Its types are declared in ``TYPE_SYSTEM``. Segments of other layers are not written.
        """
        found: list[tuple[str, int, int, Mapping[str, Any]]] = []
        for tokens in self.sentences:
            found.append((_SENTENCE, tokens[0][0], tokens[-1][1], {}))
            found.extend((_TOKEN, begin, end, {}) for begin, end in tokens)
        for one in self.segments:
            if one.layer == NAMED_ENTITY:
                value = {"value": one.type, "value_score": one.probability}
                found.append((NAMED_ENTITY, one.begin, one.end, value))
        units = Units(self.text)
        elements = ""
        for number, (name, begin, end, values) in enumerate(found, 2):
            package, _, base = name.replace(".", "/").rpartition("/")
            values = {"begin": units.of(begin), "end": units.of(end), **values}
            attributes = "".join(f" {key}={quoteattr(str(values[key]))}" for key in values)
            elements += f'<t:{base} xmlns:t="http:///{package}.ecore" xmi:id="{number}" sofa="1"'
            elements += attributes + "/>"
        members = " ".join(str(number) for number in range(2, len(found) + 2))
        return _XMI % (elements, quoteattr(_NO_XML.sub(" ", self.text)), members)
