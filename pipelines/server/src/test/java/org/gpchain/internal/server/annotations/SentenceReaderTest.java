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

  private static void end() {
    throw new CancellationException("nobody waits");
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
    WorkCheck.set(SentenceReaderTest::end);
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

  /** The exception of the check is not wrapped, and the engine reads the next text. */
  @Test
  void endsReadingThatIsNoLongerWanted() throws Exception {
    reader.prepare();
    WorkCheck.set(SentenceReaderTest::end);
    assertThatThrownBy(() -> reader.read("Ann sings.")).isInstanceOf(CancellationException.class);
    WorkCheck.clear();
    assertThat(reader.read("Bob sleeps in Oslo.").get(0).units().column("word"))
        .containsExactly("Bob", "sleeps", "in", "Oslo", ".");
  }
}
