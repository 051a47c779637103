/** Splitting of single tokens by rules: pure functions of strings. */
package org.gpchain.core.tokens;
