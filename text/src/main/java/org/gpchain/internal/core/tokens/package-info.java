/** Rules and conventions that divide text into sentences and tokens. */
package org.gpchain.internal.core.tokens;
