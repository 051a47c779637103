/** Sentences as named token columns, with or without labels. Immutable. */
package org.gpchain.core.text;
