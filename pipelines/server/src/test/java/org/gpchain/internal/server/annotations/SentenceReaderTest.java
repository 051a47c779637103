package org.gpchain.internal.server.annotations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.documents.Segmenter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SentenceReaderTest {
  private final SentenceReader reader = SentenceReader.of(Segmenter.DEFAULT);

  @AfterEach
  void clear() {
    WorkCheck.clear();
  }

  private int checksOfReading() throws Exception {
    AtomicInteger checks = new AtomicInteger();
    WorkCheck.set(checks::incrementAndGet);
    assertThat(reader.read("Ann sings in Oslo.")).hasSize(1);
    return checks.get();
  }

  /** Creating an engine takes long, so there is a check in between. */
  @Test
  void checksWhetherAnEngineIsStillWanted() throws Exception {
    WorkCheck.set(
        () -> {
          throw new CancellationException("nobody waits");
        });
    assertThatThrownBy(() -> reader.read("")).isInstanceOf(CancellationException.class);

    int checksOfFirst = checksOfReading();
    int checksOfSecond = checksOfReading();
    assertThat(checksOfFirst).isEqualTo(checksOfSecond + 1);
  }

  @Test
  void preparedReadersNeedNoEngineForTheFirstText() throws Exception {
    reader.prepare();
    int checksOfFirst = checksOfReading();
    int checksOfSecond = checksOfReading();
    assertThat(checksOfFirst).isEqualTo(checksOfSecond);
  }
}
