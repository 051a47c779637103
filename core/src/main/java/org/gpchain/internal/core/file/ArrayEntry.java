package org.gpchain.internal.core.file;

/**
 * One array of a file, as the manifest lists it.
 *
 * @param name name of the zip entry that holds the array
 * @param type type of the elements
 * @param length number of elements
 * @param sha256 SHA-256 of the bytes of the array, hexadecimal
 */
public record ArrayEntry(String name, ElementType type, int length, String sha256) {}
