"""Texts with segments, and their forms for UIMA and spaCy.

Places in a text count code points, as Python does. Java counts UTF-16 units, of which an emoji has
two; ``Units`` translates.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
"""What XML cannot hold becomes a space, so that all places stay."""

TYPE_SYSTEM = Path(__file__).with_name("types.xml").read_text(encoding="utf-8")
"""The types of ``Document.to_xmi``, with the features that suggestions have."""


class Units:
    """Translates places of a text between code points and UTF-16 units."""

    def __init__(self, text: str) -> None:
        self._before = list(accumulate((1 + (c > "\uffff") for c in text), initial=0))

    def of(self, code_points: int) -> int:
        """The place in UTF-16 units."""
        if not 0 <= code_points < len(self._before):
            raise ValueError(f"{code_points} is not in the text of {len(self._before) - 1}")
        return self._before[code_points]

    def code_points(self, units: int) -> int:
        """The place in code points."""
        return bisect_left(self._before, units)


@dataclass(frozen=True)
class Segment:
    """A piece of a text that has a type, ``text[begin:end]``."""

    begin: int
    end: int
    type: str
    probability: float = 1.0
    """Probability that exactly this segment is right."""
    text: str = ""
    layer: str = NAMED_ENTITY
    """Name of the UIMA type that such segments have."""
    model: str = ""
    reasons: tuple[str, ...] = ()
    """Features that speak for it, the strongest first."""
    alternatives: tuple[Segment, ...] = ()
    """Others for some of the same words, the most probable first."""

    @staticmethod
    def of(found: Mapping[str, Any], units: Units) -> Segment:
        """Reads a segment as the server sends it."""
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
    segments: Sequence[Segment] = ()
    sentences: Sequence[Sequence[tuple[int, int]]] = ()
    """For each sentence the places of its tokens; empty if they are not known."""
    promises: Sequence[Mapping[str, str]] = ()
    """With ``max_error``: each ``model``, the ``level`` of its promise here, and a ``reason``."""

    @staticmethod
    def of(answer: Mapping[str, Any]) -> Document:
        """Reads a document as the server sends it."""
        units = Units(answer["text"])
        place = units.code_points
        return Document(
            answer["text"],
            tuple(Segment.of(found, units) for found in answer["segments"]),
            tuple(tuple((place(b), place(e)) for b, e in one) for one in answer["sentences"]),
            tuple(answer.get("promises", ())),
        )

    def to_spacy(self, nlp: Any, key: str = "gpchain") -> Any:
        """Makes a spaCy ``Doc``, whose ``spans[key]`` are the segments.

        Their probabilities are ``spans[key].attrs["scores"]``. A segment that ends within a token
        of spaCy's is widened to that token.

        :param nlp: pipeline whose tokenizer is used: ``spacy.blank("en")`` will do
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
        """Makes a CAS of ``cassis`` with sentences, tokens and named entities.

        :raises ImportError: if ``dkpro-cassis`` is not installed
        """
        import cassis  # type: ignore[import-not-found]

        types = cassis.load_typesystem(TYPE_SYSTEM)
        return cassis.load_cas_from_xmi(self.to_xmi(), typesystem=types)

    def to_xmi(self) -> str:
        """Writes XMI with sentences, tokens and named entities."""
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
