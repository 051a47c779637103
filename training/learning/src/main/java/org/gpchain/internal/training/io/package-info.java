/** Atomic writing of files, files with a checksum, and temporary directories. */
package org.gpchain.internal.training.io;
