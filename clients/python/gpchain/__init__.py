"""Client of GPChain's server: finds segments with probabilities, and trains models.

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
