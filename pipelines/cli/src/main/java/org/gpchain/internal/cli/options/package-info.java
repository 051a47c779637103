/** Options that commands mix in: how corpora and documents are read, and segments decoded. */
package org.gpchain.internal.cli.options;
