/** Atomically written files, one by one and in groups. */
package org.gpchain.training.io;
