package org.gpchain.internal.core.math;

/** Seeds derived from other seeds. */
public final class Seeds {
  private Seeds() {}

  /**
   * Returns a seed derived from a seed and a number by the finalizer of SplitMix64 (Steele et al.
   * 2014). Mixing matters because generators started from neighboring seeds can begin with similar
   * numbers.
   */
  public static long mix(long seed, long number) {
    long mixed = seed * 0x9E3779B97F4A7C15L + number;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
