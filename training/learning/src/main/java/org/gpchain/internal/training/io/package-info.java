/** Atomic writing of files, and temporary directories. */
package org.gpchain.internal.training.io;
