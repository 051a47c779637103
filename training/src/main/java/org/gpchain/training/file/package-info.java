/** Atomically written files. */
package org.gpchain.training.file;
