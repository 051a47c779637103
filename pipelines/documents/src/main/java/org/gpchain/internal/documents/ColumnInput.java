package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Document;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.uima.fit.factory.JCasBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnFormat.Kind;
import org.gpchain.internal.corpora.TokenFile;
import org.gpchain.internal.corpora.TokenFile.TokenBlock;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;

/**
 * The format of files with columns. Each file becomes one document. Each sentence becomes a line,
 * with spaces between the tokens except where CoNLL-U says that there is none.
 *
 * @param format returns the column format, given the columns that models require
 */
record ColumnInput(Function<List<String>, ColumnFormat> format) implements InputFormat {
  private static final List<String> ENDINGS = List.of(".conll", ".tsv", ".txt");
  private static final List<String> CONLLU_ENDINGS = List.of(".conllu", ".conll", ".txt");

  /** Number of sentences that are read at a time. */
  private static final int BLOCKS_AT_ONCE = 1000;

  @Override
  public DocumentNames names() {
    boolean isConllu = format.apply(List.of(TokenSequence.WORD)).kind() == Kind.CONLLU;
    return new DocumentNames(isConllu ? CONLLU_ENDINGS : ENDINGS);
  }

  @Override
  public String description() {
    return "columns " + format.apply(List.of(TokenSequence.WORD));
  }

  @Override
  public Parser parser(List<String> needed, String language) {
    ColumnFormat columns = format.apply(needed);
    JCas blank = InputFormat.newDocument();
    return (origin, content) -> read(origin.restart(blank, language), content, columns);
  }

  private static ParsedDocument read(JCas document, byte[] content, ColumnFormat format)
      throws IOException {
    JCasBuilder builder = new JCasBuilder(document);

    ParsedDocument parsed = ParsedDocument.of(document);
    boolean isConllu = format.kind() == Kind.CONLLU;
    Parts parts = new Parts(builder);

    try (TokenFile tokens = new TokenFile(PLACE, new ByteArrayInputStream(content), format)) {
      if (!tokens.columns().contains(TokenSequence.WORD)) {
        throw tokens.problem("there is no column 'word'", "specify it with --columns");
      }
      for (List<TokenBlock> blocks = tokens.next(BLOCKS_AT_ONCE);
          !blocks.isEmpty();
          blocks = tokens.next(BLOCKS_AT_ONCE)) {
        for (TokenBlock block : blocks) {
          ConlluSentence conllu = isConllu ? ConlluSentence.of(block.lines()) : null;
          if (conllu != null && conllu.part() != null) {
            parts.begin(conllu.part());
          }
          if (block.tokens().length() > 0) {
            add(block.tokens(), conllu, builder);
          }
        }
      }

      for (Map.Entry<String, Integer> remark : tokens.remarks().entrySet()) {
        parsed = parsed.with(remark.getKey(), remark.getValue());
      }
    }

    parts.end();
    builder.close();
    return parsed;
  }

  /** Annotates the documents in a file that contains several. */
  private static final class Parts {
    private final JCasBuilder builder;
    private String id;
    private int begin;

    Parts(JCasBuilder builder) {
      this.builder = builder;
    }

    void begin(String nextId) {
      end();
      id = nextId;
      begin = builder.getPosition();
    }

    void end() {
      if (id != null && builder.getPosition() > begin) {
        builder.add(begin, Document.class).setId(id);
      }
    }
  }

  /**
   * Adds a sentence to a document.
   *
   * @param conllu spaces and id of the sentence; null for spaces between all tokens and no id
   */
  private static void add(TokenSequence tokens, ConlluSentence conllu, JCasBuilder builder) {
    int begin = builder.getPosition();
    for (int t = 0; t < tokens.length(); t++) {
      boolean hasSpace = t > 0 && (conllu == null || conllu.hasSpaceAfter(t - 1));
      if (hasSpace) {
        builder.add(" ");
      }
      Token token = builder.add(tokens.column(TokenSequence.WORD).get(t), Token.class);
      if (tokens.has(TokenSequence.POS)) {
        POS pos = new POS(builder.getJCas(), token.getBegin(), token.getEnd());
        pos.setPosValue(tokens.column(TokenSequence.POS).get(t));
        pos.addToIndexes();
        token.setPos(pos);
      }
    }

    Sentence sentence = builder.add(begin, Sentence.class);
    if (conllu != null) {
      sentence.setId(conllu.id());
    }
    builder.add("\n");
  }
}
