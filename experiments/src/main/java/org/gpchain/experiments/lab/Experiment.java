package org.gpchain.experiments.lab;

import java.io.IOException;
import java.util.stream.Stream;

/**
 * An experiment: something that makes rows of figures.
 *
 * @param <R> a row; Jackson writes its components
 */
public interface Experiment<R extends Record> {
  /**
   * Makes the rows, or finds them in the file of rows.
   *
   * @param context settings that all experiments have
   */
  Stream<R> run(Context context) throws IOException;
}
