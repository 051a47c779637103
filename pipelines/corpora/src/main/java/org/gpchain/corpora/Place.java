package org.gpchain.corpora;

import java.nio.file.Path;

/**
 * Where a sentence comes from.
 *
 * @param file the file
 * @param line of its first token, from 1, if the others follow line by line; 0 if the file has no
 *     lines to speak of
 * @param document number of its document among those of the file, or of the reader, from 0
 */
public record Place(Path file, int line, int document) {}
