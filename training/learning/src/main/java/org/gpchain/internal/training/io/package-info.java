/** Files that are written as a whole or not at all, and temporary directories. */
package org.gpchain.internal.training.io;
