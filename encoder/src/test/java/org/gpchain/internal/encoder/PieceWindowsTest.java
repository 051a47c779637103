package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.gpchain.internal.encoder.PieceWindows.Window;
import org.junit.jupiter.api.Test;

final class PieceWindowsTest {
  @Test
  void shortSentenceIsOneWindow() {
    assertThat(PieceWindows.of(new int[] {1, 400 - 2, 1})).containsExactly(new Window(0, 3, 0, 3));
    assertThat(PieceWindows.of(new int[0])).isEmpty();
  }

  @Test
  void windowsOfALongSentenceMeetInTheMiddleOfTheirOverlap() {
    int[] ones = IntStream.range(0, 500).map(t -> 1).toArray();

    assertThat(PieceWindows.of(ones))
        .containsExactly(new Window(0, 400, 0, 350), new Window(300, 500, 350, 500));
  }

  @Test
  void everyWordIsOwnedOnceAndWindowsFitTheEncoder() {
    Random random = new Random(1);
    for (int trial = 0; trial < 500; trial++) {
      int[] counts = random.ints(random.nextInt(1500), 1, 65).toArray();
      List<Window> windows = PieceWindows.of(counts);

      int owned = 0;
      for (Window window : windows) {
        assertThat(window.firstOwned()).isEqualTo(owned).isBetween(window.from(), window.to());
        assertThat(window.endOwned()).isGreaterThan(owned).isLessThanOrEqualTo(window.to());
        int pieces = IntStream.range(window.from(), window.to()).map(t -> counts[t]).sum();
        assertThat(pieces).isLessThanOrEqualTo(PieceWindows.MAX_PIECES);
        owned = window.endOwned();
      }
      assertThat(owned).isEqualTo(counts.length);
    }
  }
}
