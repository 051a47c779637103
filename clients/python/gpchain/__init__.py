"""Client of GPChain's server: segments of texts with probabilities, and models learned from yours.

>>> import gpchain
>>> with gpchain.serve("ner-en") as client:
...     for segment in client.tag("Hanna Wexley lives in London.").segments:
...         print(segment.type, segment.text, round(segment.probability, 2))
"""

from .client import Client, GpchainError, Model
from .document import NAMED_ENTITY, Document, Segment
from .launch import LocalServer, serve

__all__ = [
    "NAMED_ENTITY",
    "Client",
    "Document",
    "GpchainError",
    "LocalServer",
    "Model",
    "Segment",
    "serve",
]
