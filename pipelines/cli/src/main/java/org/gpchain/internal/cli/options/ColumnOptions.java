package org.gpchain.internal.cli.options;

import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Function;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ConlluLines;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say what the columns of a file are, where its format does not. */
public final class ColumnOptions extends CommandPart {
  static final String LABEL_KEY = "--label-key";

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "NAMES",
      description = {
        "The columns of a file in their order, for example word,pos,label: label is the one that"
            + " labels are read from, if they are; _ ignores a column."
      })
  private List<String> columns;

  @Option(
      names = LABEL_KEY,
      paramLabel = "KEY",
      description = {
        "In CoNLL-U (--format conllu): the key of the labels in the last column, such as NE for"
            + " NE=B-PER.",
        "Default: the first key whose values look like labels of segments; for parts of speech the"
            + " column UPOS."
      })
  private String labelKey = "";

  @Mixin private EncodingOption encoding;

  boolean areGiven() {
    return columns != null;
  }

  /** The names that the user gives; empty for those of the format. */
  List<String> names() {
    return columns == null ? List.of() : List.of(String.join(",", columns).split(",", -1));
  }

  Charset encoding() {
    return encoding.encoding();
  }

  /**
   * The format of a file with labels.
   *
   * @param format one of columns; null for the usual one of the task
   * @throws picocli.CommandLine.ParameterException if the options contradict each other
   */
  ColumnFormat of(Format format, String task) {
    return of(format, task, ColumnFormat::ofColumns);
  }

  /**
   * The format of a file whose labels are not read, as {@link #of} has it.
   *
   * @param needed the columns that are to be read
   */
  public ColumnFormat ofTokens(Format format, String task, List<String> needed) {
    ColumnFormat chosen = of(format, task, ColumnFormat::ofTokenColumns);
    return columns == null ? chosen.unlabelled(needed) : chosen;
  }

  private ColumnFormat of(
      Format format, String task, Function<List<String>, ColumnFormat> ofColumns) {
    if (columns != null && format != null && format != Format.COLUMN && format != Format.CONLLU) {
      throw wrongUse("--columns needs --format column or conllu, not " + format);
    }
    checkNeeds(LABEL_KEY, format == Format.CONLLU, "--format conllu");
    ColumnFormat chosen;
    if (columns != null) {
      try {
        chosen = ofColumns.apply(names());
      } catch (IllegalArgumentException e) {
        throw wrongUse("--columns: " + e.getMessage());
      }
      chosen = format == Format.CONLLU ? inConllu(chosen) : chosen;
    } else if (format == null) {
      chosen = ColumnFormat.usual(task);
    } else {
      chosen =
          switch (format) {
            case CONLL2000 -> ColumnFormat.conll2000();
            case CONLL2002 -> ColumnFormat.conll2002();
            case CONLL2003 -> ColumnFormat.conll2003(task);
            case CONLLU -> ColumnFormat.conllu(task, labelKey);
            case COLUMN ->
                throw wrongUse("--format column needs --columns, such as word,pos,label");
            case TEXT, XMI, JSONCAS, JSONL, BRAT, WEBANNO ->
                throw wrongUse(format + " has no columns");
          };
    }
    return chosen.withEncoding(encoding());
  }

  private ColumnFormat inConllu(ColumnFormat named) {
    int count = names().size();
    if (count != ConlluLines.COLUMNS) {
      throw wrongUse(
          "--columns must name the %s columns of CoNLL-U, had %s; for example"
                  .formatted(ConlluLines.COLUMNS, count)
              + " _,word,_,pos,_,_,_,_,_,label");
    }
    return named.inConllu(labelKey);
  }

  /** Returns the key that the user gives the labels of CoNLL-U; empty if none. */
  public String labelKey() {
    return labelKey;
  }
}
