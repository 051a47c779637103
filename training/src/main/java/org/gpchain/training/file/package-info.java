/** Files that are written whole or not at all. */
package org.gpchain.training.file;
