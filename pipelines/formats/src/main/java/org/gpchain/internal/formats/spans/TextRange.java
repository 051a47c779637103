package org.gpchain.internal.formats.spans;

/**
 * A range of a text, such as a token.
 *
 * @param begin begin offset (UTF-16 units, or the unit of a tool)
 * @param end end offset in the same unit, exclusive
 */
record TextRange(int begin, int end) {}
