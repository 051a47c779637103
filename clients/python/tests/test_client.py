"""Tests of the client with a server that it starts. GPCHAIN_HOME is the folder of the archive."""

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from types import SimpleNamespace
from unittest import mock
from xml.etree import ElementTree

import gpchain
from gpchain import Client, Document, GpchainError, Segment
from gpchain.document import TYPE_SYSTEM, Units

EXAMPLES = Path(__file__).parent.parent / "examples"
# An emoji, one of several code points, a letter with a combining accent, and line ends.
TEXT = "😀 👩‍🚀 Café:\r\n\tAnna Smith lives in London 😀 and knows Peter Falk."
WORDS = ("Aspirin", "Ibuprofen", "Codeine", "Heparin", "Morphine")


def annotated(word, number):
    text = f"😀 Patient {number} takes {word} today & sleeps well."
    begin = text.index(word)
    return Document(text, [Segment(begin, begin + len(word), "DRUG")])


def declared_features(types):
    """Returns the features of each type of a type system, with those of its supertypes."""
    ns = {"": "http://uima.apache.org/resourceSpecifier"}
    described = {
        element.findtext("name", namespaces=ns): element
        for element in ElementTree.fromstring(types).iterfind(".//typeDescription", ns)
    }
    builtin = {
        "uima.cas.TOP": set(),
        "uima.cas.AnnotationBase": {"sofa"},
        "uima.tcas.Annotation": {"sofa", "begin", "end"},
        "uima.tcas.DocumentAnnotation": {"sofa", "begin", "end", "language"},
    }

    def features(name):
        if name in builtin:
            return builtin[name]
        element = described[name]
        own = element.iterfind("features/featureDescription/name", ns)
        supertype = element.findtext("supertypeName", namespaces=ns)
        return {each.text for each in own} | features(supertype)

    return {name: features(name) for name in described} | builtin


def undeclared(xmi, types):
    """Returns the types and features of a document that its type system does not declare.

    cassis rejects such types if it is strict, and such features always.
    """
    known = declared_features(types)
    missing = set()
    for element in ElementTree.fromstring(xmi):
        namespace, _, name = element.tag[1:].partition("}")
        if namespace.startswith("http:///uima/cas"):
            continue
        package = namespace[len("http:///") : -len(".ecore")].replace("/", ".")
        full_name = f"{package}.{name}"
        if full_name not in known:
            missing.add(full_name)
        for feature in element.attrib:
            if not feature.startswith("{") and feature not in known.get(full_name, {feature}):
                missing.add(f"{full_name}:{feature}")
    return missing


def cassis_names(xmi, types, lenient):
    """Returns the named entities that cassis reads. Fails if cassis warns."""
    import cassis

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cas = cassis.load_cas_from_xmi(
            xmi, typesystem=cassis.load_typesystem(types), lenient=lenient
        )
    return [(name.get_covered_text(), name.value) for name in cas.select(gpchain.NAMED_ENTITY)]


class ServedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = gpchain.serve("ner-en")
        cls.addClassCleanup(cls.client.close)

    def assert_places(self, document, *wanted):
        self.assertEqual([one.text for one in document.segments], list(wanted))
        for one in document.segments:
            self.assertEqual(document.text[one.begin : one.end], one.text)
            self.assertTrue(0 < one.probability <= 1)
            for other in one.alternatives:
                self.assertEqual(document.text[other.begin : other.end], other.text)

    def test_places_count_code_points(self):
        document = self.client.tag(TEXT)
        self.assert_places(document, "Anna Smith", "London", "Peter Falk")
        tokens = [document.text[b:e] for one in document.sentences for b, e in one]
        self.assertIn("Falk", tokens)
        self.assertTrue(document.segments[0].reasons)
        rest = self.client.tag(document.text, accepted=document.segments[1:])
        self.assert_places(rest, "Anna Smith")
        with self.assertRaises(ValueError):
            self.client.tag([document.text], accepted=document.segments)

    def test_alternatives_of_an_ambiguous_name(self):
        [name] = self.client.tag("😀 Lincoln won.").segments
        others = [(other.text, other.type) for other in name.alternatives]
        self.assertEqual((name.text, name.type), ("Lincoln", "PER"))
        self.assertIn(("Lincoln", "LOC"), others)

    def test_many_texts_in_their_order(self):
        texts = [f"Anna Smith{' 😀' * i} met Peter Falk." for i in range(40)]
        for i, document in enumerate(self.client.tag(iter(texts), model="ner-en")):
            self.assertEqual(document.text, texts[i])
            self.assert_places(document, "Anna Smith", "Peter Falk")
        self.assertEqual(self.client.tag([]), [])

    def test_values_that_are_no_texts(self):
        for number, value in enumerate([None, float("nan"), b"Anna Smith", {"a": 1}]):
            texts = ["Anna Smith"] * number + [value]
            with self.assertRaisesRegex(TypeError, rf"texts\[{number}\] must be a str, but is "):
                self.client.tag(texts)
            with self.assertRaisesRegex(TypeError, "texts must be a str, or an iterable of str"):
                self.client.tag(value)
        with self.assertRaisesRegex(TypeError, "values of a dict"):
            self.client.tag({"a": "Anna Smith"})

    def test_promises(self):
        [few] = self.client.tag([TEXT], max_error=0.05)
        sure = [one.text for one in self.client.tag(TEXT).segments if one.probability > 0.99]
        self.assertLessEqual(set(sure), {one.text for one in few.segments})
        self.assertEqual([one["level"] for one in few.promises], ["UNKNOWN"])
        self.assertEqual(self.client.tag(TEXT).promises, ())
        with self.assertRaisesRegex(GpchainError, "cannot guarantee"):
            self.client.tag(TEXT, max_error=0.0001)

    def test_learns_and_suggests(self):
        project = "drugs & more"
        self.assert_places(self.client.suggest(project, TEXT), "Anna Smith", "London", "Peter Falk")
        documents = [annotated(word, i) for i in range(8) for word in WORDS]
        model = self.client.train(project, documents, user="ann")
        self.assertEqual((model.project, model.user, model.ready), (project, "ann", True))
        self.assertEqual(model.types[0], "DRUG")
        self.assertIn(model, self.client.models())
        unseen = "😀 Patient 99 takes Heparin today & sleeps well."
        best = max(
            self.client.suggest(project, unseen, "ann").segments, key=lambda s: s.probability
        )
        self.assertEqual((best.type, best.text), ("DRUG", "Heparin"))
        self.assert_places(self.client.tag(unseen, model.name), "Heparin")
        self.assertIs(self.client.train(project, documents, user="ann").ready, True)

    def test_models(self):
        (shipped,) = [one for one in self.client.models() if one.project is None]
        self.assertEqual((shipped.name, shipped.language), ("ner-en-default", "en"))
        self.assertIn("PER", shipped.types)

    def test_refusals_are_the_servers(self):
        with self.assertRaisesRegex(GpchainError, "no model of this name") as caught:
            self.client.tag(["text"], model="nobody")
        self.assertEqual(caught.exception.status, 422)
        with self.assertRaises(GpchainError) as caught:
            Client(self.client.url).models()
        self.assertEqual(caught.exception.status, 401)
        with self.assertRaises(UnicodeEncodeError):
            self.client.tag("half of \ud83d")
        with self.assertRaisesRegex(ValueError, "no named entity|no document"):
            self.client.train("empty", [Document("text")])
        with self.assertRaisesRegex(GpchainError, "continues on the server"):
            self.client.train("patience", [annotated("Codeine", 1)], timeout=0)

    def test_documents_of_the_server_declare_their_types(self):
        tagged = self.client._ask("/v1/tag", {"text": TEXT})
        request = {**tagged, "language": "en"}
        types = self.answer("/v1/typesystem")
        xmi = self.answer("/v1/xmi", request)
        self.assertIn("ScoredSegment", xmi)
        self.assertEqual(undeclared(xmi, types), set())
        self.assertEqual(undeclared(xmi, TYPE_SYSTEM), set())
        without_scores = self.answer("/v1/xmi", {**request, "scores": False})
        self.assertNotIn("ScoredSegment", without_scores)

        if importlib.util.find_spec("cassis"):
            expected = [(one["text"], one["type"]) for one in tagged["segments"]]
            for lenient in (False, True):
                for known in (types, TYPE_SYSTEM):
                    self.assertEqual(cassis_names(xmi, known, lenient), expected)

    def answer(self, path, request=None):
        """Returns the text of a response that is not JSON."""
        body = None if request is None else json.dumps(request).encode("utf-8")
        status, answer = self.client._send(path, body)
        self.assertEqual(status, 200)
        return answer.decode("utf-8")

    def test_models_by_name_or_list(self):
        with gpchain.serve("ner-en", models=["chunker-en"]) as client:
            names = [one.name for one in client.models()]
        self.assertEqual(names, ["ner-en-default", "chunker-en-gum"])
        with gpchain.serve(models="chunker-en") as client:
            self.assertEqual([one.name for one in client.models()], ["chunker-en-gum"])

    def test_notebook(self):
        notebook = json.loads((EXAMPLES / "names.ipynb").read_text(encoding="utf-8"))
        names = {}
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec("".join(cell["source"]), names)
            expected = "".join(line for each in cell["outputs"] for line in each["text"])
            self.assertEqual(printed.getvalue(), expected)

    def test_example(self):
        example = str(EXAMPLES / "names.py")
        printed = subprocess.run(
            [sys.executable, example], stdout=subprocess.PIPE, encoding="utf-8", check=True
        ).stdout
        self.assertIn("2\tLOC\tBoston", printed)


class WithoutServerTest(unittest.TestCase):
    def test_what_cannot_be_reached(self):
        with self.assertRaisesRegex(GpchainError, "cannot reach http://127.0.0.1:9") as caught:
            Client("http://127.0.0.1:9/").models()
        self.assertIsNone(caught.exception.status)
        with self.assertRaisesRegex(ValueError, "http://"):
            Client("localhost:8080")

    def test_what_does_not_start(self):
        with self.assertRaisesRegex(GpchainError, "no-such-model"):
            gpchain.serve("no-such-model")
        with self.assertRaisesRegex(GpchainError, "no-such-folder: the encoder cannot be used"):
            gpchain.serve(encoder="no-such-folder")
        with self.assertRaisesRegex(GpchainError, "GPCHAIN_HOME"):
            gpchain.serve(launcher="/nowhere/gpchain")
        with self.assertRaisesRegex(GpchainError, "no output within 0.1 s"):
            gpchain.serve(options=["--help"], launcher=self.sleeper(), patience=0.1)

    def sleeper(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, "sleeper")
        file.write_text("#!/bin/sh\nexec sleep 60\n")
        file.chmod(0o755)
        return str(file)

    def test_server_ends_and_leaves_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict(os.environ, TMPDIR=folder), mock.patch("tempfile.tempdir", folder):
                with gpchain.serve("ner-en") as client:
                    self.assertEqual(len(os.listdir(folder)), 1)
            self.assertEqual(os.listdir(folder), [])
        with self.assertRaisesRegex(GpchainError, "cannot reach"):
            client.models()

    def test_units(self):
        units = Units("a😀b")
        self.assertEqual([units.of(i) for i in range(4)], [0, 1, 3, 4])
        self.assertEqual([units.code_points(i) for i in (0, 1, 3, 4)], [0, 1, 2, 3])


class ConversionTest(unittest.TestCase):
    document = Document("😀 Anna", [Segment(2, 6, "PER", 0.9)], [[(0, 1), (2, 6)]])

    def test_spacy_by_what_it_is_asked(self):
        doc = mock.Mock(spans=_Spans())
        doc.char_span.side_effect = lambda *place, **more: (place, more["label"])
        nlp = SimpleNamespace(make_doc=lambda text: doc)
        self.assertIs(self.document.to_spacy(nlp), doc)
        self.assertEqual(list(doc.spans["gpchain"]), [((2, 6), "PER")])
        self.assertEqual(doc.spans["gpchain"].attrs, {"scores": [0.9]})

    @unittest.skipUnless(importlib.util.find_spec("spacy"), "spaCy is not installed")
    def test_spacy(self):
        import spacy

        spans = self.document.to_spacy(spacy.blank("en")).spans["gpchain"]
        self.assertEqual([(one.text, one.label_) for one in spans], [("Anna", "PER")])

    def test_xmi_declares_its_types(self):
        self.assertEqual(undeclared(self.document.to_xmi(), TYPE_SYSTEM), set())

    @unittest.skipUnless(importlib.util.find_spec("cassis"), "dkpro-cassis is not installed")
    def test_cassis(self):
        (name,) = self.document.to_cas().select(gpchain.NAMED_ENTITY)
        self.assertEqual((name.get_covered_text(), name.value), ("Anna", "PER"))
        for lenient in (False, True):
            names = cassis_names(self.document.to_xmi(), TYPE_SYSTEM, lenient)
            self.assertEqual(names, [("Anna", "PER")])

    def test_cassis_is_asked_for_where_it_is_missing(self):
        with mock.patch.dict(sys.modules, cassis=None), self.assertRaises(ImportError):
            self.document.to_cas()


class _Spans(dict):
    def __setitem__(self, key, spans):
        class Group(list):
            pass

        group = Group(spans)
        group.attrs = {}
        super().__setitem__(key, group)


if __name__ == "__main__":
    unittest.main()
