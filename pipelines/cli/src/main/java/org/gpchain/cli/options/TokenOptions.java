package org.gpchain.cli.options;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.corpora.ColumnFormat;
import org.gpchain.corpora.PosTagger;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that say how to read a file with columns that is to be labelled. */
public final class TokenOptions extends CommandPart {
  @Mixin private ColumnOptions columns;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      converter = Format.OfCorpora.class,
      completionCandidates = Format.OfCorpora.class,
      description = {
        "The usual columns of a format, instead of --columns: conll2000 (word, part of speech,"
            + " chunk), conll2002 (word, part of speech, name; or word, name) or conll2003 (word,"
            + " part of speech, chunk, name). Columns may be missing from the end, among them the"
            + " label.",
        "Default: conll2000 for models of chunk and np, the other two for other models."
      })
  private Format format;

  @Mixin private CorpusOptions.TagPosOption tagPos;

  /**
   * The columns that a file must have.
   *
   * @param required those that a model reads, some of which a tagger may make
   */
  public List<String> ofFile(List<String> required) {
    if (!tagPos.isSet()) {
      return required;
    }
    List<String> read = new ArrayList<>(required);
    read.remove(TokenSequence.POS);
    if (!read.contains(TokenSequence.WORD)) {
      read.add(TokenSequence.WORD);
    }
    return read;
  }

  /**
   * What the columns of the file mean; labels are not read.
   *
   * @param task of the model
   * @param needed the columns that the file must have
   * @throws ParameterException if the options contradict each other
   */
  public ColumnFormat format(String task, List<String> needed) {
    if (format != null && format.ofDocuments() != null) {
      throw wrongUse("--format must be one of columns, was " + format);
    }
    return columns.ofTokens(format, task, needed);
  }

  /**
   * Adds the parts of speech that the options request. For one thread.
   *
   * @param tags how many a token gets, if a tagger makes them
   */
  public UnaryOperator<TokenSequence> posTagger(PosTags tags) throws IOException {
    if (!tagPos.isSet()) {
      return UnaryOperator.identity();
    }
    PosTagger tagger = tagPos.tagger();
    return sentence -> tagger.tag(sentence, tags);
  }
}
