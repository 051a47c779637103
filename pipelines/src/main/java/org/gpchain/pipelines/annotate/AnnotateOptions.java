package org.gpchain.pipelines.annotate;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.gpchain.core.predict.DecodingOptions;

/**
 * What to annotate.
 *
 * @param model model file or, if there is no such file, the name of a model on the class path, such
 *     as {@code chunker-en}
 * @param input a text file, or a directory: all text files ({@code .txt}) in it and below
 * @param output directory to write to; created if missing
 * @param formats what to write, at least one
 * @param decoding how segments are decoded, by the posterior mean
 */
public record AnnotateOptions(
    Path model, Path input, Path output, Set<OutputFormat> formats, DecodingOptions decoding) {
  /** The default formats: a page to look at, and XMI for other tools. */
  public static final Set<OutputFormat> DEFAULT_FORMATS =
      Collections.unmodifiableSet(EnumSet.of(OutputFormat.HTML, OutputFormat.XMI));

  /** Copies the formats. */
  public AnnotateOptions {
    if (formats.isEmpty()) {
      throw new IllegalArgumentException("at least one output format is needed");
    }
    formats = Collections.unmodifiableSet(EnumSet.copyOf((Collection<OutputFormat>) formats));
  }

  /** Options with the default formats. */
  public static AnnotateOptions of(Path model, Path input, Path output) {
    return new AnnotateOptions(model, input, output, DEFAULT_FORMATS, DecodingOptions.DEFAULT);
  }
}
