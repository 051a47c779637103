/** Options that several commands share: how corpora and documents are read, and decoding. */
package org.gpchain.internal.cli.options;
