/** Word resources: learned from raw text, read from files, and lexicons. */
package org.gpchain.internal.corpora.words;
