"""Prints the names in texts, most frequent first: python names.py [FILE], with one text per line."""

import sys
from collections import Counter

import gpchain

TEXTS = [
    "Hanna Wexley moved from London to Boston.",
    "Boston misses Anna Smith 😀, London does not.",
]

if len(sys.argv) > 1:
    with open(sys.argv[1], encoding="utf-8") as file:
        TEXTS = [line.strip() for line in file if line.strip()]

with gpchain.serve("ner-en") as client:
    documents = client.tag(TEXTS)
sure = [one for document in documents for one in document.segments if one.probability >= 0.5]
for (name, kind), count in Counter((one.text, one.type) for one in sure).most_common():
    print(count, kind, name, sep="\t")
