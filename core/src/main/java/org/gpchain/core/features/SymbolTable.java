package org.gpchain.core.features;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the distinct cell values of a corpus. One table serves all columns. */
final class SymbolTable {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> symbols = new ArrayList<>();

  /** The number of a symbol, or -1. */
  int find(String symbol) {
    Integer number = numbers.get(symbol);
    return number == null ? -1 : number;
  }

  /** The number of a symbol, which is given the next free number if it is new. */
  int add(String symbol) {
    Integer number = numbers.putIfAbsent(symbol, symbols.size());
    if (number != null) {
      return number;
    }
    symbols.add(symbol);
    return symbols.size() - 1;
  }

  String symbol(int number) {
    return symbols.get(number);
  }

  List<String> symbols() {
    return List.copyOf(symbols);
  }
}
