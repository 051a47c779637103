package org.gpchain.pipelines.corpus;

import java.nio.file.Path;

/**
 * Where a sentence comes from.
 *
 * @param file the file
 * @param line of its first token, from 1, if the others follow line by line; 0 if the file has no
 *     lines to speak of
 */
public record Place(Path file, int line) {}
