package org.gpchain.internal.documents.fuzz;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.cas.BooleanArray;
import org.apache.uima.jcas.cas.ByteArray;
import org.apache.uima.jcas.cas.DoubleArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.FloatArray;
import org.apache.uima.jcas.cas.IntegerArray;
import org.apache.uima.jcas.cas.LongArray;
import org.apache.uima.jcas.cas.NonEmptyStringList;
import org.apache.uima.jcas.cas.ShortArray;
import org.apache.uima.jcas.cas.StringArray;
import org.apache.uima.jcas.cas.TOP;
import org.apache.uima.json.jsoncas2.JsonCas2Serializer;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.CasIOUtils;
import org.gpchain.type.ScoredSegment;

/** A small valid document with all kinds of annotations, in each format. */
final class SoundDocument {
  private static final String BAG = "test.Bag";
  private static final String[][] SENTENCES = {
    {"The", "old", "ferry", "reached", "Ostrey", "."}, {"Dana", "left", "it", "😀", "."}
  };

  private final JCas document;

  SoundDocument() throws UIMAException {
    document = CasCreationUtils.createCas(types(), null, null).getJCas();
    StringBuilder text = new StringBuilder();
    for (String[] sentence : SENTENCES) {
      text.append(String.join(" ", sentence)).append('\n');
    }

    document.setDocumentText(text.toString());
    document.setDocumentLanguage("en");
    DocumentMetaData.create(document).setDocumentId("sound");
    int begin = 0;

    for (String[] sentence : SENTENCES) {
      begin = addSentence(sentence, begin) + 1;
    }
    addBag(addSegment(20, 26, 1));
    JCas other = document.createView("other");
    other.setDocumentText("another text");
    new NamedEntity(other, 0, 7).addToIndexes();
  }

  /** Types of DKPro and GPChain, and a type with all kinds of arrays. */
  private static TypeSystemDescription types() throws UIMAException {
    TypeSystemDescription types =
        CasCreationUtils.mergeTypeSystems(
            List.of(TypeSystemDescriptionFactory.createTypeSystemDescription()));
    TypeDescription bag = types.addType(BAG, "", CAS.TYPE_NAME_ANNOTATION);
    String[] arrays = "Boolean Byte Short Integer Long Float Double String".split(" ", -1);
    for (int i = 0; i < arrays.length; i++) {
      bag.addFeature("array" + i, "", "uima.cas." + arrays[i] + "Array");
    }
    bag.addFeature("structures", "", CAS.TYPE_NAME_FS_ARRAY, CAS.TYPE_NAME_TOP, true);
    bag.addFeature("list", "", CAS.TYPE_NAME_STRING_LIST);
    bag.addFeature("fraction", "", CAS.TYPE_NAME_DOUBLE);
    bag.addFeature("long", "", CAS.TYPE_NAME_LONG);
    bag.addFeature("yes", "", CAS.TYPE_NAME_BOOLEAN);
    return types;
  }

  private int addSentence(String[] words, int begin) {
    int at = begin;
    for (String word : words) {
      POS pos = new POS(document, at, at + word.length());
      pos.setPosValue("NOUN");
      pos.addToIndexes();
      Token token = new Token(document, at, at + word.length());
      token.setPos(pos);
      token.addToIndexes();
      at += word.length() + 1;
    }
    new Sentence(document, begin, at - 1).addToIndexes();
    return at - 1;
  }

  private ScoredSegment addSegment(int begin, int end, int alternatives) {
    NamedEntity name = new NamedEntity(document, begin, end);
    name.setValue("LOC");
    name.addToIndexes();
    ScoredSegment score = scored(begin, end, 0.75);
    score.setAnnotation(name);
    FSArray<ScoredSegment> array = new FSArray<>(document, alternatives);
    for (int i = 0; i < alternatives; i++) {
      array.set(i, scored(begin - 8, end, 0.125));
    }
    score.setAlternatives(array);
    score.addToIndexes();
    return score;
  }

  private ScoredSegment scored(int begin, int end, double probability) {
    ScoredSegment score = new ScoredSegment(document, begin, end);
    score.setValue("LOC");
    score.setValue_score(probability);
    score.setRank(1);
    score.setLayer(NamedEntity._TypeName);
    score.setModel("earlier");
    return score;
  }

  private void addBag(TOP content) {
    Type type = document.getTypeSystem().getType(BAG);
    AnnotationFS bag = document.getCas().createAnnotation(type, 0, 3);
    TOP[] arrays = {
      new BooleanArray(document, 3),
      new ByteArray(document, 3),
      new ShortArray(document, 3),
      new IntegerArray(document, 3),
      new LongArray(document, 3),
      new FloatArray(document, 3),
      new DoubleArray(document, 3),
      StringArray.create(document, new String[] {"a", null, "<b>"})
    };

    for (int i = 0; i < arrays.length; i++) {
      bag.setFeatureValue(type.getFeatureByBaseName("array" + i), arrays[i]);
    }
    bag.setFeatureValue(
        type.getFeatureByBaseName("structures"),
        FSArray.create(document, new TOP[] {content, arrays[0], null, (TOP) bag}));
    NonEmptyStringList list = new NonEmptyStringList(document);
    list.setHead("head");
    list.setTail(document.getCas().emptyStringList());
    bag.setFeatureValue(type.getFeatureByBaseName("list"), list);
    bag.setDoubleValue(type.getFeatureByBaseName("fraction"), 0.5);
    bag.setLongValue(type.getFeatureByBaseName("long"), 1L << 40);
    document.getCas().addFsToIndexes(bag);
  }

  /** Returns the document as XMI or in a binary format. */
  byte[] in(SerialFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CasIOUtils.save(document.getCas(), out, format);
    return out.toByteArray();
  }

  /** Returns the document as JSON. */
  byte[] json() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JsonCas2Serializer().serialize(document.getCas(), out);
    return out.toByteArray();
  }
}
